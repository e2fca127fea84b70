import { afterAll, beforeAll, expect, test } from "vitest";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

test("a field is known by its label where a part of that is a box of its own, which its accessible name has a blank before", async () => {
  await using opened = await openPage(
    browser,
    `<style>.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }</style><form>
     <label for=price>Price (EUR)<span class=heard>, line 1</span></label><input id=price value=3>
     <label for=note>Note <b>(short)</b></label><input id=note><label>Town * <input></label><label>Code: <input></label><button>Save</button></form>`,
  );
  const answer = await opened.page.survey(long);
  if (!answer.ok) throw new Error(answer.message);
  const fields = answer.survey.forms.flatMap((form) => form.fields);
  expect(fields.map(({ target, by_label: byLabel }) => [target, byLabel])).toEqual([
    ["Price (EUR), line 1", true],
    ["Note (short)", undefined],
    ["Town", undefined],
    ["Code", undefined],
  ]);
  expect(await opened.page.read({ label: "Price (EUR), line 1" }, "value", long)).toMatchObject({
    value: "3",
  });
});
