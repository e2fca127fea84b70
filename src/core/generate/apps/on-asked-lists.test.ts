import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const rows = (names: readonly string[]): string =>
  `<table><thead><tr><th>No<th>Subject</thead><tbody>${names.map((name, at) => `<tr><td>${at + 1}<td>${name}</tr>`).join("")}</tbody></table>`;

const BESIDE = `<p>See also: Told work</p>`;

/** A page whose rows lead to the same list, asked for in two ways; both say of another way how that is called. */
const createBoard = (mine: string, theirs: string): { [path: string]: string } => ({
  "/": `<h1>Ada</h1><table><thead><tr><th>Work<th>Open<th>Closed</thead><tbody>
    <tr><td><a href="/tasks?${mine}">Given work</a><td>3<td>1</tr><tr><td><a href="/tasks?${theirs}">Told work</a><td>4<td>2</tr></tbody></table>`,
  [`/tasks?${mine}`]: `<h1>Tasks</h1>${BESIDE}${rows(["Mend the crane", "Paint the shed", "Oil the gate"])}`,
  [`/tasks?${theirs}`]: `<h1>Tasks</h1>${BESIDE}${rows(["Count the boats", "Sweep the pier", "Call the office"])}`,
});

it.each([
  [
    "ask one list for different things lead to parts of it, and to no items",
    "given=3&open=1",
    "told=3&open=1",
    [],
  ],
  ["ask one place for one thing of each lead to items", "id=3", "id=4", ["items-home"]],
] as const)("rows that %s", { timeout: 240_000 }, async (_, mine, theirs, expected) => {
  const { failing } = await tryPages(browser, createBoard(mine, theirs), { only: /^items-/ });
  expect(failing).toEqual(expected);
});
