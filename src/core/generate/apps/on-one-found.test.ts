import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
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

/** Members who can be searched, made and removed, with how many the list shows. */
const club = (said: (many: number) => string, size = Infinity): RequestListener => {
  let members = ["Ann Hill, Level 1 members", "Bob Lake", "Cid Wood", "Dora Field"].map((name, id) => ({
    id,
    name,
  }));
  let last = members.length;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      if (pathname === "/new") members.push({ id: (last += 1), name: (sent.get("name") ?? "").trim() });
      else members = members.filter(({ id }) => pathname !== `/remove/${id}`);
      return void response.writeHead(303, { location: "/" }).end();
    }
    const q = searchParams.get("q") ?? "";
    const from = Number(searchParams.get("from") ?? 0);
    const found = members.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
    const main =
      pathname === "/new"
        ? `<h1>New member</h1><form method=post action="/new"><label>Name <input name=name required></label> <button>Save member</button></form>`
        : `<h1>Members</h1><a href="/new">New member</a><form role=search action="/"><label>Search <input type=search name=q value="${escapeHtml(q)}"></label> <button>Search</button></form><p>${said(found.length)}</p><table aria-label=Members><thead><tr><th>Name<th></tr></thead><tbody>${found
            .slice(from, from + size)
            .map(
              ({ id, name }) =>
                `<tr><td>${escapeHtml(name)}<td><form method=post action="/remove/${id}"><button>Remove</button></form></tr>`,
            )
            .join(
              "",
            )}</tbody></table>${from + size < found.length ? `<nav aria-label=Pages><a rel=next href="/?from=${from + size}&q=${encodeURIComponent(q)}">Next page</a></nav>` : ""}`;
    response.writeHead(/^\/(?:new)?$/.test(pathname) ? 200 : 404, {
      "content-type": "text/html; charset=utf-8",
    });
    response.end(
      `<!doctype html><html lang=en><title>Club</title><link rel=icon href="data:,"><nav aria-label=Main><a href="/">Members</a></nav><main>${main}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

const LIMITS = { pages: 4, actions: 300, depth: 2 };
const right = (many: number): string => (many === 1 ? "1 member" : `${many} members`);
const wrong = (many: number): string => `${many} members`;

it.each([
  ["one member", right, []],
  ["1 members", wrong, ["search-home"]],
])("a search that finds one says %s", { timeout: 240_000 }, async (_, said, expected) => {
  const { failing, yaml } = await tryPages(browser, club(said), { ...LIMITS, only: /^search-home$/ });
  expect(failing).toEqual(expected);
  expect(yaml).toContain("1 members");
});

it.each([
  ["one member", right, []],
  ["1 members", wrong, ["shows-member"]],
])("a search for the item of our own says %s", { timeout: 240_000 }, async (_, said, expected) => {
  const { failing, yaml } = await tryPages(browser, club(said, 3), { ...LIMITS, only: /^(?:create|shows)-/ });
  expect(failing).toEqual(expected);
  expect(yaml).toContain("1 members");
});
