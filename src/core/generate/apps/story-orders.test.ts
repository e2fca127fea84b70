import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Pages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** People in the order of their last names, as their heading promises, or in none; and calls, of which the open ones are shown first. */
const people = (inOrder: boolean): string => `<h1>People</h1>
  <table aria-label=People><thead><tr><th><button>Name</button><th>Town</tr></thead><tbody></tbody></table>
  <h2>Tasks</h2><label>Show <select><option>Open<option>Done<option>All</select></label>
  <ul aria-label=Tasks></ul>
  <script>const all = ["Ann Moore", "Bob Lee", "Cleo Adams", "Dan Young", "Eve Brown"].map((name) => ({ name, last: name.split(" ")[1] }));
    let up = false;
    const draw = () => { document.querySelector("tbody").innerHTML = all.map(({ name }) => "<tr><td>" + name + "<td>Bath</tr>").join(""); };
    document.querySelector("button").onclick = () => { up = !up;
      if (${inOrder}) all.sort((a, b) => (up ? 1 : -1) * a.last.localeCompare(b.last)); else all.push(all.shift()); draw(); };
    const tasks = [["Call Ann", "Open"], ["Call Bob", "Open"], ["Call Cleo", "Open"], ["Write to Dan", "Done"], ["Walk with Eve", "Done"]];
    const field = document.querySelector("select");
    field.onchange = () => { document.querySelector("ul").innerHTML = tasks.filter(([, state]) => field.value === "All" || state === field.value).map(([name, state]) => "<li>" + name + " (" + state + ")</li>").join(""); };
    field.onchange(); draw();</script>`;

/** Courses of which one is free and one has been paid for; the others are sorted by what they cost, or by its letters, and chosen by their level, or not. */
const courses = (
  sound: boolean,
): string => `<h1>Courses</h1><label>Level <select id=level><option>All levels<option>Beginner<option>Advanced</select></label>
  <label>Sort by <select id=by><option>Title<option>Price, lowest first</select></label>
  <ul aria-label=Courses></ul><script>
    const all = [["Cooking", 25, "Beginner"], ["Drawing", 149, "Advanced"], ["Knots", null, "Beginner"], ["Maths", 9, "Beginner"], ["Poems", 0, "Advanced"], ["Spanish", 80, "Beginner"]];
    const price = (cost) => (cost === null ? "67% complete" : cost === 0 ? "Free" : "€" + cost + ".00");
    const draw = () => { document.querySelector("ul").innerHTML = all.filter(([, , its]) => !${sound} || level.value === "All levels" || its === level.value)
      .toSorted((a, b) => by.value === "Title" ? 0 : ${sound} ? a[1] - b[1] : String(a[1]).localeCompare(String(b[1])))
      .map(([name, cost, its]) => '<li><a href="/?course=' + name + '">' + name + "</a> " + its + " <b>" + price(cost) + "</b>").join(""); };
    level.onchange = by.onchange = draw; draw();</script>`;

/**
 * A crew, newest first as it is; each heading stands above the rows in a table of its own and knows three states: last first,
 * none, first first. Sorted by name the rows are in that order, or not.
 */
const crew = (
  inOrder: boolean,
): string => `<h1>Crew</h1><div><div><table><thead><tr><th><div>Name<button aria-label="Sort by Name"></button></div><th><div>Since<button aria-label="Sort by Since"></button></div></tr></thead></table></div>
  <div><table class=body><tbody></tbody></table></div></div><style>button { width: 14px; height: 24px }</style>
  <script>const all = [["Dan", "2026-05-04"], ["Ann", "2025-11-30"], ["Eve", "2025-02-17"], ["Bob", "2024-08-01"], ["Cleo", "2023-01-09"]];
    const draw = (rows) => { document.querySelector("tbody").innerHTML = rows.map(([name, since]) => "<tr><td>" + name + "<td>" + since + "</tr>").join(""); };
    const heads = [...document.querySelectorAll("th")];
    heads.forEach((head, at) => { head.setAttribute("aria-sort", ""); head.querySelector("button").onclick = () => {
      const now = head.getAttribute("aria-sort"); heads.forEach((other) => other.setAttribute("aria-sort", ""));
      if (now === "descending") return draw(all);
      head.setAttribute("aria-sort", "descending");
      draw(at === 0 && !${inOrder} ? [...all].reverse() : all.toSorted((a, b) => b[at].localeCompare(a[at]))); }; });
    draw(all);</script>`;

/** Bills on three pages, largest first once they are sorted: by what they come to, or by its letters. */
const bills = (
  inOrder: boolean,
): string => `<h1>Bills</h1><table aria-label=Bills><thead><tr><th>Bill<th><button>Total</button></tr></thead><tbody></tbody></table>
  <p><button id=back>Previous</button> <span></span> <button id=on>Next</button></p><script>
    const all = [48.1, 112.86, 97.3, 30.2, 55.9, 91.93, 18.18, 64.25, 27].map((sum, at) => ["Bill " + (at + 1), sum]);
    let rows = all, at = 0, sorted = false;
    const draw = () => { document.querySelector("tbody").innerHTML = rows.slice(at * 3, at * 3 + 3).map(([name, sum]) => "<tr><td>" + name + "<td>€" + sum.toFixed(2) + "</tr>").join("");
      document.querySelector("span").textContent = "Page " + (at + 1) + " of 3"; back.disabled = at === 0; on.disabled = at === 2; };
    on.onclick = () => { at += 1; draw(); }; back.onclick = () => { at -= 1; draw(); };
    document.querySelector("th button").onclick = ({ target }) => { sorted = !sorted; target.parentElement.ariaSort = sorted ? "descending" : ""; at = 0;
      rows = sorted ? all.toSorted((a, b) => ${inOrder} ? b[1] - a[1] : String(b[1]).localeCompare(String(a[1]))) : all; draw(); };
    draw();</script>`;

