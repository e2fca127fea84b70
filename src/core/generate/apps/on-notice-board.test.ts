import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** The entry of the page that is open is marked, and that of the news on the start page, which shows these; so is the language on all of them. */
const page = (path: string, main: string): string => {
  const entries = ["News", "Birthdays", "Payments", "Stock", "Recipes", "Threads", "Talks"].map((name) => {
    const href = `/${name.toLowerCase()}`;
    const isOpen = href === path || (path === "/" && name === "News");
    return `<a href="${href}"${isOpen ? " class=active" : ""}>${name}</a>`;
  });
  return `<header role=banner><a href="/">Harbour House</a> <nav>${entries.join(" ")}</nav> <a class=active href="/lang/en">EN</a></header>
    ${main}<footer role=contentinfo><a href="/news">News</a> <a href="/imprint">Imprint</a></footer>`;
};

const table = (columns: string[], rows: string[][]): string =>
  `<table><thead><tr>${columns.map((name) => `<th>${name}`).join("")}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}`).join("")}</tr>`)
    .join("")}</tbody></table>`;

const list = (items: string[]): string => `<ul>${items.map((item) => `<li>${item}`).join("")}</ul>`;

/** The rules of the house stay on top, although they are the oldest. */
const news = `<h1>News</h1><p>7 entries, newest first</p>${table(
  ["Title", "Posted"],
  [
    ["Rules of the house", "4 Jan 2024"],
    ["Who has the key to the shed?", "9 Mar 2025"],
    ["New bins from Monday on", "12 Aug 2025"],
    ["Water is off on Tuesday", "3 Aug 2025"],
    ["The lift is mended", "21 Jul 2025"],
    ["Summer party", "2 Jul 2025"],
    ["Bicycles in the yard", "18 Jun 2025"],
  ],
)}`;

/** Days on which people were born, which no heading says. */
const home = `<h1>Harbour House</h1><h2>Coming up</h2>${list(["Dan Moore turns 40, 3 Oct 1985", "Eve Lee turns 30, 9 Oct 1995"])}`;

/** One of them was born but a year ago. */
const birthdays = `<h1>Birthdays</h1><h2>Upcoming birthdays</h2>${list(["Ann Smith, 12 May 1990", "Bob Ray, 20 May 1985", `Cleo Fox, 2 June ${new Date().getFullYear() - 1}`])}`;

const payments = `<h1>Payments</h1><h2>Upcoming charges</h2>${list(["Rent, 1 Mar 2025, overdue", "Heating, 1 Apr 2025, overdue", "Rent, 1 Mar 2099"])}`;

/** What is a phone is electronics as well, but says just the former. */
const stock = `<h1>Stock</h1><label>Category <select><option>All<option>Electronics<option>Phones<option>Books</select></label>
  ${table(["Name", "Category"], [])}<script>const rows = [["Cable", "Electronics"], ["Pixel", "Phones"], ["Nokia", "Phones"], ["Atlas", "Books"], ["Bible", "Books"], ["Radio", "Electronics"]];
  const select = document.querySelector("select");
  const draw = () => { document.querySelector("tbody").innerHTML = rows.filter(([, kind]) => select.value === "All" || kind === select.value || (select.value === "Electronics" && kind === "Phones"))
    .map((cells) => "<tr><td>" + cells.join("<td>") + "</tr>").join(""); }; select.onchange = draw; draw();</script>`;

/** Two tags of each are shown, and how many it has besides. */
const recipes = `<h1>Recipes</h1><label>Tag <select><option>All<option>Vegan<option>Quick<option>Winter</select></label><ul></ul>
  <script>const recipes = [["Dal", "Vegan", "Quick"], ["Ribollita", "Vegan", "Winter"], ["Goulash", "Hearty", "Stew", "Winter"], ["Omelette", "Quick"], ["Tofu pan", "Vegan"], ["Toast", "Quick"]];
  const select = document.querySelector("select");
  const draw = () => { document.querySelector("ul").innerHTML = recipes.filter((tags) => select.value === "All" || tags.includes(select.value))
    .map(([name, ...tags]) => "<li><b>" + name + "</b> " + tags.slice(0, 2).join(" ") + (tags.length > 2 ? " +" + (tags.length - 2) : "")).join(""); }; select.onchange = draw; draw();</script>`;

/** The first of them stay where they are, whatever the others are sorted by. */
const sorted = (title: string, pinned: number, rows: [string, number, string][]): string =>
  `<h1>${title}</h1>${pinned > 1 ? "<label>Sort by <select><option>Default<option>Title A–Z</select></label>" : ""}
  <table><thead><tr><th><button>Title</button><th><button>Replies</button><th><button>Last post</button></tr></thead><tbody></tbody></table>
  <script>const rows = ${JSON.stringify(rows)}; let last = -1, sign = 1;
  const draw = (by) => { const rest = rows.slice(${pinned}); if (by >= 0) rest.sort((a, b) => sign * (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : 0));
    document.querySelector("tbody").innerHTML = [...rows.slice(0, ${pinned}), ...rest].map((cells) => "<tr><td>" + cells.join("<td>") + "</tr>").join(""); };
  document.querySelectorAll("th button").forEach((head, at) => { head.onclick = () => { sign = last === at ? -sign : 1; last = at; draw(at); }; });
  document.querySelector("select")?.addEventListener("change", ({ target }) => { sign = 1; draw(target.selectedIndex - 1); }); draw(-1);</script>`;

const threads = sorted("Threads", 2, [
  ["📌 Rules", 12, "2025-03-02"],
  ["📌 How to ask", 3, "2025-01-20"],
  ["Noise at night", 7, "2025-08-01"],
  ["Bins", 1, "2025-08-09"],
  ["Laundry room", 22, "2025-07-11"],
  ["Yard", 9, "2025-02-14"],
]);

/** Nothing tells here that the first one stays there. */
const talks = sorted("Talks", 1, [
  ["Opening", 40, "2025-06-01"],
  ["Zebra fish", 12, "2025-05-09"],
  ["Ants", 55, "2025-07-19"],
  ["Moss", 31, "2025-06-30"],
  ["Peat", 8, "2025-08-12"],
]);

const pages = (mains: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(mains).map(([path, main]) => [path, page(path, main)]));

it("lets lists be that only look as if their words were wrong", { timeout: 240_000 }, async () => {
  const mains = {
    "/": home,
    "/news": news,
    "/birthdays": birthdays,
    "/payments": payments,
    "/stock": stock,
    "/recipes": recipes,
    "/threads": threads,
    "/talks": talks,
    "/imprint": "<h1>Imprint</h1><p>Harbour House, 1 Quay Street</p>",
    "/lang/en": "<h1>English</h1><p>It is spoken now.</p>",
  };
  const { failing } = await tryPages(browser, pages(mains), {
    pages: 10,
    actions: 200,
    only: /^(?:coming|filter|nav-current|sort|order)-/,
  });
  expect(failing).toEqual([]);
});
