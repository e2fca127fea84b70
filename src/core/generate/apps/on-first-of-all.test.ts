import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Sprints of which there is none at first, and of each of which it is said how far it is. */
const sprints = (share: string): string => `<h1>Sprints</h1><div id=all><p>No sprints yet.</p></div>
  <form><label>Name <input name=name required maxlength=60></label> <button>Create sprint</button></form>
  <script>const made = [];
    document.querySelector("form").onsubmit = (event) => { event.preventDefault(); made.push(document.querySelector("input").value); event.target.reset();
      document.querySelector("#all").innerHTML = ""; for (const name of made) { const card = document.createElement("section"), h = document.createElement("h2"), p = document.createElement("p");
        h.textContent = name; p.textContent = "0 of 0 tasks done (" + (${share}) + "%)"; card.append(h, p); document.querySelector("#all").append(card); } };
  </script>`;

it.each([
  ["0", []],
  ["0 / 0 * 100", ["home-submit"]],
] as const)("the first of all says how far it is: %s", { timeout: 240_000 }, async (share, expected) => {
  const { failing } = await tryPages(browser, sprints(share), { actions: 300 });
  expect(failing).toEqual(expected);
});

/** Segments of which there is none yet, which a link in their place speaks of; "Help" leads to what is always there. */
const segments = (url: string): string => {
  const menu = `<nav><a href="/">Start</a> <a href="/segments">Segments</a></nav>`;
  if (url === "/segments")
    return `${menu}<main><h1>Segments</h1><p>No segments yet.</p><a href="/segments/new">Start your first segment</a> <a href="/help">Help</a></main>`;
  if (url === "/segments/new")
    return `${menu}<main><h1>Name it</h1><table><tr><td>Nothing to see</td></tr></table></main>`;
  if (url === "/help") return `${menu}<main><h1>About segments</h1><dl><dt>What<dd>Parts of all</dl></main>`;
  return `${menu}<main><h1>Start</h1><ol><li>One<li>Two</ol></main>`;
};

it("what speaks of the first of all is there only until there is one", { timeout: 240_000 }, async () => {
  const { yaml } = await tryPages(
    browser,
    (request, response) =>
      void response
        .writeHead(200, { "content-type": "text/html" })
        .end(
          `<!doctype html><html lang=en><title>Segments</title><link rel=icon href="data:,">${segments(request.url ?? "/")}`,
        ),
    { actions: 300, pages: 8, only: /^(?:back|clicks)-/ },
  );
  expect(yaml).toContain("id: back-returns");
  expect(yaml).not.toContain("your first");
});
