import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const SHEET = "position:fixed;inset:0;background:#fff";

/** Blank for a while; then `/news` greets a first visitor, and `/note` has a dialog whoever comes. */
const script = `setTimeout(() => {
  const dialog = (text, answer) =>
    '<div role=dialog aria-label="' + text + '" style="${SHEET}"><h2>' + text + '</h2><button>' + answer + '</button></div>';
  const path = location.pathname;
  const greets = path === "/news" && !localStorage.seen;
  const shown = greets ? dialog("Welcome", "Got it, let's get started!") : path === "/note" ? dialog("Note", "Close") : "";
  document.body.innerHTML = '<main><h1>Page ' + path + '</h1><a href="/news">News</a> <a href="/note">Note</a> ' +
    '<ul><li><a href="/">Next.js</a></li><li><a href="/news">React</a></li><li><a href="/note">Vue</a></li></ul>' +
    '<p>Frameworks: <a href="/news">Next.js</a> <a href="/note">More projects, and much easier collaboration</a></p></main>' + shown;
  const button = document.querySelector("[role=dialog] button");
  if (button) button.onclick = () => { localStorage.seen = 1; document.querySelector("[role=dialog]").remove(); };
}, 700)`;

test("a page that is blank at first is waited for, and a dialog that greets on a later page is put aside", async () => {
  const listener: RequestListener = (request, response) => {
    if (request.url === "/app.js") response.writeHead(200, { "content-type": "text/javascript" }).end(script);
    else
      response
        .writeHead(200, { "content-type": "text/html" })
        .end('<!doctype html><title>News</title><body><script src="/app.js"></script>');
  };
  await withApp(listener, async (url) => {
    const seen = await exploreApp(browser, `${url}/`, undefined, { pages: 6, actions: 40, depth: 2 });
    if (!seen.ok) throw new Error(seen.message);
    const { pages, greetings } = seen.site;
    expect(pages.flatMap(({ path, examples }) => [path, ...examples])).toEqual(
      expect.arrayContaining(["/", "/news", "/note"]),
    );
    expect(greetings).toEqual([
      { role: "button", name: "Got it, let's get started!", within: { role: "dialog" } },
    ]);
    expect(pages.find(({ path }) => path === "/note")?.survey.dialogs).toHaveLength(1);
    // A link that is called by its place in the world, not in a list.
    const lists = pages.flatMap(({ survey }) => survey.collections);
    expect(lists.filter(({ paging }) => paging !== null)).toEqual([]);
  });
});

test("a column that is called No. answers nothing", async () => {
  const listener: RequestListener = (_, response) =>
    response.writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><title>Requests</title><main><h1>Privacy requests</h1><table><thead><tr>
        <th><button onclick="this.textContent = 'No. ▲'">No.</button></th><th><button>From</button></th></tr></thead>
        <tbody><tr><td>1</td><td>Ann</td></tr><tr><td>2</td><td>Ben</td></tr><tr><td>3</td><td>Cleo</td></tr></tbody></table></main>`);
  await withApp(listener, async (url) => {
    const seen = await exploreApp(browser, `${url}/`, undefined, { pages: 2, actions: 20, depth: 1 });
    expect(seen.ok && seen.site.greetings).toEqual([]);
  });
});
