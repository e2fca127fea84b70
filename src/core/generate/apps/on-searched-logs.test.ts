import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const THINGS = ["Apron", "Butter dish", "Cake tin", "Deep fryer", "Egg timer", "Fish knife"];
const ON_PAGE = 4;

/** A log in pages that writes down each visit to its start, before all that was there. */
const log = (): RequestListener => {
  const entries = THINGS.flatMap((thing) => [`Created ${thing}`, `Counted ${thing}`]);
  let visits = 0;
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const word = (searchParams.get("q") ?? "").toLowerCase();
    const at = Number(searchParams.get("page") ?? 1);
    if (pathname === "/")
      for (let room = 0; room < 2; room += 1)
        entries.unshift(`Created visit ${(visits += 1)}`, `Counted visit ${visits}`);
    const found = entries.filter((each) => each.toLowerCase().includes(word));
    const rows = found.slice((at - 1) * ON_PAGE, at * ON_PAGE);
    const next = found.length > at * ON_PAGE ? `<a rel=next href="?q=${word}&page=${at + 1}">Next</a>` : "";
    const main =
      pathname === "/activity"
        ? `<h1>Activity</h1><form role=search><input type=search name=q aria-label="Search the log" value="${word.replace(/[<>"&]/g, "")}"><button>Search</button></form><table aria-label=Activity><thead><tr><th>What</thead><tbody>${rows.map((each) => `<tr><td>${each}</tr>`).join("")}</tbody></table><nav aria-label=Pages>${next}</nav>`
        : "<h1>Start</h1><p>Welcome.</p>";
    response.writeHead(pathname === "/" || pathname === "/activity" ? 200 : 404, {
      "content-type": "text/html",
    });
    response.end(
      `<!doctype html><html lang=en><link rel=icon href="data:,"><title>${pathname}</title><nav><a href="/">Start</a> <a href="/activity">Activity</a></nav><main>${main}</main>`,
    );
  };
};

it("what is found in a log is elsewhere once more was written down", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, log(), {
    only: /^(?:pages|navigation|clicks|search)/,
    pages: 6,
    actions: 80,
  });
  expect(failing).toEqual([]);
  expect(yaml).toContain("id: search-activity\n");
});
