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

type Way =
  | "its own"
  | "the first one's bills"
  | "the first one's bills, and which it is in the address"
  | "the first one's bills to who loads it as well"
  | "how often it was opened"
  | "nothing"
  | "its own on a page that is loaded";

/** The first of them is called by a number, by which no case finds it again. */
const MEMBERS = [
  ["Squad 4 Juniors", "Bill 100, €80.00", "Twelve people"],
  ["Ann Moor", "Bill 101, €20.00", "Plays the viola"],
  ["Ben Hill", "Bill 102, €35.50", "Comes on Mondays"],
  ["Cleo Marsh", "Bill 103, €12.00", "Pays by card"],
];

/** Members whose bills and notes a script shows below tabs; what those of one show to who comes from another one. */
const createClub =
  (way: Way): RequestListener =>
  (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://club.example");
    response.writeHead(/^\/(?:members\/\d+)?$/.test(pathname) ? 200 : 404, { "content-type": "text/html" });
    response.end(`<!doctype html><html lang=en><title>Club</title><link rel=icon href="data:,">
      <nav><a href="/">Members</a></nav><main></main><script>
      const MEMBERS = ${JSON.stringify(MEMBERS)}, way = ${JSON.stringify(way)};
      const main = document.querySelector("main");
      let kept = way.endsWith("as well") ? MEMBERS[0][1] : null;
      const textOf = (at, name) => {
        if (way === "nothing") return "Nothing yet";
        if (way === "how often it was opened") return "Opened " + (localStorage.opened = Number(localStorage.opened ?? 0) + 1) + " times by you";
        if (name === "Notes") return MEMBERS[at][2];
        if (way.startsWith("the first")) return (kept ??= MEMBERS[at][1]);
        return MEMBERS[at][1];
      };
      const show = () => {
        const at = Number(/\\d+$/.exec(location.pathname)?.[0] ?? 0) - 1;
        if (at < 0) {
          main.innerHTML = "<h1>Members</h1><table><thead><tr><th>Name</th></tr></thead><tbody>" + MEMBERS.map(([name], at) => '<tr><td><a href="/members/' + (at + 1) + '">' + name + "</a></td></tr>").join("") + "</tbody></table>";
          return;
        }
        main.innerHTML = "<h1>" + MEMBERS[at][0] + "</h1><div role=tablist>" + ["Profile", "Bills", "Notes"].map((name) => '<button role=tab aria-selected=' + (name === "Profile") + ">" + name + "</button>").join("") + "</div><div role=tabpanel><p>A member since 2019.</p></div>";
        for (const tab of main.querySelectorAll("[role=tab]")) tab.onclick = () => {
          for (const each of main.querySelectorAll("[role=tab]")) each.setAttribute("aria-selected", each === tab);
          if (way.endsWith("address")) history.replaceState(null, "", "?tab=" + tab.textContent.toLowerCase());
          main.querySelector("[role=tabpanel]").textContent = tab.textContent === "Profile" ? "A member since 2019." : textOf(at, tab.textContent);
        };
      };
      if (!way.endsWith("loaded")) addEventListener("click", (event) => {
        const to = event.target.closest("a");
        if (!to) return;
        event.preventDefault();
        history.pushState(null, "", to.href);
        show();
      });
      addEventListener("popstate", show);
      show();
    </script>`);
  };

it.each<[Way, string[], boolean]>([
  ["its own", [], true],
  ["the first one's bills", ["item-tabs-home"], true],
  ["the first one's bills, and which it is in the address", ["item-tabs-home"], true],
  ["the first one's bills to who loads it as well", [], true],
  ["how often it was opened", [], false],
  ["nothing", [], false],
  ["its own on a page that is loaded", [], false],
])("the tabs of an item show %s", { timeout: 240_000 }, async (way, expected, isTried) => {
  const { failing, yaml } = await tryPages(browser, createClub(way), {
    only: /^item-tabs/,
    pages: 8,
    actions: 300,
    depth: 3,
  });
  expect(failing).toEqual(expected);
  expect(yaml.includes("id: item-tabs-")).toBe(isTried);
});
