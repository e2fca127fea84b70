import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/**
 * Boats of a harbour, ten at a time, sorted by headings that no role tells, of a kind that one chooses, found by a search.
 * They come a moment after the page; the search's hint has the word of a heading, and the address says what was chosen and
 * looked for. Each of `faults` makes one thing go wrong.
 */
const harbour = (
  ...faults: string[]
): string => `<h1>Harbour</h1><input type=search placeholder="Search by name or berth"> <label>Kind <select><option>All kinds<option>Sail<option>Motor<option>Row</select></label>
  <div id=list><p>Loading…</p></div>
  <script>const has = (fault) => ${JSON.stringify(faults)}.includes(fault);
    const names = ["Ada", "Bo", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Lea", "Moe", "Nan", "Ole", "Pia", "Quin", "Rob", "Sue", "Tom", "Una", "Vic", "Wes", "Xan"];
    const all = names.map((start, at) => ({ name: start + "mira", at, berth: (at * 37) % 130 + 2, kind: ["Sail", "Motor", "Sail", "Row", "Sail"][at % 5] }));
    const box = document.querySelector("input"), pick = document.querySelector("select"), list = document.querySelector("#list");
    const said = new URLSearchParams(has("reload") ? "" : location.search); box.value = said.get("q") ?? ""; pick.value = said.get("kind") ?? "All kinds";
    const note = () => { const to = new URLSearchParams(); if (box.value) to.set("q", box.value); if (pick.selectedIndex) to.set("kind", pick.value);
      history.replaceState(null, "", to.size ? "/?" + to : "/"); };
    let shown = [], sort = "name", turn = 1;
    const compare = (a, b) => (sort === "berth" && !has("sort") ? a.berth - b.berth : String(a[sort]).localeCompare(String(b[sort]))) * turn;
    const rows = (more) => {
      const fits = (boat) => (!pick.selectedIndex || boat.kind === pick.value || (more && has("filter"))) && boat.name.toLowerCase().includes(box.value.toLowerCase());
      return all.filter(fits).sort(compare);
    };
    const load = (more = false) => note() ?? setTimeout(() => {
      const found = rows(more), from = more ? shown.length - (has("twice") ? 1 : 0) : 0;
      shown = (more ? shown : []).concat(found.slice(from, from + 10));
      list.innerHTML = !shown.length ? "<p>" + (has("endless") ? "Loading…" : "Nothing found.") + "</p>" : "<table aria-label=Boats><thead><tr>" + ["name", "berth", "kind"].map((key) =>
          "<th><div style='cursor:pointer' data-sort=" + key + ">" + key[0].toUpperCase() + key.slice(1) + (sort === key ? (turn > 0 ? " ▲" : " ▼") : "") + "</div></th>").join("") + "</tr></thead><tbody>" +
        shown.map((boat) => "<tr><td><a href='/?boat=" + boat.at + "'>" + boat.name + "</a><td><div style='display:inline-block'>−</div><span>" + boat.berth + "</span><div style='display:inline-block'>+</div><td>" + boat.kind + "</tr>").join("") + "</tbody></table>" +
        (shown.length < found.length || (has("stays") && found.length > 10) ? "<button id=more>Load more</button>" : "");
      for (const head of list.querySelectorAll("[data-sort]")) head.onclick = () => { turn = sort === head.dataset.sort ? -turn : 1; sort = head.dataset.sort; load(); };
      const on = list.querySelector("#more"); if (on) on.onclick = () => load(true);
    }, 150);
    box.oninput = () => load(); pick.onchange = () => load(); load();</script>`;

const pages = (main: string) => ({ "/": main, "/?boat=0": "<h1>Ada</h1><p>A boat.</p>" });

it("a list that goes on as one asks for more is let be", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, pages(harbour()), { actions: 300 });
  expect(failing).toEqual([]);
  for (const id of [
    "paging-home",
    "paging-home-end",
    "filter-pages-home-kind",
    "sort-home-name",
    "reload-home-kind",
  ])
    expect(yaml).toContain(`id: ${id}`);
});

it("what goes wrong in a list as one asks for more is found", { timeout: 240_000 }, async () => {
  const main = harbour("twice", "stays", "filter", "sort", "endless", "reload");
  const { failing } = await tryPages(browser, pages(main), { actions: 300 });
  expect(failing.toSorted()).toEqual([
    "filter-pages-home-kind",
    "paging-home",
    "paging-home-end",
    "reload-home-kind",
    "reload-home-search",
    "search-home",
    "sort-home-name",
  ]);
});

/** Boats, ten at a time, below their number; asking for more leaves out `skipped` at each turn. */
const counted = (
  skipped: number,
): string => `<h1>Boats</h1><p>28 boats</p><ul></ul><button type=button>Load more</button>
  <script>const list = document.querySelector("ul"), more = document.querySelector("button"); let at = 0;
    const all = Array.from({ length: 28 }, (_, at) => ["Ada", "Bo", "Cid", "Dot"][at % 4] + ["mira", "lene", "vin", "ran", "sa", "ty", "wo"][Math.floor(at / 4)]);
    const load = () => { for (const name of all.slice(at, at + 10)) { const item = document.createElement("li"), link = document.createElement("a");
      link.href = "/?boat=" + name; link.textContent = name; item.append(link); list.append(item); } at += 10; more.hidden = at >= all.length; };
    more.onclick = () => { at += ${skipped}; load(); }; load();</script>`;

it.each([
  ["all", 0, []],
  ["all but two", 1, ["said-pages-home"]],
])(
  "asking for more shows %s of as many as are said to be there",
  { timeout: 120_000 },
  async (_, skipped, told) => {
    const { failing, yaml } = await tryPages(browser, pages(counted(skipped)), {
      actions: 300,
      only: /^said-pages-/,
    });
    expect(yaml).toContain("- id: said-pages-home\n");
    expect(failing).toEqual(told);
  },
);
