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

type Links = "next" | "list" | "menu" | "list of those seen";
type Way =
  | "shows it"
  | "shows it late"
  | "keeps the first"
  | "goes back to nothing"
  | "lays it over"
  | "adds it"
  | "loads it"
  | "puts it in its place";

const WALKS = [
  ["Harbour round", "Boats and gulls"],
  ["Up the old tower", "Many stairs"],
  ["Mill and meadow", "Cows, mostly"],
  ["Forest in two hours", "Shade all the way"],
  ["Along the wall", "Stones of the old town"],
] as const;

/** Walks that a script shows at an address each; `links` says how one gets from one to another. */
const createWalks =
  (way: Way, links: Links): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? "/", "http://walks.example");
    const isPage = url.pathname === "/" || /^\/walks\/\d+$/.test(url.pathname);
    response.writeHead(isPage ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Walks</title><link rel=icon href="data:,">
      <header><nav aria-label=Main id=menu></nav></header><main id=main></main><script>
      const WALKS = ${JSON.stringify(WALKS)}, way = ${JSON.stringify(way)}, links = ${JSON.stringify(links)};
      const number = () => Number(/\\d+$/.exec(location.pathname)?.[0] ?? 0);
      const link = (at, text) => '<a href="/walks/' + (31 + at) + '">' + (text ?? WALKS[at][0]) + "</a> ";
      const item = (at) => "<h1>No. " + (31 + at) + ": " + WALKS[at][0] + "</h1><p>" + WALKS[at][1] + "</p>" +
        (links === "next" ? "<nav aria-label='Other walks'>" + (at > 0 ? link(at - 1, "← Previous walk") : "") + (at < 4 ? link(at + 1, "Next walk →") : "") + "</nav>" : "") +
        (links === "list of those seen" && seen().length > 0 ? "<h2>Seen</h2><ul>" + seen().map((at) => "<li>" + link(at) + "</li>").join("") + "</ul>" : "") +
        (links === "list" ? "<h2>Nearby</h2><ul>" + [1, 2].map((more) => "<li>" + link((at + more) % 5) + "</li>").join("") + "</ul>" : "");
      const seen = () => JSON.parse(sessionStorage.seen ?? "[]").filter((at) => at !== number() - 31).slice(-3);
      const home = () => "<h1>All walks</h1><ul>" + WALKS.map((walk, at) => "<li>" + link(at) + "</li>").join("") + "</ul>";
      if (links === "menu") menu.innerHTML = '<a href="/">All walks</a> ' + WALKS.map((walk, at) => link(at)).join("");
      let shown = null;
      const show = (isBack) => {
        const at = number() - 31;
        const wasItem = shown !== null && shown >= 0;
        if (at < 0) main.innerHTML = home();
        else if (wasItem && way === "keeps the first") return;
        else if (wasItem && way === "goes back to nothing" && isBack) return;
        else if (wasItem && way === "adds it") main.insertAdjacentHTML("beforeend", "<hr>" + item(at));
        else if (wasItem && way === "lays it over" && !isBack) main.insertAdjacentHTML("beforeend", "<div class=over><h2>" + WALKS[at][0] + "</h2><p>" + WALKS[at][1] + "</p></div>");
        else if (wasItem && way === "shows it late") { setTimeout(() => { main.innerHTML = item(at); }, 900); }
        else main.innerHTML = item(at);
        shown = at;
        sessionStorage.seen = JSON.stringify([...seen(), at].filter((each) => each >= 0));
      };
      if (way !== "loads it") addEventListener("click", (event) => {
        const to = event.target.closest("a");
        if (!to) return;
        event.preventDefault();
        history[way === "puts it in its place" && number() ? "replaceState" : "pushState"](null, "", to.href);
        show(false);
      });
      addEventListener("popstate", () => show(true));
      show(false);
    </script>`);
  };

const ID = "neighbours-walk";

it.each<[Way, Links, string[], boolean]>([
  ["shows it", "next", [], true],
  ["shows it late", "next", [], true],
  ["shows it", "list", [], true],
  ["shows it", "menu", [], true],
  ["puts it in its place", "next", [], true],
  ["keeps the first", "next", [ID], true],
  ["keeps the first", "list", [ID], true],
  ["keeps the first", "menu", [ID], true],
  ["goes back to nothing", "next", [ID], true],
  ["shows it", "list of those seen", [], false],
  ["lays it over", "list", [], false],
  ["adds it", "next", [], false],
  ["loads it", "next", [], false],
])("an item that %s, by a %s", { timeout: 240_000 }, async (way, links, expected, isTold) => {
  const { failing, yaml } = await tryPages(browser, createWalks(way, links), {
    pages: 12,
    actions: 300,
    only: /^neighbours/,
  });
  expect(failing).toEqual(expected);
  expect(yaml.includes(`id: ${ID}`)).toBe(isTold);
});
