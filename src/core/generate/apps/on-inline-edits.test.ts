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

/** Parts whose rows have a button that changes one column; the page of one leads to the form for all of it. */
const createParts = (losesNotes: boolean): RequestListener => {
  let parts = ["Bolt", "Nut", "Screw"].map((name, id) => ({ id, name, stock: "4", notes: "" }));
  let last = 10;
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Parts</a></nav><main><h1>${title}</h1>${main}</main>`;
  const form = ({ name, stock, notes }: { name: string; stock: string; notes: string }, button: string) =>
    `<form method=post><p><label>Name <input name=name required value="${escapeHtml(name)}"></label><p><label>Stock <input name=stock value="${stock}"></label>
    <p><label>Notes <textarea name=notes>${escapeHtml(notes)}</textarea></label><p><button>${button}</button></form>`;
  const list = (): string =>
    `<a href="/new">New part</a><table aria-label=Parts><thead><tr><th>Name<th>Stock</thead><tbody>${parts
      .map(({ id, name, stock }) => {
        const shown = escapeHtml(name);
        return `<tr><td><a href="/parts/${id}">${shown}</a><td>${stock} <button type=button aria-label="Edit stock of ${shown}" onclick="this.outerHTML = '<input aria-label=Stock>'">✎</button>`;
      })
      .join("")}</tbody></table>`;
  const answer = async (url: string, sent: Record<string, string> | null): Promise<string | null> => {
    const [, id = "", deed = ""] = /^\/parts\/(\d+)\/?(\w*)$/.exec(url) ?? [];
    const found = parts.find((each) => String(each.id) === id);
    if (!sent) {
      if (url === "/new") return page("New part", form({ name: "", stock: "0", notes: "" }, "Create part"));
      if (found && deed === "edit") return page("Edit part", form(found, "Save part"));
      if (found)
        return page(
          escapeHtml(found.name),
          `<p>Stock ${found.stock}<p>${escapeHtml(found.notes)}<p><a href="/parts/${id}/edit">Edit</a><form method=post action="/parts/${id}/delete"><button>Delete</button></form>`,
        );
      return url === "/" ? page("Parts", list()) : "";
    }
    const { name = "", stock = "", notes = "" } = sent;
    if (deed === "delete") parts = parts.filter((each) => each !== found);
    else if (found) Object.assign(found, { name, stock, notes: losesNotes ? "" : notes });
    else parts.push({ id: (last += 1), name, stock, notes });
    return null;
  };
  const respond: (...args: Parameters<RequestListener>) => Promise<void> = async (request, response) => {
    const { url = "/", method } = request;
    const sent = Object.fromEntries(new URLSearchParams(await textOf(request))) as Record<string, string>;
    const html = await answer(url, method === "POST" ? sent : null);
    if (html === null) return void response.writeHead(303, { location: "/" }).end();
    response.writeHead(html === "" ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(html);
  };
  return (request, response) => void respond(request, response);
};

it.each([
  ["keeps all", false, []],
  ["loses its notes", true, ["edit-part"]],
] as const)(
  "the form of a part, whose row edits one column, %s",
  { timeout: 240_000 },
  async (_, loses, bad) => {
    const { failing, yaml } = await tryPages(browser, createParts(loses), {
      pages: 8,
      actions: 400,
      depth: 4,
      only: /^edit-part$/,
    });
    expect(yaml).toContain("id: edit-part\n");
    expect(yaml).toContain("Save part");
    expect(failing).toEqual(bad);
  },
);
