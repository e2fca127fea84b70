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

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const AWAY = [
  { who: "Ada Berg", team: "Sales" },
  { who: "Ben Holt", team: "Support" },
  { who: "Cleo Marsh", team: "Sales" },
  { who: "Dora Vane", team: "Finance" },
];

/** Who is away in a month, of one team or of all; `keeps`: the links to other months have the team. */
const calendar =
  (keeps: boolean, offers: "teams" | "months"): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const at = Number(url.searchParams.get("month") ?? 5);
    const team = url.searchParams.get("team") ?? "All teams";
    const to = (month: number): string =>
      `/?month=${month}${keeps && team !== "All teams" ? `&team=${encodeURIComponent(team)}` : ""}`;
    const rows = AWAY.filter((each) => team === "All teams" || each.team === team);
    const option = (name: string, value: string, chosen: boolean): string =>
      `<option value="${value}"${chosen ? " selected" : ""}>${name}`;
    const choice =
      offers === "teams"
        ? `<input type=hidden name=month value=${at}><label>Team <select name=team>${["All teams", "Finance", "Sales", "Support"].map((each) => option(each, each, each === team)).join("")}</select></label>`
        : `<label>Month <select name=month>${MONTHS.map((each, month) => option(each, String(month), month === at)).join("")}</select></label>`;
    response.writeHead(url.pathname === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Who is away</title><link rel=icon href="data:,"><main><h1>Who is away</h1>
      <form>${choice} <button>Show</button></form>
      <a href="${to((at + 11) % 12)}">Previous month</a> <h2>${MONTHS[at]} 2030</h2> <a href="${to((at + 1) % 12)}">Next month</a>
      <table><thead><tr><th>Name<th>Team</thead><tbody>${rows.map(({ who, team: of }) => `<tr><td>${who}<td>${of}`).join("")}</table></main>`);
  };

it.each([
  ["a team that stays while one turns the months", true, "teams", ["periods-home-keeps"], []],
  [
    "a team that is lost when one turns the months",
    false,
    "teams",
    ["periods-home-keeps"],
    ["periods-home-keeps"],
  ],
  ["the month itself, which is another one then", true, "months", [], []],
] as const)("chooses %s", { timeout: 120_000 }, async (_, keeps, offers, has, told) => {
  const { failing, yaml } = await tryPages(browser, calendar(keeps, offers), { only: /^periods-.*-keeps$/ });
  expect(yaml.match(/id: (periods-\S+-keeps)/)?.slice(1) ?? []).toEqual(has);
  expect(failing).toEqual(told);
});
