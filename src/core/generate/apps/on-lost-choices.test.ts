import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Keeps = "address" | "memory" | "nothing";

/**
 * Boats and those who own them, on routes of one page. Boats are chosen by kind and by berth, owners by town: each list has
 * that in its address, keeps it in mind until the page is loaded anew, or forgets it where one leaves.
 */
const app = (boats: Keeps, owners: Keeps): string => `<div id=app></div><script>
  const kept = {}, keeps = { "/": ${JSON.stringify(boats)}, "/owners": ${JSON.stringify(owners)} };
  const names = ["Ada", "Bo", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Lea"];
  const lists = {
    "/": { title: "Boats", to: "/boats/", rows: names.map((name, at) => ({ name: name + "mira", Kind: ["Sail", "Motor", "Row"][at % 3], Berth: ["North", "South"][at % 2] })), by: ["Kind", "Berth"] },
    "/owners": { title: "Owners", to: "/owners/", rows: names.slice(0, 6).map((name, at) => ({ name: name + " Berg", Town: ["Kiel", "Riga"][at % 2] })), by: ["Town"] },
  };
  const link = (to, text) => '<a href="' + to + '">' + text + "</a>";
  const draw = () => {
    const at = location.pathname, list = lists[at], out = document.querySelector("#app");
    const nav = "<nav>" + link("/", "Boats") + " " + link("/owners", "Owners") + "</nav>";
    if (!list) { out.innerHTML = nav + "<main><h1>" + decodeURIComponent(at.split("/").pop()) + "</h1><p>All that is known.</p></main>"; document.title = at; return; }
    const said = keeps[at] === "address" ? Object.fromEntries(new URLSearchParams(location.search)) : keeps[at] === "memory" ? (kept[at] ??= {}) : {};
    document.title = list.title;
    out.innerHTML = nav + "<main><h1>" + list.title + "</h1>" + list.by.map((by) => "<label>" + by + " <select><option>All" + [...new Set(list.rows.map((row) => row[by]))].map((one) => "<option" + (said[by] === one ? " selected" : "") + ">" + one).join("") + "</select></label> ").join("") + "<div id=list></div></main>";
    const selects = [...out.querySelectorAll("select")];
    const fill = () => {
      const chosen = Object.fromEntries(list.by.map((by, at) => [by, selects[at].value]).filter(([, value]) => value !== "All"));
      if (keeps[at] === "address") history.replaceState(null, "", at + (Object.keys(chosen).length ? "?" + new URLSearchParams(chosen) : ""));
      if (keeps[at] === "memory") kept[at] = chosen;
      const rows = list.rows.filter((row) => Object.entries(chosen).every(([by, value]) => row[by] === value));
      document.querySelector("#list").innerHTML = "<table aria-label=" + list.title + "><thead><tr><th>Name" + list.by.map((by) => "<th>" + by).join("") + "</thead><tbody>" + rows.map((row) => "<tr><td>" + link(list.to + encodeURIComponent(row.name), row.name) + list.by.map((by) => "<td>" + row[by]).join("")).join("") + "</tbody></table>";
    };
    for (const select of selects) select.onchange = fill;
    fill();
  };
  addEventListener("click", (event) => { const to = event.target.closest("a"); if (!to) return; event.preventDefault(); history.pushState(null, "", to.href); draw(); });
  addEventListener("popstate", draw);
  draw();</script>`;

it.each<[Keeps, Keeps, string[]]>([
  ["address", "address", []],
  ["memory", "address", []],
  // Nothing is kept anywhere, or by the larger list alone: such is that app.
  ["nothing", "nothing", []],
  ["address", "nothing", []],
  ["nothing", "address", ["kept-back-home-kind"]],
])(
  "what is chosen of boats is kept by: %s, of owners by: %s",
  { timeout: 120_000 },
  async (boats, owners, told) => {
    const only = /^kept-back-/;
    const limits = { only, pages: 8, actions: 300 };
    const served = app(boats, owners);
    const { failing, yaml } = await tryPages(
      browser,
      (request, response) => {
        const isIcon = request.url === "/favicon.ico";
        response.writeHead(isIcon ? 204 : 200, { "content-type": "text/html; charset=utf-8" });
        response.end(
          isIcon ? "" : `<!doctype html><html lang=en><meta charset=utf-8><title>Harbour</title>${served}`,
        );
      },
      limits,
    );
    expect(failing).toEqual(told);
    expect(yaml).toContain("- id: filter-home-kind");
  },
);
