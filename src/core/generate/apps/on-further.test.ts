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

const VANS = [
  "Corsa",
  "Sprinter",
  "Astra",
  "Master",
  "Crafter",
  "Doblo",
  "Vivaro",
  "Caddy",
  "Berlingo",
  "Kangoo",
];

const SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";

/** Vans with a page each; one that was never filled up has no consumption, and one kind has a picture of its own. */
const fleet =
  (none: string, picture: number): Pages =>
  (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const send = (status: number, type: string, body: string): void =>
      void response.writeHead(status, { "content-type": type }).end(body);
    if (pathname === "/img/truck.svg" && picture !== 200) return send(picture, "text/plain", "Not found");
    if (pathname.startsWith("/img/")) return send(200, "image/svg+xml", SVG);
    const at = Number(/^\/vans\/(\d+)$/.exec(pathname)?.[1] ?? 0);
    const list = `<h1>Vans</h1><ul>${VANS.map((name, index) => `<li><a href="/vans/${index + 1}">${name}</a></li>`).join("")}</ul>`;
    const van = `<h1>${VANS[at - 1]}</h1><img alt="Drawing" src="/img/${at === 5 ? "truck" : "van"}.svg">
      <dl><dt>Consumption<dd>${at === 7 ? none : `${at + 4} l/100 km`}</dl>
      <dl class=cost><dt>Subtotal<dd>€40.00<dt>Tax<dd>€${at === 7 ? "8.00" : "0.00"}<dt>Total<dd>€${at === 7 && picture === 200 ? "48.00" : at === 7 ? "45.00" : "40.00"}</dl><p>Write <code>null</code> where nothing is known.</p>`;
    const main = pathname === "/" ? list : VANS[at - 1] ? van : "<h1>Not found</h1>";
    return send(
      pathname === "/" || VANS[at - 1] ? 200 : 404,
      "text/html",
      `<!doctype html><html lang=en><meta charset=utf-8><title>Vans</title><main>${main}</main>`,
    );
  };

it.each([
  ["are well", "not known", 200, []],
  [
    "show what stands for no value, a picture that is not there, or a total that is none",
    "NaN l/100 km",
    404,
    ["page-van-5", "page-van-7", "sums-van-7"],
  ],
])(
  "items of a list that were not met at first %s",
  { timeout: 240_000 },
  async (_, none, picture, expected) => {
    const limits = { pages: 30, actions: 300, depth: 3 };
    const { failing, yaml } = await tryPages(browser, fleet(none, picture), limits);
    expect(failing.toSorted()).toEqual(expected);
    // Those that are well add nothing to the suite but what looks at one page of each kind.
    expect(yaml.match(/\/vans\/\d/g)?.length ?? 0).toBeLessThan(10);
  },
);
