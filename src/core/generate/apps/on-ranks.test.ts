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

type By = "rank" | "letters" | "ends";

/** Tasks whose heading sorts them, the most urgent first, by the rank, the letters or the last letters of what it shows. */
const tasks = (
  ranks: string[],
  by: By,
  beside = "",
): string => `<h1>Tasks</h1>${beside}<table aria-label=Tasks><thead><tr><th><button>Task</button><th><button>Priority</button></tr></thead><tbody></tbody></table>
  <script>const ranks = ${JSON.stringify(ranks)};
    const all = [1, 0, 3, 2, 1, 0, 2, 3].map((rank, at) => [["Bake", "Call", "Dig", "Eat", "Fly", "Go", "Hum", "Itch"][at] + " soon", ranks[rank % ranks.length]]);
    const keys = { rank: (text) => ranks.indexOf(text), letters: (text) => text, ends: (text) => [...text].reverse().join("") };
    let way = 1;
    const draw = (rows) => { document.querySelector("tbody").innerHTML = rows.map((one) => "<tr><td>" + one.join("<td>") + "</tr>").join(""); };
    document.querySelectorAll("th button").forEach((head, at) => { head.onclick = () => { way = -way;
      const key = at === 0 ? keys.letters : keys.${by};
      draw(all.toSorted((a, b) => way * (key(a[at]) < key(b[at]) ? -1 : key(a[at]) > key(b[at]) ? 1 : 0))); }; });
    draw(all);</script>`;

const RANKS = ["Low", "Medium", "High", "Urgent"];
/** Ranks in an order that their words do not tell. */
const OWN = ["Urgent", "High", "Normal", "Critical"];

const filter = (options: string[]): string =>
  `<form action="/none"><label>New priority <select name=p>${options.map((each) => `<option>${each}`).join("")}</select></label></form>`;

it.each<[what: string, page: string, by: string | null, failing: string[]]>([
  ["by rank", tasks(RANKS, "rank"), "by: [Low, Medium, High, Urgent]", []],
  ["by letters", tasks(RANKS, "letters"), "by: [Low, Medium, High, Urgent]", ["sort-home-task"]],
  [
    "by letters beside options by letters",
    tasks(RANKS, "letters", filter(["High", "Low", "Medium", "Urgent"])),
    "by: [Low, Medium, High, Urgent]",
    ["sort-home-task"],
  ],
  [
    "by letters in French",
    tasks(["Basse", "Moyenne", "Haute", "Urgente"], "letters"),
    "by: [Basse, Moyenne, Haute, Urgente]",
    ["sort-home-task"],
  ],
  ["by something else", tasks(RANKS, "ends"), null, []],
  [
    "by what the page's options say",
    tasks(OWN, "rank", filter(OWN)),
    "by: [Urgent, High, Normal, Critical]",
    [],
  ],
  [
    "by letters instead of what the page's options say",
    tasks(OWN, "letters", filter(OWN)),
    "by: [Urgent, High, Normal, Critical]",
    ["sort-home-task"],
  ],
  ["by one of two words for one rank", tasks(["Low", "High", "Urgent", "Critical"], "rank"), null, []],
])("a suite for tasks that are sorted %s", { timeout: 240_000 }, async (_, page, by, expected) => {
  const { failing, yaml } = await tryPages(browser, page, { only: /^sort/ });
  expect(failing).toEqual(expected);
  expect(/by: \[.*?\]/.exec(yaml.replaceAll(/\s+/g, " "))?.[0] ?? null).toBe(by);
});

const STATES = ["Draft", "Ordered", "Received"];

it.each<[what: string, shown: string[], options: string[], expected: boolean]>([
  ["what a select has in an order of its own", STATES, [...STATES, "Cancelled"], false],
  [
    "a mark, and what a select has so",
    ["Draft", "Ordered late", "Received"],
    [...STATES, "Cancelled"],
    false,
  ],
  ["what a select has by letters", STATES, ["Any", "Cancelled", ...STATES], true],
  [
    "what a select has by letters behind a word for none",
    STATES,
    ["Nothing yet", "Cancelled", ...STATES],
    true,
  ],
])(
  "a suite for states that are by letters, with %s",
  { timeout: 240_000 },
  async (_, shown, options, expected) => {
    const { failing, yaml } = await tryPages(browser, tasks(shown, "rank", filter(options)), {
      only: /^sort/,
    });
    expect(failing).toEqual([]);
    expect(/Sorting by .*"Priority"/.test(yaml)).toBe(expected);
  },
);

