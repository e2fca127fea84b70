import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageSurvey } from "#model/survey.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const formsOf = async (body: string): Promise<PageSurvey["forms"]> => {
  await using opened = await openPage(browser, body);
  const answer = await opened.page.survey(long);
  if (!answer.ok) throw new Error(answer.message);
  return answer.survey.forms;
};

const block = (name: string, field: string): string =>
  `<div data-field="${name.toLowerCase()}"><div><button type=button>${name}</button></div><div><div>${field}</div></div></div>`;

const head = `<header><h1>New article</h1><button type=button>Save</button> <button type=button aria-label="More options">v</button></header>`;

const day = `<div role=group aria-label=Day><div role=spinbutton contenteditable aria-label=month>mm</div>/<div role=spinbutton contenteditable aria-label=day>dd</div></div>`;

test("fields without a form, each beside a button that bears its name, are one form that the button in the head saves", async () => {
  const forms = await formsOf(
    `${head}<main><div>${block("Title", "<input>")}${block("Words", "<input type=number>")}${block("Day", day)}${block("Status", `<input readonly placeholder="Select an item...">`)}${block("Summary", "<textarea></textarea>")}</div></main>`,
  );
  expect(forms.map(({ name, submit }) => [name, submit?.name, submit?.target])).toEqual([
    ["New article", "Save", "Save"],
  ]);
  expect(forms[0]?.fields.map(({ name, type, target }) => [name, type, target])).toEqual([
    ["Title", "text", { css: `[data-field="title"] input` }],
    ["Words", "number", { css: `[data-field="words"] input` }],
    ["Status", "text", { placeholder: "Select an item..." }],
    ["Summary", "textarea", { css: `[data-field="summary"] textarea` }],
  ]);
});

test("what narrows a list, what is typed in its rows and what has a button of its own are no form of what saves elsewhere", async () => {
  const row = (name: string): string => `<li><span>${name}</span> <input> <button>Remove</button></li>`;
  const forms = await formsOf(
    `${head}<main><div><input placeholder="Search articles"><button>Clear</button></div><ul>${["Tea", "Wool"].map(row).join("")}</ul>
    <div><label>Coupon <input></label><button>Apply</button></div></main>`,
  );
  expect(forms.map(({ submit }) => submit?.name ?? null)).toEqual([null, null, null, "Apply"]);
});

test("a field is not found by what it holds", async () => {
  const forms = await formsOf(
    `${head}<main><div>${block("Title", "<input value=Tea>")}${block("Origin", "<input value=China>")}</div></main>`,
  );
  expect(forms[0]?.fields.map(({ target }) => target)).toEqual([
    { css: `[data-field="title"] input` },
    { css: `[data-field="origin"] input` },
  ]);
});

test("a log-in whose fields only have hints is found by these, not by labels", async () => {
  await using opened = await openPage(
    browser,
    `<main><h1>Sign in</h1><form><input type=email placeholder=Email><input type=password placeholder=Password><button>Sign in</button> <a href="/lost">Forgot Password</a></form></main>`,
  );
  const answer = await opened.page.survey(long);
  expect(answer.ok && answer.survey.login).toEqual({
    username: { placeholder: "Email" },
    password: { placeholder: "Password" },
    submit: "Sign in",
  });
});

test("a heading of an entry of the menu names no form beside it, and what stands in the head is told", async () => {
  const forms = await formsOf(
    `<ul><li><h3>Configure</h3><a href="/tags">Tags</a></li></ul><header><input placeholder="Command menu"></header><main><label>Format <select><option>Short<option>Long</select></label></main>`,
  );
  expect(forms.map(({ name, chrome }) => [name, chrome])).toEqual([
    ["", true],
    ["", undefined],
  ]);
});
