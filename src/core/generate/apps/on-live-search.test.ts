import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import type { Pages } from "#test/support/failing-cases.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const OFFERS = [
  "Bookshelf of oak",
  "Bicycle for the town",
  "Reading lamp",
  "Boots, size 43",
  "Mirror with a frame",
];

/**
 * A list that is asked for with each letter; short words take the server longer, and any answer is shown if not `guarded`.
 * With `asWritten` "lamp" does not find "Lamp". What is looked for stands in the address, which the bare one has no route for.
 */
const offers =
  (guarded: boolean, asWritten: boolean): Pages =>
  (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname === "/api/offers") {
      const folded = (text: string): string => (asWritten ? text : text.toLowerCase());
      const word = folded(url.searchParams.get("q") ?? "");
      const found = OFFERS.filter((each) => folded(each).includes(word));
      const answer = (): void =>
        void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(found));
      setTimeout(answer, word.length > 0 && word.length < 4 ? 1_500 : 150);
      return;
    }
    const offer = OFFERS[Number(url.pathname.slice("/offers/".length)) - 1];
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(
        `<!doctype html><html lang=en><title>Offers</title>${
          offer
            ? `<main><h1>${offer}</h1></main>`
            : url.pathname === "/"
              ? page(guarded)
              : "<main><h1>Not found</h1></main>"
        }`,
      );
  };

const page = (
  guarded: boolean,
): string => `<main><h1>Offers</h1><label>Search <input type=search></label><ul></ul></main><script>
  const all = ${JSON.stringify(OFFERS)}; let last = 0;
  const ask = async () => { const turn = ++last;
    const found = await (await fetch("/api/offers?q=" + encodeURIComponent(document.querySelector("input").value))).json();
    if (${guarded} && turn !== last) return;
    document.querySelector("ul").innerHTML = found.map((name) => "<li><a href='/offers/" + (all.indexOf(name) + 1) + "'>" + name + "</a></li>").join(""); };
  document.querySelector("input").oninput = (event) => { history.replaceState(null, "", "/#/offers?word=" + event.target.value); ask(); }; ask();</script>`;

it.each([
  ["shows what was asked for last", true, false, []],
  ["shows whatever answer comes last", false, false, ["search-home-in-turn"]],
  ["finds only what is written so", true, true, ["search-home"]],
])(
  "a search that leaves one entry, and %s",
  { timeout: 240_000 },
  async (_, guarded, asWritten, expected) => {
    const { failing, yaml } = await tryPages(browser, offers(guarded, asWritten), { pages: 6 });
    expect(failing).toEqual(expected);
    expect(yaml).toContain("id: search-home-in-turn");
    expect(yaml).toMatch(/id: search-home\n[^]*?each: \{target: \{role: listitem/);
  },
);

/** A search above a list that leads to a page of its own, which has no list where nothing is looked for. */
const elsewhere: Pages = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  const word = (searchParams.get("q") ?? "").toLowerCase();
  const found =
    pathname === "/" ? OFFERS : OFFERS.filter((each) => word && each.toLowerCase().includes(word));
  const rows = found.map((each) => `<li><h2>${each}</h2></li>`).join("");
  const list = rows
    ? `<ol class=${pathname === "/" ? "all" : "found"}>${rows}</ol>`
    : "<p>Nothing to show</p>";
  const form = `<form action=/find><label>${pathname === "/" ? "Search" : "Look again"} <input type=search name=q></label> <button>Go</button></form>`;
  response
    .writeHead(/^\/(?:find)?$/.test(pathname) ? 200 : 404, { "content-type": "text/html" })
    .end(`<!doctype html><html lang=en><title>Offers</title><main><h1>Offers</h1>${form}${list}</main>`);
};

it(
  "a search with a page of its own need not show anything without a word",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, elsewhere, { pages: 6 });
    expect(failing).toEqual([]);
    expect(yaml).toContain("id: search-home\n");
  },
);
