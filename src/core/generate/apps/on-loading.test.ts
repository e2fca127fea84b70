import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, withApp } from "#test/support/explore-app.ts";
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

it("a table whose rows only say that they are loading is waited for", { timeout: 240_000 }, async () => {
  const page = `<!doctype html><html lang=en><title>Crew</title><link rel=icon href="data:,"><main><h1>Crew</h1><table><thead><tr><th>Name<th>Boat</thead><tbody><tr><td colspan=2><div style="height:4px"></div><tr><td colspan=2>Loading...</table></main>
    <script>fetch("/crew").then((answer) => answer.json()).then((all) => {
      document.querySelector("tbody").innerHTML = all.map((name) => "<tr><td>" + name + "<td>Ark").join(""); });</script>`;
  const app: RequestListener = (request, response) => {
    const isData = request.url === "/crew";
    response.writeHead(isData || request.url === "/" ? 200 : 404, {
      "content-type": isData ? "application/json" : "text/html; charset=utf-8",
    });
    setTimeout(() => response.end(isData ? `["Ann Lee","Bob Fox","Cleo Kay"]` : page), isData ? 6_000 : 0);
  };
  await withApp(app, async (url) => {
    const found = await exploreApp(browser, url, undefined, { pages: 1 });
    const [first] = found.ok ? found.site.pages : [];
    expect(first?.survey.collections.map(({ items }) => items.map(({ cells }) => cells[0]))).toEqual([
      ["Ann Lee", "Bob Fox", "Cleo Kay"],
    ]);
  });
});

it.each([
  ["after a while", 1_500, []],
  ["after 8 s", 8_000, ["page-home"]],
])("a list that comes %s", { timeout: 240_000 }, async (_, afterMs, expected) => {
  expect((await tryPages(browser, crew(afterMs))).failing).toEqual(expected);
});