/** Shirts that a select sorts by their size, or by its letters. */
const shirts = (sound: boolean): string => `<h1>Shirts</h1>
  <label>Sort by <select><option>Newest<option>Name A–Z<option>Size</select></label>
  <table aria-label=Shirts><thead><tr><th>Name<th>Size</tr></thead><tbody></tbody></table><script>
    const sizes = ["S", "M", "L", "XL"];
    const all = [["Reef", "M"], ["Dune", "XL"], ["Cove", "S"], ["Peak", "L"], ["Moor", "S"], ["Fen", "XL"]];
    const key = { Newest: () => 0, "Name A–Z": ([name]) => name, Size: ([, size]) => ${sound} ? sizes.indexOf(size) : size };
    const draw = (by) => { document.querySelector("tbody").innerHTML = all.toSorted((a, b) => key[by](a) < key[by](b) ? -1 : key[by](a) > key[by](b) ? 1 : 0)
      .map((one) => "<tr><td>" + one.join("<td>") + "</tr>").join(""); };
    document.querySelector("select").onchange = ({ target }) => draw(target.value);
    draw("Newest");</script>`;

it.each([
  ["size", true, []],
  ["the letters of their size", false, ["sort-home"]],
])("a suite for shirts that are sorted by %s", { timeout: 240_000 }, async (_, sound, expected) => {
  const { failing, yaml } = await tryPages(browser, shirts(sound), { only: /^sort/ });
  expect(failing).toEqual(expected);
  expect(yaml.replaceAll(/\s+/g, " ")).toContain("by: [S, M, L, XL]");
});

/** Tasks on pages of six, of which the first has one rank alone once they are sorted by it. */
const pagedTasks = (key: (rank: string) => string): RequestListener => {
  const all = Array.from({ length: 32 }, (_, at) => ({
    name: `Task ${String.fromCodePoint(65 + (at % 26))}${at}`,
    rank: RANKS[(at * 3) % 4] ?? "",
  }));
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const [sort, way, page] = [
      searchParams.get("sort"),
      searchParams.get("way"),
      Number(searchParams.get("page") ?? 1),
    ];
    const sign = way === "down" ? -1 : 1;
    const compare = (a: string, b: string): number => (a < b ? -sign : a > b ? sign : 0);
    const sorted =
      sort === null
        ? all
        : all.toSorted((a, b) =>
            sort === "rank" ? compare(key(a.rank), key(b.rank)) : compare(a.name, b.name),
          );
    const head = (name: string, by: string): string =>
      `<th><a href="/?sort=${by}&amp;way=${sort === by && way !== "down" ? "down" : "up"}">${name}</a>`;
    const at = (to: number): string =>
      `/?${sort === null ? "" : `sort=${sort}&amp;way=${way}&amp;`}page=${to}`;
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Tasks</title><link rel=icon href="data:,"><main><h1>Tasks</h1>
      <table aria-label=Tasks><thead><tr>${head("Task", "name")}${head("Priority", "rank")}</tr></thead><tbody>${sorted
        .slice((page - 1) * 6, page * 6)
        .map(({ name, rank }) => `<tr><td>${name}<td>${rank}</tr>`)
        .join(
          "",
        )}</tbody></table><nav aria-label=Pages>${page > 1 ? `<a href="${at(page - 1)}">Previous</a>` : ""} ${page < 6 ? `<a href="${at(page + 1)}">Next</a>` : ""}</nav></main>`);
  };
};

it.each([
  ["rank", (rank: string) => String(RANKS.indexOf(rank)), []],
  ["letters", (rank: string) => rank, ["sort-home-task"]],
] as const)(
  "a suite for pages of tasks that are sorted by %s",
  { timeout: 240_000 },
  async (_, key, expected) => {
    const { failing } = await tryPages(browser, pagedTasks(key), { only: /^sort-home-/ });
    expect(failing).toEqual(expected);
  },
);
