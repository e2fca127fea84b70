import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const QUESTIONS = [
  "How do holds work?",
  "Is there Wireless for guests?",
  "How are fines calculated?",
  "Where can I park?",
];

/** Answers below their questions; `fits`: whether a question stays while a word is looked for. */
const help = (fits: string): { [path: string]: string } => ({
  "/": `<h1>Help</h1><label>Search the questions <input type=search></label>
    ${QUESTIONS.map((each) => `<details><summary>${each}</summary><p>Ask at the desk.</p></details>`).join("")}
    <script>document.querySelector("input").oninput = ({ target }) => {
      for (const each of document.querySelectorAll("details")) { const text = each.textContent, word = target.value; each.hidden = !(${fits}); } };</script>`,
});

it.each([
  ["in any case", "text.toLowerCase().includes(word.toLowerCase())", ["questions-home"], []],
  ["as they are written alone", "text.includes(word)", ["questions-home"], ["questions-home"]],
  [
    "until one has looked for another",
    "word !== '' && text.toLowerCase().includes(word.toLowerCase())",
    ["questions-home"],
    ["questions-home"],
  ],
  ["whatever is looked for", "true", [], []],
])("questions are found %s", { timeout: 120_000 }, async (_, fits, has, told) => {
  const { failing, yaml } = await tryPages(browser, help(fits), { only: /^questions-/, actions: 300 });
  expect(yaml.match(/id: (questions-\S+)/)?.slice(1) ?? []).toEqual(has);
  expect(failing).toEqual(told);
});
