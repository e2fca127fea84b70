import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, html, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const links = (entries: readonly (readonly [text: string, href: string])[]): string =>
  `<ul>${entries.map(([text, href]) => `<li><a href="${href}">${text}</a></li>`).join("")}</ul>`;

const served =
  (pages: (path: string, query: string) => string): RequestListener =>
  (request, response) => {
    const [path = "", query = ""] = (request.url ?? "/").split("?");
    html(pages(path, query))(request, response);
  };

const PARTS = [
  "activity",
  "roadmap",
  "issues",
  "hours",
  "gantt",
  "news",
  "forums",
  "files",
  "settings",
  "papers",
  "people",
  "tides",
  "boats",
  "berths",
];

/** Each part has a page that is built in another way. */
const built = (part: string): string =>
  `<h1>${part}</h1>${"<section>".repeat(PARTS.indexOf(part) + 1)}<p>All about ${part} of the harbour.</p>`;

const pathsOf = async (app: RequestListener): Promise<string[]> => {
  let paths: string[] = [];
  await withApp(app, async (url) => {
    const found = await exploreApp(browser, url, undefined, { pages: 25 });
    if (!found.ok) throw new Error(found.message);
    paths = found.site.pages.map(({ path }) => path);
  });
  return paths;
};

it("opens all that the menu of a part of the app leads to, whatever it is made of", async () => {
  const menu = links([
    ["Overview", "/p/harbour"],
    ...PARTS.map((part) => [part, `/p/harbour/${part}`] as const),
  ]);
  const app = served((path) => {
    const part = path.split("/")[3];
    if (path === "/") return `<h1>Start</h1><a href="/p/harbour">Harbour</a>`;
    return `<div>${menu}</div>${part ? built(part) : "<h1>Harbour</h1><p>Welcome</p>"}`;
  });
  expect(await pathsOf(app)).toEqual(
    expect.arrayContaining(["/p/harbour", ...PARTS.map((part) => `/p/harbour/${part}`)]),
  );
});

it("takes names beside what shows all of them for items", async () => {
  const names = ["oak", "ash", "elm", "fir", "yew", "box", "bay", "fig", "may"];
  const menu = links([["All", "/trees"], ...names.map((name) => [name, `/trees/${name}`] as const)]);
  const app = served((path) =>
    path === "/"
      ? `<h1>Start</h1><a href="/trees">Trees</a>`
      : `<div>${menu}</div><h1>${path.split("/")[2] ?? "Trees"}</h1><p>Leaves and bark.</p>`,
  );
  expect((await pathsOf(app)).filter((path) => path.startsWith("/trees/")).length).toBeLessThan(3);
});

it("opens other places before one more choice of the same list", async () => {
  const choices = Array.from({ length: 12 }, (_, at) =>
    Array.from({ length: at + 1 }, (__, one) => `f${one}=${one}`).join("&"),
  );
  const app = served((path, query) => {
    if (path === "/") return `<h1>Start</h1><a href="/list">List</a>`;
    if (path === "/list")
      return `<h1>List</h1>${"<div>".repeat(query.split("&").length)}${links(choices.map((each, at) => [`Choice ${at}`, `/list?${each}`]))}${links(
        PARTS.slice(0, 2).map((part) => [part, `/more/${part}`]),
      )}`;
    if (path.startsWith("/more/")) return `${built(path.slice(6))}<a href="${path}/further">Further</a>`;
    return `<h1>Further</h1><table><tr><td>${path}</td></tr></table>`;
  });
  let paths: string[] = [];
  await withApp(app, async (url) => {
    const found = await exploreApp(browser, url, undefined, { pages: 12 });
    if (!found.ok) throw new Error(found.message);
    paths = found.site.pages.map(({ path }) => path);
  });
  expect(paths).toEqual(expect.arrayContaining(["/more/activity/further", "/more/roadmap/further"]));
});
