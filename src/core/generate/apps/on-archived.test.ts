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

type Boat = { id: number; name: string; archived: boolean };

/** Boats whose page archives them: it says so at once, and the list has them no longer. */
const createBoats = (): RequestListener => {
  const boats: Boat[] = ["Swift", "Heron", "Curlew"].map((name, at) => ({
    id: at + 1,
    name,
    archived: false,
  }));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const [, id = "", deed = ""] = /^\/boats\/(\w+)\/?(\w*)$/.exec(pathname) ?? [];
    const one = boats.find((each) => String(each.id) === id);
    const go = (location: string): void => void response.writeHead(303, { location }).end();
    if (request.method === "POST") {
      const name = new URLSearchParams(await textOf(request)).get("name")?.trim() ?? "";
      if (one) one.archived = deed === "archive";
      else if (name !== "") boats.push({ id: boats.length + 1, name, archived: false });
      return go(one ? `/boats/${one.id}` : "/");
    }
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang=en><title>${escapeHtml(title)}</title><link rel=icon href="data:,"><nav><a href="/">Boats</a></nav>
        <main><h1>${escapeHtml(title)}</h1>${main}</main>`);
    };
    if (pathname === "/")
      return show(
        "Boats",
        `<p><a href="/boats/new">New boat</a></p><table aria-label=Boats><thead><tr><th>Name<th>Berth</tr></thead><tbody>${boats
          .filter(({ archived }) => !archived)
          .map(
            (each) => `<tr><td><a href="/boats/${each.id}">${escapeHtml(each.name)}</a><td>${each.id}</tr>`,
          )
          .join("")}</tbody></table>`,
      );
    if (id === "new")
      return show(
        "New boat",
        `<form method=post><label>Name <input name=name required></label><button>Save</button></form>`,
      );
    if (!one) return show("Not found", "", 404);
    return show(
      one.name,
      `<p>Berth ${one.id}${one.archived ? ", archived" : ""}</p><form method=post action="/boats/${one.id}/${one.archived ? "restore" : "archive"}"><button>${one.archived ? "Restore" : "Archive"}</button></form>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it("what is archived on its page has left its list", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, createBoats(), {
    only: /^(?:create|acts)-/,
    pages: 8,
    actions: 300,
  });
  expect(failing).toEqual([]);
  expect(yaml).toMatch(/id: acts-boat-archive\n[\s\S]*?expect: \{hidden: \{role: row/);
});
