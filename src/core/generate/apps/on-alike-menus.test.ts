import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const menus = ["Title", "Words", "Author", "Summary", "Country"].map(
  (name) => `<p><button type=button class=menu>${name}</button></p>`,
);
const PAGE = `<h1>Article</h1>${menus.join("")}<p><button type=button id=shares>Shares</button></p><div id=open></div>
  <script>document.querySelectorAll(".menu").forEach((each) => { each.onclick = () => { open_.innerHTML = "<button>Copy raw value</button>"; }; });
  const open_ = document.querySelector("#open");
  document.querySelector("#shares").onclick = () => { open_.innerHTML = "<button>Links for readers</button>"; };</script>`;

it("menus that show the same on one page are tried twice, not each", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, PAGE, { pages: 2, actions: 60, only: /controls|opens/ });
  expect(failing).toEqual([]);
  expect(yaml.match(/visible: Copy raw value/g)).toHaveLength(2);
  expect(yaml).toContain("click: Shares");
});