/** Orders on two pages by the stage that they are at, which have an order of their own. */
const stages = `<h1>Orders</h1><table aria-label=Orders><thead><tr><th>Order<th><button>Status</button></tr></thead><tbody></tbody></table>
  <p><button id=back>Previous</button> <span></span> <button id=on>Next</button></p><script>
    const steps = ["Draft", "Ordered", "Received", "Cancelled"];
    const all = [0, 3, 1, 0, 2, 1, 3, 0].map((step, at) => ["PO-" + (at + 1), step]); let rows = all, at = 0, way = -1;
    const draw = () => { document.querySelector("tbody").innerHTML = rows.slice(at * 5, at * 5 + 5).map(([name, step]) => "<tr><td>" + name + "<td>" + steps[step] + "</tr>").join("");
      document.querySelector("span").textContent = "Page " + (at + 1) + " of 2"; back.disabled = at === 0; on.disabled = at === 1; };
    on.onclick = () => { at += 1; draw(); }; back.onclick = () => { at -= 1; draw(); };
    document.querySelector("th button").onclick = ({ target }) => { way = -way; at = 0; target.parentElement.ariaSort = way > 0 ? "ascending" : "descending";
      rows = all.toSorted((a, b) => way * (a[1] - b[1])); draw(); };
    draw();</script>`;

/** Tasks by how much of each is done, some of which have nothing to do: those of which nothing is done stay as they were. */
const shares = `<h1>Tasks</h1><table aria-label=Tasks><thead><tr><th><button>Task</button><th><button>Steps</button></tr></thead><tbody></tbody></table><script>
    const all = [["Mend", 0, 6], ["Bake", 2, 4], ["Sew", 0, 3], ["Cut", 1, 5], ["Dig", 0, 0], ["Knit", 3, 3]]; let way = -1;
    const draw = (rows) => { document.querySelector("tbody").innerHTML = rows.map(([name, done, all]) => "<tr><td>" + name + "<td>" + (all ? done + "/" + all : "–") + "</tr>").join(""); };
    const keys = [([name]) => name, ([, done, all]) => all ? done / all : 2];
    document.querySelectorAll("th button").forEach((head, at) => { head.onclick = () => { way = -way; const key = keys[at];
      draw(all.toSorted((a, b) => way * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))); }; });
    draw(all);</script>`;

/** Books by title, leaving out their articles, or in no order; as a select and as a heading say. */
const titles = (inOrder: boolean): string => `<h1>Books</h1>
  <label>Sort by <select><option>Newest<option>Title A–Z</select></label>
  <table aria-label=Books><thead><tr><th><button>Title</button><th>Shelf</tr></thead><tbody></tbody></table><script>
    const all = ["The Mapmaker's Apprentice", "Zebra Crossing", "A Town in Ten Objects", "Night Ferry", "An Evening Out", "The Quiet Shore", "Blue Hour"];
    const bare = (title) => title.replace(/^(?:The|An?) /, ""); let way = -1;
    const by = (sign) => ${inOrder} ? all.toSorted((a, b) => sign * bare(a).localeCompare(bare(b))) : sign < 0 ? all : [...all.slice(1), all[0]];
    const table = (rows) => { document.querySelector("tbody").innerHTML = rows.map((title) => "<tr><td>" + title + "<td>North</tr>").join(""); };
    document.querySelector("select").onchange = ({ target }) => table(target.value === "Newest" ? all : by(1));
    document.querySelector("th button").onclick = () => { way = -way; table(by(way)); };
    table(all);</script>`;

const comments: Record<string, string> = {
  "/": `<h1>Comments</h1><p><a href="/a/1">First article</a> <a href="/a/2">Second article</a></p><table aria-label=Comments><thead><tr><th>By<th>Text</tr></thead>
    <tbody><tr><td>Ann<td>Well done</tr><tr><td>Bob<td>So it is</tr><tr><td>Cleo<td>Is it?</tr></tbody></table>`,
  "/a/1": `<h1>First article</h1><p>All about rain.</p><p>2 comments</p>`,
  "/a/2": `<h1>Second article</h1><p>All about snow.</p><p>1 comment</p>`,
};

/** Comments of all articles on one page, and those of one on its own. */
const articles: Pages = ({ url = "" }, response) =>
  void response
    .writeHead(url in comments ? 200 : 404, { "content-type": "text/html; charset=utf-8" })
    .end(
      `<!doctype html><html lang=en><title>News</title><link rel=icon href="data:,"><main>${comments[url] ?? "<h1>Not found</h1>"}</main>`,
    );

it.each<[what: string, page: Pages, failing: string[]]>([
  ["of people in the order of their last names", people(true), []],
  ["of people in no order", people(false), ["sort-home-name"]],
  ["of courses that are chosen and sorted", courses(true), []],
  [
    "of courses that are not chosen, and sorted by letters",
    courses(false),
    ["filter-home-level", "sort-home"],
  ],
  ["of a crew whose headings know one order and none", crew(true), []],
  ["of a crew that is not sorted by names", crew(false), ["sort-home-name"]],
  ["of bills in pages, the largest first", bills(true), []],
  ["of bills in pages that are sorted by letters", bills(false), ["sort-home-total"]],
  ["of orders by what is to be done with them", stages, []],
  ["of tasks by how much of each is done", shares, []],
  ["of titles that are sorted without their articles", titles(true), []],
  ["of titles in no order", titles(false), ["sort-home", "sort-home-title"]],
  ["of comments, and of articles that count their own", articles, []],
])("a suite for a page %s", { timeout: 240_000 }, async (_, page, expected) => {
  expect((await tryPages(browser, page)).failing).toEqual(expected);
});
