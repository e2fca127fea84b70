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

/** Counts on in the month; leaves out what is no working day; knows no day that is over. */
type Way = "counts on" | "plain" | "workdays" | "to come";

const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);
const DAY = 86_400_000;
/** In the middle of a month, so that the day after it is none that would be looked for. */
const NOW = Date.parse(`${iso(Date.now()).slice(0, 8)}15`);

/** A diary of one day a page, which its address names. */
const createDiary = (way: Way): RequestListener => {
  const isFree = (time: number): boolean => way === "workdays" && [0, 6].includes(new Date(time).getUTCDay());
  const beside = (day: string, by: 1 | -1): string => {
    if (way === "counts on" && by === 1)
      return `${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, "0")}`;
    let time = Date.parse(day) + by * DAY;
    while (isFree(time)) time += by * DAY;
    return iso(time);
  };
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const asked = searchParams.get("date");
    const isDay = asked === null || (!Number.isNaN(Date.parse(asked)) && iso(Date.parse(asked)) === asked);
    const isOver = way === "to come" && asked !== null && asked < iso(NOW);
    if (!isDay || isOver) return void response.writeHead(303, { location: "/" }).end();
    const day = asked ?? iso(NOW);
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Diary</title><link rel=icon href="data:,"><main><h1>Diary</h1>
      <a href="/?date=${beside(day, -1)}">Previous day</a> <a href="/">Today</a> <a href="/?date=${beside(day, 1)}">Next day</a><h2>${day}</h2><p>Nothing is to do.</p></main>`);
  };
};

it.each<[Way, boolean, string[]]>([
  ["plain", true, []],
  ["counts on", true, ["periods-home-month"]],
  ["workdays", true, []],
  ["to come", false, []],
])("a diary whose next day is %s", { timeout: 240_000 }, async (way, isAsked, expected) => {
  const { failing, yaml } = await tryPages(browser, createDiary(way), {
    only: /^periods-home-month/,
    actions: 200,
  });
  expect(yaml.includes("id: periods-home-month\n")).toBe(isAsked);
  expect(failing).toEqual(expected);
});
