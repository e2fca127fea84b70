import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type How =
  | "as they were typed"
  | "as markup"
  | "without markup"
  | "not at all"
  | "by their first words"
  | "as they were before"
  | "as they were typed, but keeps less"
  | "as they were typed, but takes less, which it says";
/** `first`: what was noted at first. */
type Contact = { id: number; name: string; note: string; first: string };

type Sent = Pick<Contact, "name" | "note">;

/** Contacts that are changed from their list; how their own pages show what is noted of them. */
const contacts = (how: How): RequestListener => {
  let all: Contact[] = ["Ann Moor", "Ben Hill"].map((name, id) => ({
    id,
    name,
    note: "Knows Carla",
    first: "Knows Carla",
  }));
  let last = 10;
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Contacts</a></nav><main><h1>${title}</h1>${main}</main>`;
  const saysLess = how === "as they were typed, but takes less, which it says";
  const kept = (sent: Sent): Sent =>
    how === "as they were typed, but keeps less" ? { ...sent, note: sent.note.slice(0, 120) } : sent;
  const form = ({ name, note }: Sent): string =>
    `<form method=post><p><label>Name <input name=name required value="${escapeHtml(name)}"></label>
    <p><label>Note${saysLess ? " (up to 100 characters)" : ""} <textarea name=note>${escapeHtml(note)}</textarea></label><p><button>Save contact</button></form>`;
  const list = (): string => {
    const rows = all.map(
      ({ id, name }) =>
        `<tr><td><a href="/contacts/${id}">${escapeHtml(name)}</a></td><td><a href="/contacts/${id}/edit">Edit</a> <form method=post action="/contacts/${id}/delete"><button>Delete</button></form></td></tr>`,
    );
    return page(
      "Contacts",
      `<a href="/new">New contact</a><table><thead><tr><th>Name</th><th></th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
    );
  };
  const noted = ({ note: last, first }: Contact): string =>
    showing(how === "as they were before" ? first : last);
  const showing = (note: string): string =>
    how === "not at all"
      ? ""
      : `<h2>Note</h2><p>${how === "by their first words" && note.length > 60 ? `${escapeHtml(note.slice(0, 60))}…` : how === "as markup" ? note : escapeHtml(how === "without markup" ? note.replaceAll(/<[^>]*>/g, "") : note)}</p>`;
  return (request, response) =>
    void textOf(request).then((body) => {
      const url = request.url ?? "/";
      const sent = Object.fromEntries(new URLSearchParams(body)) as Sent;
      const [, id = "", deed = ""] = /^\/contacts\/(\d+)(?:\/(\w+))?$/.exec(url) ?? [];
      const found = all.find((each) => String(each.id) === id);
      const html = (text: string, status = 200): void =>
        void response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(text);
      if (request.method === "POST") {
        if (deed === "delete") all = all.filter((each) => each !== found);
        else if (saysLess && (sent.note ?? "").length > 100)
          return html(page("Refused", "The note is too long."), 422);
        else if (found) Object.assign(found, kept(sent));
        else all.push({ ...kept(sent), first: sent.note, id: (last += 1) });
        return void response.writeHead(303, { location: "/" }).end();
      }
      if (url === "/new") return html(page("New contact", form({ name: "", note: "" })));
      if (found && deed === "edit") return html(page("Edit contact", form(found)));
      if (found) return html(page(escapeHtml(found.name), noted(found)));
      return url === "/" ? html(list()) : html(page("Not found", ""), 404);
    });
};

it.each<[How, string[], boolean]>([
  ["as they were typed", [], true],
  ["as markup", ["edit-contact"], true],
  ["without markup", [], true],
  ["not at all", [], false],
  ["by their first words", [], true],
  ["as they were before", ["edit-contact"], true],
  ["as they were typed, but keeps less", ["edit-contact"], true],
  ["as they were typed, but takes less, which it says", [], true],
])("the page of an item shows its notes %s", { timeout: 240_000 }, async (how, expected, isTried) => {
  const { failing, yaml } = await tryPages(browser, contacts(how), {
    pages: 8,
    actions: 400,
    depth: 3,
    only: /^(?:create|edit)-contact$/,
  });
  expect(failing).toEqual(expected);
  expect(yaml.split("x-note}, is: 0").length - 1).toBe(isTried ? 2 : 1);
});
