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

type Member = { id: number; name: string; mail: string };

/** Members with an address each, which has to be `valid`. */
const members = (valid: RegExp): RequestListener => {
  let all: Member[] = ["Ann Moor", "Ben Hill"].map((name, id) => ({
    id,
    name,
    mail: `${name.split(" ")[0]}@club.example`,
  }));
  let last = 10;
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Members</a></nav><main><h1>${title}</h1>${main}</main>`;
  const form = (name: string, mail: string, said = ""): string =>
    `<form method=post>${said}<p><label>Name <input name=name required value="${escapeHtml(name)}"></label>
    <p><label>E-mail <input type=email name=mail required value="${escapeHtml(mail)}"></label><p><button>Save member</button></form>`;
  const list = (): string =>
    `<a href="/new">New member</a><table><thead><tr><th>Name<th>E-mail<th></tr></thead><tbody>${all
      .map(
        ({ id, name, mail }) =>
          `<tr><td>${escapeHtml(name)}<td>${escapeHtml(mail)}<td><a href="/members/${id}/edit">Edit</a> <form method=post action="/members/${id}/delete"><button>Delete</button></form></tr>`,
      )
      .join("")}</tbody></table>`;
  return (request, response) =>
    void textOf(request).then((body) => {
      const url = request.url ?? "/";
      const sent = new URLSearchParams(body);
      const [name, mail] = [sent.get("name") ?? "", sent.get("mail") ?? ""];
      const [, id = "", deed = ""] = /^\/members\/(\d+)\/(\w+)$/.exec(url) ?? [];
      const found = all.find((each) => String(each.id) === id);
      const html = (title: string, main: string, status = 200): void =>
        void response.writeHead(status, { "content-type": "text/html" }).end(page(title, main));
      const title = found ? "Edit member" : "New member";
      if (request.method === "POST") {
        if (deed === "delete") all = all.filter((each) => each !== found);
        else if (!valid.test(mail))
          return html(title, form(name, mail, "<p role=alert>Enter a valid address.</p>"));
        else if (found) Object.assign(found, { name, mail });
        else all.push({ id: (last += 1), name, mail });
        return void response.writeHead(303, { location: "/" }).end();
      }
      if (url === "/new") return html(title, form("", ""));
      if (found) return html(title, form(found.name, found.mail));
      return url === "/" ? html("Members", list()) : html("Not found", "", 404);
    });
};

it.each([
  ["with all that an address may have", /^[^\s@]+@[^\s@]+\.[^\s@]+$/, []],
  ["of letters, digits and dots alone", /^[\w.-]+@[\w.-]+$/, ["edit-member"]],
] as const)(
  "an address is changed to one with a plus, where it may be %s",
  { timeout: 240_000 },
  async (_, valid, expected) => {
    const { failing, yaml } = await tryPages(browser, members(valid), {
      pages: 8,
      actions: 400,
      depth: 3,
      only: /^(?:create|edit)-member$/,
    });
    expect(failing).toEqual(expected);
    expect(yaml).toMatch(/\+changed@|changed\+/);
  },
);
