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

const words =
  "Logo Banner Footer Search Basket Terms Icons Fonts Menu Tables Charts Forms Alerts Dialogs Avatars Badges Tabs".split(
    " ",
  );
const people = ["Mira", "Jon", "Lea"];
const labels = ["Design", "Content", "Backend", "Idea"];
const tasks = words.map((word, at) => ({
  title: `${word} of the site`,
  person: people[at % 3] ?? "",
  label: labels[(at * at + Math.floor(at / 5)) % 4] ?? "",
  hours: [2, 16, 4, 9, 1, 30, 12, 3][at % 8] ?? 0,
}));

/** What goes wrong, each in a place of its own. */
type Fault = "skips" | "ignores" | "searches" | "clear" | "text" | "total";

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
  <nav aria-label=Main><a href="/">Tasks</a> <a href="/reports">Reports</a></nav><main><h1>${title}</h1>${main}</main>`;

const options = (all: string, values: string[]): string =>
  [`<option value="">${all}`, ...values.map((value) => `<option>${value}`)].join("");

/** Tasks in numbered pages, with two filters, a search and an order, all of which one page does by itself. */
const tasksPage = (faults: Fault[]): string =>
  shell(
    "Tasks",
    `<div role=search><label>Search tasks <input type=search id=q></label>
    <label>Person <select id=person>${options("Everybody", people)}</select></label>
    <label>Label <select id=label>${options("All labels", labels)}</select></label> <button id=clear>Clear filters</button></div>
    <p role=status></p><label>Sort by <select id=sort><option>Number<option>Title<option>Estimate</select></label>
    <table aria-label=Tasks><thead><tr><th>Task<th>Person<th>Label<th>Estimate</thead><tbody></tbody></table><nav aria-label=Pages></nav>
    <script>const all = ${JSON.stringify(tasks)}, faults = ${JSON.stringify(faults)}; let page = 1;
    const [body, status, nav] = ["tbody", "[role=status]", "nav[aria-label=Pages]"].map((css) => document.querySelector(css));
    const hours = (task) => task.hours.toFixed(2) + " h";
    const draw = () => {
      const rows = all.filter((task) => task.title.toLowerCase().includes(q.value.toLowerCase())
        && (!person.value || task.person === person.value || faults.includes("ignores") && label.value || faults.includes("searches") && q.value)
        && (!label.value || task.label === label.value));
      if (sort.value === "Title") rows.sort((a, b) => a.title.localeCompare(b.title));
      if (sort.value === "Estimate") rows.sort((a, b) => faults.includes("text") ? hours(a).localeCompare(hours(b)) : a.hours - b.hours);
      status.textContent = rows.length + (rows.length === 1 ? " task" : " tasks");
      const from = (page - 1) * 10 + (page > 1 && faults.includes("skips") ? 1 : 0);
      body.innerHTML = rows.slice(from, page * 10).map((task) => "<tr><td>" + [task.title, task.person, task.label, hours(task)].join("<td>")).join("");
      const pages = Math.ceil(rows.length / 10);
      nav.innerHTML = pages < 2 ? "" : Array.from({ length: pages }, (_, at) => "<button aria-label='Page " + (at + 1) + "'" + (at + 1 === page ? " aria-current=page" : "") + ">" + (at + 1) + "</button>").join("");
      [...nav.children].forEach((button, at) => { button.onclick = () => { page = at + 1; draw(); }; });
    };
    for (const field of [q, person, label, sort]) field.oninput = () => { page = 1; draw(); };
    clear.onclick = () => { if (faults.includes("clear")) return; for (const field of [q, person, label]) field.value = ""; page = 1; draw(); };
    draw();</script>`,
  );

/** Hours by person, of which those of the last are left out of the total. */
const reportsPage = (faults: Fault[]): string => {
  const rows = people.map((person) => {
    const own = tasks.filter((task) => task.person === person);
    const hours = own.reduce((sum, task) => sum + task.hours, 0);
    return { person, tasks: own.length, hours, each: Math.round((hours / own.length) * 10) / 10 };
  });
  const sum = (of: typeof rows): number => of.reduce((all, { hours }) => all + hours, 0);
  const total = sum(faults.includes("total") ? rows.slice(0, -1) : rows);
  return shell(
    "Reports",
    `<table aria-label=People><thead><tr><th>Person<th>Tasks<th>Estimate<th>Average</thead><tbody>${rows
      .map(
        (row) =>
          `<tr><td>${row.person}<td>${row.tasks}<td>${row.hours.toFixed(2)} h<td>${row.each.toFixed(1)} h`,
      )
      .join(
        "",
      )}</tbody><tfoot><tr><td>Total<td>${tasks.length}<td>${total.toFixed(2)} h<td>${(sum(rows) / tasks.length).toFixed(1)} h</tfoot></table>`,
  );
};

const hours = (...faults: Fault[]): Pages => ({
  "/": tasksPage(faults),
  "/reports": reportsPage(faults),
});

it.each<[what: string, faults: Fault[], failing: string[]]>([
  ["that is right", [], []],
  [
    "that is wrong",
    ["skips", "ignores", "searches", "clear", "text", "total"],
    [
      "filters-clear-home",
      "filters-together-home-person-label",
      "filters-together-home-search-tasks-person",
      "said-pages-home",
      "sort-home",
      "sort-pages-home",
      "totals-reports",
    ],
  ],
])(
  "hours of tasks in numbered pages, with filters, %s",
  { timeout: 300_000 },
  async (_, faults, expected) => {
    const { failing, yaml } = await tryPages(browser, hours(...faults), { actions: 300, pages: 60 });
    expect(failing.toSorted()).toEqual(expected);
    for (const id of [
      "filters-clear-home",
      "filters-together-home-person-label",
      "paging-home",
      "said-pages-home",
      "sort-home",
      "totals-reports",
    ])
      expect(yaml).toContain(`id: ${id}\n`);
  },
);
