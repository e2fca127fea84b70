import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A day of a diary, which the address names, and weeks of shifts, which only the page knows. Each of `faults` makes one thing go wrong. */
const pages = (...faults: string[]): Record<string, string> => {
  const nav = `<nav><a href="/">Diary</a> <a href="/shifts">Shifts</a> <a href="/news">News</a></nav>
    <script>const has = (fault) => ${JSON.stringify(faults)}.includes(fault); const DAY = 86400000;
    const days = (n) => new Date(Math.floor(Date.now() / DAY) * DAY + n * DAY);
    const long = (day) => day.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });</script>`;
  const diary = `${nav}<h1>Diary</h1><button aria-label="Previous day">‹</button> <button>Today</button> <button aria-label="Next day">›</button><h2></h2>
    <ul><li>8:00 Anna Lee<li>9:00 Bob Fox</ul>
    <script>let at = has("address") ? 0 : Number(new URLSearchParams(location.search).get("in") ?? 0);
    const [back, today, on] = document.querySelectorAll("button");
    const draw = () => { document.querySelector("h2").textContent = long(days(at)); today.disabled = at === 0; };
    const go = (to) => { at = to; history.pushState(null, "", to === 0 ? "/" : "/?in=" + to); draw(); };
    back.onclick = () => go(at - (has("previous") ? 2 : 1)); on.onclick = () => go(at + 1); today.onclick = () => { if (!has("today")) go(0); };
    addEventListener("popstate", () => location.reload()); draw();</script>`;
  const shifts = `${nav}<h1>Shifts</h1><button>Previous week</button> <span></span> <button>Next week</button> <button>This week</button><table><thead><tr><th>Who<th>Day<tbody></tbody></table>
    <script>let at = 2; const [back, on, now] = document.querySelectorAll("button");
    const draw = () => { document.querySelector("span").textContent = "from " + long(days(at * 7));
      // Nobody has been asked for the weeks to come.
      document.querySelector("tbody").innerHTML = at > 2 ? "" : ["Anna", "Bob", "Cleo"].map((who, on) => "<tr><td>" + who + "<td>" + long(days(at * 7 + on))).join(""); };
    back.onclick = () => { at -= 1; draw(); }; on.onclick = () => { at += 1; draw(); }; now.onclick = () => { if (!has("today")) at = 0; draw(); }; draw();</script>`;
  // Today is a choice of what is listed here, and Next leads to older ones.
  const news = `${nav}<h1>News</h1><button>Today</button> <button>All</button><ul><li></ul><button>Next</button>
    <script>let at = 0; const [today, all, on] = document.querySelectorAll("button");
    const draw = (how) => { document.querySelector("li").textContent = how + " of " + long(days(-at)); };
    on.onclick = () => { at += 1; draw("News"); }; today.onclick = () => draw("Only news"); all.onclick = () => { at = 0; draw("News"); }; draw("News");</script>`;
  return { "/": diary, "/shifts": shifts, "/news": news };
};

it("days and weeks that can be turned are let be", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, pages(), { pages: 6, actions: 200 });
  expect(failing).toEqual([]);
  for (const id of ["periods-home", "periods-home-address", "periods-shifts"])
    expect(yaml).toContain(`id: ${id}\n`);
  for (const id of ["periods-news", "paging-shifts"]) expect(yaml).not.toContain(`id: ${id}\n`);
});

it("days that do not come back are found", { timeout: 240_000 }, async () => {
  const { failing } = await tryPages(browser, pages("today", "address"), { pages: 6, actions: 200 });
  expect(failing.toSorted()).toEqual(["periods-home", "periods-home-address", "periods-shifts"]);
});
