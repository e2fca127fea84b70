import { afterAll, beforeAll, expect, test } from "vitest";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

test("what a page says at whatever length is read in part", async () => {
  const much = "x".repeat(200_000);
  await using opened = await openPage(
    browser,
    `<title>${much}</title><main><img alt="Plan" src="data:image/gif;base64,${much}"><a href="/${much}">On</a>
     <label>Kind <select><option>${much}<option>b</select></label><label>Mark <input pattern="${much}" min="${much}"></label></main>`,
  );
  const answer = await opened.page.survey(long);
  expect(answer.ok).toBe(true);
  expect(JSON.stringify(answer).length).toBeLessThan(60_000);
});

test("the beginning of a secret, at which a long text is cut, is covered like the whole", async () => {
  const secret = "Kaleidoscope-4711";
  const rows = [182, 188, 194].map((many) => `<h2>${"a".repeat(many)} ${secret} and more</h2>`);
  await using opened = await openPage(browser, `<h1>Told</h1>${rows.join("")}`, { secrets: [secret] });
  const answer = await opened.page.survey(long);
  const texts = answer.ok ? answer.survey.headings.map(({ text }) => text) : [];
  expect(texts).toHaveLength(4);
  expect(texts.filter((text) => /Kale/.test(text))).toEqual([]);
  expect(texts.filter((text) => text.includes("*"))).toHaveLength(3);
});
