import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const cards = (texts: string[]): string =>
  `<h1>Work</h1>${texts.map((text, at) => `<article><h2>Part ${"ABCDEFGHIJ"[at] ?? ""}</h2><p>${text}</p></article>`).join("")}`;

const tried = (texts: string[]) =>
  tryPages(
    browser,
    { "/": `<h1>School</h1><a href="/work">Work</a>`, "/work": cards(texts) },
    { only: /^percents/ },
  );

it.each([
  ["of all", ["4 of 4 lessons done · 80%", "2 of 5 lessons done · 33%", "0 of 5 lessons done · 0%"]],
  ["of none", ["0 of 5 issues done · 20%", "4 of 9 issues done · 67%"]],
  ["in brackets, before the count", ["80% complete (4 of 4 steps)", "50% complete (2 of 4 steps)"]],
  [
    "of one, where all others are right",
    [
      "3 of 8 tasks done: 50%",
      "1 of 4 tasks done: 25%",
      "2 of 3 tasks done: 66,7%",
      "1 of 5 tasks done: 20%",
    ],
  ],
  ["of answers", ["You answered 4 of 4 questions correctly: 75%"]],
])("finds a percentage that contradicts its count: %s", { timeout: 240_000 }, async (_, texts) => {
  const { failing, yaml } = await tried(texts);
  expect(failing).toEqual(["percents"]);
  expect(yaml).toContain(texts[0]);
});

/** Right, or about something else than the count. */
const sound = [
  "4 of 4 lessons done · 100%",
  "2 of 3 lessons done · 67%",
  "1 of 3 lessons done · 33%",
  "0 of 5 lessons done · 0%",
  "3 of 4 seats taken · 25%",
  "2 of 3 reviewers · 40%",
  "2 of 3 reviews done · 40% coverage",
  "3 of 5 seats taken · 20% off",
  "5 of 5 quizzes completed · 92%",
  "4 of 4 GB used (95%)",
  "2 of 9 milestones completed (45%)",
  "0 of 3 chapters read · 12%",
  "3 of 3 done 1/2: 40%",
  "Average of 3 of 3 done: 40%",
  "2/2/2026 done: 40%",
];

it("says nothing of percentages that are right, or of something else", { timeout: 240_000 }, async () => {
  for (const texts of [sound.slice(0, 10), sound.slice(10)])
    expect((await tried(texts)).yaml).not.toContain("id: percents");
});
