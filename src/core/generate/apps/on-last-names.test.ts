import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const PEOPLE = [
  ["Dimitri", "Byrne"],
  ["Maeve", "de Vries"],
  ["Ines", "Moreau"],
  ["Grace", "Nowak"],
  ["Mary Ann", "O'Neil"],
];
const plain = ([first = "", last = ""]: string[]): string => `${first} ${last}`;
const sorted = ([first = "", last = ""]: string[]): string => `${last}, ${first}`;

type Write = (person: string[]) => string;

/** A list of people, each with a page; `lost`: a page is that of the one before. */
const school = (listed: Write, headed: Write, lost: boolean): Record<string, string> => ({
  "/": `<h1>School</h1><p><a href="/students">Students</a></p>`,
  "/students": `<h1>Students</h1><table aria-label=Students><thead><tr><th>Name<th>Class</tr></thead><tbody>${PEOPLE.map((person, at) => `<tr><td><a href="/students/${at}">${listed(person)}</a><td>${at + 3}b</tr>`).join("")}</tbody></table>`,
  ...Object.fromEntries(
    PEOPLE.map((_, at) => [
      `/students/${at}`,
      `<h1>${headed(PEOPLE[lost ? Math.max(0, at - 1) : at] ?? [])}</h1><p>Is here since 2021.</p>`,
    ]),
  ),
});

it.each<[string, Write, Write, boolean, string[]]>([
  ["the last name in front, of that one", sorted, plain, false, []],
  ["the last name in front, of another one", sorted, plain, true, ["items-students"]],
  ["the last name behind, of that one", plain, sorted, false, []],
  ["the last name behind, of another one", plain, sorted, true, ["items-students"]],
  ["the same name, of that one", sorted, sorted, false, []],
])(
  "a list leads from a name to a page, and has %s",
  { timeout: 240_000 },
  async (_, listed, headed, lost, expected) => {
    const { failing, yaml } = await tryPages(browser, school(listed, headed, lost), {
      pages: 9,
      only: /^items-/,
    });
    expect(yaml).toContain("id: items-students\n");
    expect(failing).toEqual(expected);
  },
);
