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

const kinds = ["Novel", "Poetry", "Essay"];
const starts = "Amber Birch Cedar Dune Ember Fjord Grove Heath Islet Jetty Kelp Lagoon".split(" ");
const books = starts.map((start, at) => ({
  title: `${start}wood ${at % 2 ? "Letters" : "Nights"}`,
  kind: kinds[at < 7 ? 0 : at < 10 ? 1 : 2] ?? "",
}));

const shell = (main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>Books</title><link rel=icon href="data:,"><main><h1>Books</h1>${main}</main>`;

const options = (all: string[], chosen = ""): string =>
  all.map((each) => `<option${each === chosen ? " selected" : ""}>${each}`).join("");

const head = "<table aria-label=Books><thead><tr><th>Title<th>Kind</tr></thead><tbody>";

/** What goes wrong, but for `pushes`: each choice has an address, of which `stuck` forgets the choice itself. */
type Fault = "search" | "filter" | "tabs" | "size" | "larger" | "part" | "pushes" | "stuck";

/** Books in pages of four that a script turns; tabs choose a kind where a select does not. */
const scripted = (faults: Fault[], drawn = false): string =>
  shell(`<label>Search <input type=search id=q></label> ${
    faults.includes("tabs") || drawn
      ? `<div role=tablist id=tabs>${["All", ...kinds].map((kind) => `<button role=tab aria-selected=${kind === "All"}>${kind}</button>`).join("")}</div>`
      : `<label>Kind <select id=kind>${options(["All kinds", ...kinds])}</select></label>`
  }
  ${head}</tbody></table><nav aria-label=Pages><button id=prev>Previous</button> <span id=at></span> <button id=next>Next</button></nav>
  ${
    drawn
      ? `<span id=per>Rows per page</span> <div role=combobox tabindex=0 aria-labelledby="per size" aria-haspopup=listbox aria-expanded=false id=size>4</div><div id=menu></div>`
      : `<label>Rows per page <select id=size>${options(["2", "4", "8", "20"], "4")}</select></label>`
  }
  <script>const all = ${JSON.stringify(books)}, faults = ${JSON.stringify(faults)}, $ = (css) => document.querySelector(css);
    let page = 1, many = 4, tab = "All";
    const draw = () => {
      const fits = (book, word) => book.title.toLowerCase().includes(word) && (tab === "All" || book.kind === tab) && (!$("#kind") || !$("#kind").selectedIndex || book.kind === $("#kind").value);
      const found = faults.includes("part") ? all : all.filter((book) => fits(book, $("#q").value.toLowerCase()));
      const pages = Math.max(1, Math.ceil(found.length / many));
      const rows = found.slice((page - 1) * many, page * many);
      $("tbody").innerHTML = rows.filter((book) => fits(book, $("#q").value.toLowerCase())).map((book) => "<tr><td>" + book.title + "<td>" + book.kind).join("");
      $("#at").textContent = "Page " + page + " of " + pages; $("#prev").disabled = page <= 1; $("#next").disabled = page >= pages; };
    const read = () => { const said = new URLSearchParams(location.search); $("#q").value = said.get("q") ?? ""; if ($("#kind")) $("#kind").value = said.get("kind") ?? "All kinds"; };
    const note = () => { if (faults.includes("pushes")) history.pushState(null, "", "/?" + new URLSearchParams({ q: $("#q").value, kind: $("#kind").value })); };
    const anew = (fault) => { if (!faults.includes(fault)) page = 1; draw(); if (fault !== "larger") note(); };
    onpopstate = () => { if (!faults.includes("stuck")) read(); draw(); };
    if (faults.includes("pushes")) read();
    const sized = (value) => { many = faults.includes("size") && value > 4 ? value - 3 : +value; anew("larger"); };
    $("#q").oninput = () => anew("search");
    if ($("#kind")) $("#kind").onchange = () => anew("filter");
    for (const each of document.querySelectorAll("[role=tab]")) each.onclick = () => { tab = each.textContent; anew("tabs");
      for (const other of document.querySelectorAll("[role=tab]")) other.ariaSelected = other === each; };
    $("#size").onchange = ({ target }) => sized(target.value);
    if ($("#menu")) $("#size").onclick = () => { $("#menu").innerHTML = "<div role=listbox>" + ["2", "4", "8", "20"].map((size) => "<div role=option>" + size + "</div>").join("") + "</div>";
      for (const option of $("#menu").querySelectorAll("[role=option]")) option.onclick = () => { $("#size").textContent = option.textContent; $("#menu").innerHTML = ""; sized(+option.textContent); }; };
    onkeydown = ({ key }) => { if (key === "Escape" && $("#menu")) $("#menu").innerHTML = ""; };
    $("#prev").onclick = () => { page -= 1; draw(); }; $("#next").onclick = () => { page += 1; draw(); };
    draw();</script>`);

/** The same by address, with a form that sends what is chosen; `bare`: later pages have no form. */
const served =
  (faults: Fault[], bare = false): RequestListener =>
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html" });
    if (pathname !== "/") return void response.end(shell("<p>Nothing here</p>"));
    const said = (name: string): string => searchParams.get(name) ?? "";
    const [q, kind, many] = [said("q"), said("kind"), Number(said("size") || 4)];
    const page = Number(said("page") || 1);
    const fits = books.filter(
      (book) => book.title.toLowerCase().includes(q.toLowerCase()) && (!kind || book.kind === kind),
    );
    const rows = fits.slice((page - 1) * many, page * many);
    const turn = (to: number, name: string): string =>
      to < 1 || (to - 1) * many >= fits.length
        ? ""
        : `<a href="/?${new URLSearchParams({ q, kind, size: String(many), page: String(to) }).toString()}">${name}</a>`;
    const kept = faults.includes("filter") && page > 1 ? `<input type=hidden name=page value=${page}>` : "";
    const form = `<form><label>Title <input type=search name=q value="${q}"></label> <label>Kind <select name=kind><option value="">All kinds${options(kinds, kind)}</select></label>
      <label>Books per page <select name=size>${options(["4", "8", "20"], String(many))}</select></label>${kept} <button>Apply</button></form>`;
    response.end(
      shell(
        `${bare && page > 1 ? "" : form}${head}${rows.map((book) => `<tr><td>${book.title}<td>${book.kind}`).join("")}</tbody></table>
        <nav aria-label=Pages>${turn(page - 1, "Previous")} <span>Page ${page}</span> ${turn(page + 1, "Next")}</nav>`,
      ),
    );
  };

const ofFilter = ["filter-begins-home-kind", "search-begins-home"];
const ofSize = ["page-size-home", "page-size-begins-home"];

it.each<[what: string, app: string | RequestListener, failing: string[], cases: string[], none: string[]]>([
  ["that a script turns", scripted([]), [], [...ofFilter, ...ofSize], []],
  [
    "whose search, choice and size keep the page, which has not as many rows as it says",
    scripted(["search", "filter", "larger", "size"]),
    ["filter-begins-home-kind", "page-size-begins-home", "page-size-home", "search-begins-home"],
    [],
    [],
  ],
  ["with an address for each choice", scripted(["pushes"]), [], ["back-home-poetry", "back-home-search"], []],
  [
    "whose choices stay when one goes back",
    scripted(["pushes", "stuck"]),
    ["back-home-poetry", "back-home-search"],
    [],
    [],
  ],
  ["with tabs and a drawn select", scripted([], true), [], ["filter-begins-home-tabs", ...ofSize], []],
  [
    "whose tabs and drawn select keep the page",
    scripted(["tabs", "larger"], true),
    ["filter-begins-home-tabs", "page-size-begins-home"],
    [],
    [],
  ],
  ["of which what is in sight alone is narrowed", scripted(["part"]), [], ofSize, ofFilter],
  ["that are addresses", served([]), [], [...ofFilter, ...ofSize], []],
  ["that are addresses without the form", served([], true), [], ["page-size-home"], ofFilter],
  [
    "that are addresses which the form sends as well",
    served(["filter"]),
    ["filter-begins-home-kind", "page-size-begins-home", "search-begins-home"],
    [],
    [],
  ],
])("a list in pages %s", { timeout: 400_000 }, async (_, app, expected, cases, none) => {
  const pages: RequestListener | { [path: string]: string } =
    typeof app === "string" ? (_request, response) => void response.end(app) : app;
  const { failing, yaml } = await tryPages(browser, pages, { actions: 200 });
  expect(failing.toSorted()).toEqual(expected);
  for (const id of cases) expect(yaml).toContain(`id: ${id}\n`);
  for (const id of none) expect(yaml).not.toContain(`id: ${id}\n`);
});
