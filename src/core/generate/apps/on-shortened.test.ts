import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const FEES = [84, 130.5, 165.2, 72.5];
const full = (fee: number): string => `€${fee.toFixed(2)}`;
const short = (fee: number): string => `€${fee}`;
const table = (name: string, write: (fee: number) => string): string =>
  `<table aria-label=${name}><thead><tr><th>Course<th>Fee</tr></thead><tbody>${FEES.map((fee, at) => `<tr><td>Course ${"ABCD"[at] ?? ""}<td>${write(fee)}</tr>`).join("")}</tbody></table>`;
const cards = (write: (fee: number) => string): string =>
  `<ul aria-label=Chosen>${FEES.map((fee, at) => `<li><h3>Course ${"ABCD"[at] ?? ""}</h3><p>${write(fee)}</p>`).join("")}</ul>`;

const pages = (account: string): Record<string, string> => ({
  "/": `<h1>Courses</h1><p><a href="/account">Account</a></p>${table("Courses", full)}`,
  "/account": `<h1>Account</h1>${account}`,
});

it.each<[string, string, string[]]>([
  ["as long as elsewhere", table("Account", full), []],
  ["without the zeros that they have elsewhere", table("Account", short), ["amounts-account"]],
  ["as long on cards", cards(full), []],
  ["without the zeros that their cards have elsewhere", cards(short), ["amounts-account"]],
  // The marks of a chart.
  ["short beside a chart alone", `<p>€72.5 €130.5 €165.2</p>${table("Account", full)}`, []],
  [
    "short in a list beside a chart",
    `<ul>${FEES.map((fee) => `<li>${short(fee)}`).join("")}</ul>${table("Account", full)}`,
    [],
  ],
  ["of the litre", table("Account", (fee) => `${short(fee)}/l`), []],
])("amounts that are %s", { timeout: 240_000 }, async (_, account, expected) => {
  const { failing, yaml } = await tryPages(browser, pages(account), { only: /^amounts-/ });
  expect(failing).toEqual(expected);
  expect(yaml.includes("id: amounts-")).toBe(expected.length > 0);
});
