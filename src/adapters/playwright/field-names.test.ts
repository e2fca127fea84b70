import { afterAll, beforeAll, expect, test } from "vitest";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

test("a field is called in full where its name is a part of another's", async () => {
  const fields = ["Unit *", "Unit price *", "Name *", "Note"].map(
    (name) => `<p><label>${name} <input></label></p>`,
  );
  await using opened = await openPage(browser, `<form>${fields.join("")}<button>Save</button></form>`);
  const answer = await opened.page.survey(long);
  if (!answer.ok) throw new Error(answer.message);
  expect(answer.survey.forms[0]?.fields.map(({ target, called }) => [target, called])).toEqual([
    ["Unit", "Unit *"],
    ["Unit price", undefined],
    ["Name", undefined],
    ["Note", undefined],
  ]);
});
