import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A page that says that it loads until its list comes, so many milliseconds later. */
const crew = (afterMs: number): RequestListener => {
  const page = `<!doctype html><html lang=en><title>Crew</title><link rel=icon href="data:,"><main><h1>Crew</h1><div id=list><p>Loading…</p></div></main>
    <script>fetch("/crew").then((answer) => answer.json()).then((all) => {
      list.innerHTML = "<ul aria-label=Crew>" + all.map((name) => "<li>" + name + "</li>").join("") + "</ul>"; });</script>`;
  return (request, response) => {
    const isData = request.url === "/crew";
    response.writeHead(isData || request.url === "/" ? 200 : 404, {
      "content-type": isData ? "application/json" : "text/html; charset=utf-8",
    });
    setTimeout(
      () => response.end(isData ? JSON.stringify(["Ann Lee", "Bob Fox", "Cleo Kay"]) : page),
      isData ? afterMs : 0,
    );
  };
};

it.each([
  ["after a while", 1_500, []],
  ["after 8 s", 8_000, ["page-home"]],
])("a list that comes %s", { timeout: 240_000 }, async (_, afterMs, expected) => {
  expect((await tryPages(browser, crew(afterMs))).failing).toEqual(expected);
});
