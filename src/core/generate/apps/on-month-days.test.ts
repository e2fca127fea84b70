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
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const VISITS = new Map([
  [3, "Maya"],
  [9, "Joel"],
  [16, "Alicia"],
  [17, "Ben"],
  [24, "Sunita"],
]);

const monthOf = (at: number): string => `${MONTHS[at % 12] ?? ""} ${2030 + Math.floor(at / 12)}`;

/** The month as a table of weeks, each visit so many days off. */
const month = (at: number, off: number): string => {
  const [year, nth] = [2030 + Math.floor(at / 12), at % 12];
  const ahead = (new Date(Date.UTC(year, nth, 1)).getUTCDay() + 6) % 7;
  const cells = Array.from({ length: 42 }, (_, cell) => {
    const date = new Date(Date.UTC(year, nth, cell - ahead + 1)).getUTCDate();
    const own = cell >= ahead && cell - ahead + 1 === date ? VISITS.get(date - off) : undefined;
    return `<td>${date}${own === undefined ? "" : ` <a href="/visits/${at * 100 + date - off}">${own}</a>`}</td>`;
  });
  const weeks = Array.from(
    { length: 6 },
    (_, week) => `<tr>${cells.slice(week * 7, week * 7 + 7).join("")}</tr>`,
  );
  return `<h1>${monthOf(at)}</h1><p><a href="/calendar?month=${at + 1}">Next month</a></p><table aria-label=Visits><thead><tr>${DAYS.map((day) => `<th>${day}`).join("")}</thead><tbody>${weeks.join("")}</table>`;
};

const calendar =
  (off: number, write: (date: number, month: string, year: number) => string): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const at = Number(url.searchParams.get("month") ?? 3);
    const id = Number(/^\/visits\/(\d+)$/.exec(url.pathname)?.[1] ?? 0);
    const own = id > 0 ? VISITS.get(id % 100) : undefined;
    const [name = "", year = ""] = monthOf(Math.floor(id / 100)).split(" ");
    const page =
      url.pathname === "/calendar"
        ? month(at, off)
        : url.pathname === "/"
          ? `<h1>Visits</h1><p><a href="/calendar">Calendar</a></p>`
          : own && `<h1>Visit of ${own}</h1><p>Date ${write(id % 100, name, Number(year))}</p>`;
    response.writeHead(page ? 200 : 404, { "content-type": "text/html" });
    response.end(
      `<!doctype html><html lang=en><title>Visits</title><link rel=icon href="data:,"><main>${page ?? "<h1>Not found</h1>"}</main>`,
    );
  };

const short = (date: number, name: string, year: number): string => `${date} ${name.slice(0, 3)} ${year}`;
const iso = (date: number, name: string, year: number): string =>
  `${year}-${String(MONTHS.indexOf(name) + 1).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
const us = (date: number, name: string, year: number): string => `${name.slice(0, 3)} ${date}, ${year}`;

it.each([
  ["short months", 0, short, []],
  ["short months, a day off", -1, short, ["calendar-days-calendar"]],
  ["numbers", 0, iso, []],
  ["numbers, a day off", 1, iso, ["calendar-days-calendar"]],
  ["the month first", 0, us, []],
  ["the month first, a day off", -1, us, ["calendar-days-calendar"]],
] as const)("a calendar beside %s", { timeout: 240_000 }, async (_, off, write, expected) => {
  const { failing, yaml } = await tryPages(browser, calendar(off, write), { pages: 4 });
  expect(failing).toEqual(expected);
  expect(yaml).toContain("id: calendar-days-calendar");
});
