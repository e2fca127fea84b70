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

/** What goes wrong, each in a place of its own. */
type Fault = "quickest" | "votes" | "cooked" | "friday" | "sunday" | "dinner" | "budget";

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
  <nav aria-label=Main><a href="/">Recipes</a> <a href="/week">Week</a> <a href="/plan">Plan</a> <a href="/budget">Budget</a></nav><main><h1>${title}</h1>${main}</main>`;

const dishes = "Soup Curry Pie Salad Stew Toast Risotto Lasagne Omelette Pancakes".split(" ");
const recipes = dishes.map((title, at) => ({
  title,
  minutes: [20, 105, 9, 15, 180, 5, 50, 120, 10, 25][at] ?? 0,
  votes: [3, 11, 1, 9, 24, 2, 7, 15, 4, 10][at] ?? 0,
  active: (at * 7) % 10,
  cooked: [14, 7, 112, 31, 2, 9, 120, 45, 18, 101][at] ?? 0,
}));

/** Cards with a length of time, a number of votes and the day on which they were added, which is not that of the last comment. */
const recipesPage = (faults: Fault[]): string =>
  shell(
    "Recipes",
    `<label>Sort by <select id=sort><option>Title A–Z<option>Quickest first<option>Most votes<option>Most cooked<option>Newest first<option>Latest activity</select></label>
    <section id=cards aria-label=Recipes></section><script>const all = ${JSON.stringify(recipes)}, faults = ${JSON.stringify(faults)};
    const time = (minutes) => minutes < 60 ? minutes + " min" : Math.floor(minutes / 60) + " h" + (minutes % 60 ? " " + minutes % 60 + " min" : "");
    const text = (key) => (a, b) => String(a[key]) < String(b[key]) ? -1 : 1;
    const orders = { "Quickest first": faults.includes("quickest") ? text("minutes") : (a, b) => a.minutes - b.minutes,
      "Most votes": faults.includes("votes") ? (a, b) => text("votes")(b, a) : (a, b) => b.votes - a.votes,
      "Most cooked": faults.includes("cooked") ? (a, b) => text("cooked")(b, a) : (a, b) => b.cooked - a.cooked,
      "Newest first": (a, b) => all.indexOf(b) - all.indexOf(a), "Latest activity": (a, b) => b.active - a.active };
    const draw = () => { cards.innerHTML = [...all].sort(orders[sort.value] ?? text("title")).map((recipe) => "<article><h2><a href='#" + recipe.title + "'>" + recipe.title + "</a></h2><p>" +
      time(recipe.minutes) + " · 4 servings · " + recipe.votes + (recipe.votes === 1 ? " vote" : " votes") + " · cooked " + recipe.cooked + " times · added on " + (all.indexOf(recipe) + 1) + " March 2026</p></article>").join(""); };
    sort.onchange = draw; draw();</script>`,
  );

const worked = [
  ["Office", 3.5, 6, 2.25, 0, 4.75, 0, 0],
  ["Portal", 4.25, 1.75, 5.5, 7.25, 0, 0, 2],
  ["Training", 0, 0, 0, 0, 2.5, 0, 0],
] as const;

/** Hours of a week, with sums of each day and of each line; there is nothing in the next week yet. */
const weekPage = (faults: Fault[]): string =>
  shell(
    "Week",
    `<p><button id=back>Previous week</button> <b id=name></b> <button id=on>Next week</button></p><div id=week></div>
    <p>Planned: 40.00 h</p><script>const rows = ${JSON.stringify(worked)}, faults = ${JSON.stringify(faults)}, weeks = { 47: rows, 48: [] }; let at = 47;
    const cell = (hours) => hours ? hours.toFixed(2) : "–", sum = (all) => all.reduce((a, b) => a + b, 0);
    const draw = () => { const now = weeks[at] ?? []; document.getElementById("name").textContent = "Week " + at;
      const days = [0, 1, 2, 3, 4, 5, 6].map((day) => sum(now.map((row) => row[day + 1])));
      week.innerHTML = "<table><caption>Hours</caption><thead><tr>" + ["Project", "Mon 16", "Tue 17", "Wed 18", "Thu 19", "Fri 20", "Sat 21", "Sun 22", "Total"].map((name) => "<th>" + name).join("") + "</thead><tbody>" +
        now.map((row) => "<tr><td>" + row[0] + row.slice(1).map((hours) => "<td>" + cell(hours)).join("") + "<td>" + cell(sum(row.slice(1, faults.includes("sunday") ? 7 : 8)))).join("") +
        "</tbody><tfoot><tr><th>Total" + days.map((hours) => "<td>" + cell(hours)).join("") + "<td>" + cell(sum(days.filter((_, day) => day !== 4 || !faults.includes("friday")))) + "</tfoot></table>"; };
    back.onclick = () => { at -= 1; draw(); }; on.onclick = () => { at += 1; draw(); }; draw();</script>`,
  );

/** Meals of a week with the time that each day takes; beside them the time of the week, what it takes in the mean, and tiles of something else. */
const planPage = (faults: Fault[]): string => {
  const time = (minutes: number): string =>
    minutes < 60
      ? `${minutes} min`
      : `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ""}`;
  const meals = [
    [15, 35],
    [0, 45],
    [20, 0],
    [0, 0],
    [25, 80],
  ];
  const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
  const all = meals.flat().reduce((sum, each) => sum + each, 0);
  return shell(
    "Plan",
    `<p>6 meals planned, ${time(all)} of cooking this week. ${time(all / 5)} of cooking a day in the mean.</p><div>Dinner today 45 min</div><div>All days <b>Cooking this week 3 h</b></div>
    <table><thead><tr><th>Day<th>Lunch<th>Dinner<th>Cooking time</thead><tbody>${meals
      .map(([lunch = 0, dinner = 0], at) => {
        const sum = faults.includes("dinner") ? lunch : lunch + dinner;
        return `<tr><td>${days[at]}<td>${lunch > 0 ? "Soup" : ""}<td>${dinner > 0 ? "Pasta" : ""}<td>${time(sum)}`;
      })
      .join("")}</tbody></table>`,
  );
};

/** Amounts by month whose last row is their sum, beside a table that ends in what is left of a budget. */
const budgetPage = (faults: Fault[]): string =>
  shell(
    "Budget",
    `<table aria-label=Costs><thead><tr><th>Kind<th>January<th>February</thead><tbody><tr><td>Rent<td>€900.00<td>€900.00<tr><td>Power<td>€80.50<td>€91.00<tr><td>Water<td>–<td>€30.00
    <tr><td>Total<td>€980.50<td>${faults.includes("budget") ? "€991.00" : "€1,021.00"}</tbody></table>
    <table aria-label=Left><thead><tr><th>Kind<th>Hours</thead><tbody><tr><td>Booked<td>12<tr><td>Budget<td>20<tr><td>Total<td>8</tbody></table>`,
  );

const numbers = (...faults: Fault[]): Pages => ({
  "/": recipesPage(faults),
  "/week": weekPage(faults),
  "/plan": planPage(faults),
  "/budget": budgetPage(faults),
});

it.each<[what: string, faults: Fault[], failing: string[]]>([
  ["that are right", [], []],
  [
    "that are wrong",
    ["quickest", "friday", "dinner", "budget"],
    ["sort-home", "totals-budget", "totals-plan", "totals-week"],
  ],
  ["that are wrong elsewhere", ["votes", "sunday"], ["sort-home", "totals-week"]],
  ["that are wrong by a count after its word", ["cooked"], ["sort-home"]],
])("orders and sums of numbers %s", { timeout: 240_000 }, async (_, faults, expected) => {
  const { failing, yaml } = await tryPages(browser, numbers(...faults), { actions: 120, pages: 9 });
  expect(failing.toSorted()).toEqual(expected);
  for (const id of ["sort-home", "totals-budget", "totals-plan", "totals-week"])
    expect(yaml).toContain(`id: ${id}\n`);
  expect(yaml).not.toContain("Latest activity");
  expect(yaml).toContain("Most cooked");
});
