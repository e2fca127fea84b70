import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, html, withApp } from "#test/support/explore-app.ts";
import { mainList } from "#core/explore/lists/lists.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const links = (names: readonly string[]): string =>
  `<div><ul>${names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join("")}</ul></div>`;

const MENU = ["plans", "hours", "boards", "maps"];
const OTHERS = ["rules", "people", "tides", "boats", "berths", "prices"];

/** Pages that are built in as many ways; the menu stands on those that it leads to, or on all but one of them. */
const createApp =
  (lacking: string): RequestListener =>
  (request, response) => {
    const name = (request.url ?? "/").slice(1);
    const at = [...MENU, ...OTHERS].indexOf(name);
    const others = OTHERS.map((each) => `<a href="/${each}">${each}</a>`).join(" ");
    const has = MENU.includes(name) && name !== lacking;
    html(
      `${has ? links([...MENU]) : ""}<h1>${name || "Start"}</h1>${"<section>".repeat(at + 2)}<p>All about ${name}. <a href="/plans">Begin</a> ${others}</p>`,
    )(request, response);
  };

it.each([
  ["stands on each page that it leads to is a menu", "", null],
  ["does not stand on each page that it leads to is a list", "maps", 4],
] as const)("what %s", { timeout: 240_000 }, async (_, lacking, rows) => {
  await withApp(createApp(lacking), async (url) => {
    const found = await exploreApp(browser, url, undefined, { pages: 14 });
    if (!found.ok) throw new Error(found.message);
    const page = found.site.pages.find(({ path }) => path === "/hours");
    expect(page ? (mainList(page.survey)?.rows ?? null) : undefined).toBe(rows);
  });
});

it(
  "the menu of a part is none of its lists, however few of its pages were opened",
  { timeout: 240_000 },
  async () => {
    const entries = ["", "/hours", "/boards", "/maps", "/rules"];
    const menu = `<div><ul>${entries.map((at) => `<li><a href="/p/harbour${at}">${at.slice(1) || "Overview"}</a></li>`).join("")}</ul></div>`;
    const app: RequestListener = (request, response) =>
      html(
        request.url === "/" ? `<h1>Start</h1><a href="/p/harbour">Harbour</a>` : `${menu}<h1>Harbour</h1>`,
      )(request, response);
    await withApp(app, async (url) => {
      const found = await exploreApp(browser, url, undefined, { pages: 2 });
      if (!found.ok) throw new Error(found.message);
      const page = found.site.pages.find(({ path }) => path === "/p/harbour");
      expect(page ? mainList(page.survey) : undefined).toBeNull();
    });
  },
);
