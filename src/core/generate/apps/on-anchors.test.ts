import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Questions and answers, of which a script opens the one that the address names: `find` looks it up. */
const site = (find: string): Record<string, string> => ({
  "/": `<h1>Concerts</h1><p>All seats are numbered.</p><p><a href="/faq">Questions</a> <a href="/faq#returns">Can I return my ticket?</a></p>`,
  "/faq": `<h1>Questions</h1><p><a href="/">Concerts</a></p><details id=seats><summary>Which seat is mine?</summary><p>See the ticket.</p></details>
    <details id=returns><summary>Can I return my ticket?</summary><p>Until the day before.</p></details>
    <script>const asked = location.hash.slice(1); if (asked) ${find}.open = true;</script>`,
});

it.each([
  ["the answer", "document.getElementById(asked)", 0],
  ["no answer", "document.getElementById('faq-' + asked)", 1],
])("a link to a place on a page opens %s", { timeout: 240_000 }, async (_, find, found) => {
  const { failing, yaml } = await tryPages(browser, site(find), { only: /page/, actions: 300, pages: 8 });
  expect(failing).toHaveLength(found);
  expect(yaml.includes("goto: /faq#returns")).toBe(found > 0);
});
