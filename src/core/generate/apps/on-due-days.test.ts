import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const tasks = [
  { name: "Paint the fence", day: 13 },
  { name: "Order new chairs", day: 17 },
  { name: "Call the plumber", day: 22 },
  { name: "Mend the gate", day: 9 },
  { name: "Think about paint", day: null },
];

/** Tasks with a day each, which their own pages show so many days off. */
const pages = (off: number, label: string): Record<string, string> => ({
  "/": `<h1>Tasks</h1><table><thead><tr><th>Task<th>Due</tr></thead><tbody>${tasks
    .map(
      ({ name, day }, at) =>
        `<tr><td><a href="/tasks/${at + 1}">${name}</a><td>${day === null ? "–" : `${day} Dec 2031`}</tr>`,
    )
    .join("")}</tbody></table>`,
  ...Object.fromEntries(
    tasks.map(({ name, day }, at) => [
      `/tasks/${at + 1}`,
      `<h1>${name}</h1><dl><dt>State</dt><dd>Open</dd><dt>${label}</dt><dd>${day === null ? "–" : `${day + off} Dec 2031`}</dd></dl><p><a href="/">All tasks</a></p>`,
    ]),
  ),
});

const failing = async (off: number, label = "Due"): Promise<string[]> =>
  (await tryPages(browser, pages(off, label), { pages: 8, actions: 300, only: /same-/ })).failing;

it("a day that the page of an item shows one day early is found", async () => {
  expect(await failing(-1)).toEqual(["same-home"]);
});

it("so is one that the page calls a little otherwise", async () => {
  expect(await failing(-1, "Due day")).toEqual(["same-home"]);
});

it("a day that both show alike is well", async () => {
  expect(await failing(0)).toEqual([]);
  expect(await failing(0, "Due day")).toEqual([]);
});
