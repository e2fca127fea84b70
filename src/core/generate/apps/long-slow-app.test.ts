import { afterAll, beforeAll, expect, it } from "vitest";
import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { SuiteForApp } from "#test/support/generate-suite.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const bikes = ["Red racer", "Blue racer", "Green cruiser", "Silver cruiser", "Black courier"];

const list = (wanted: string): string => {
  const rows = bikes.filter((name) => name.toLowerCase().includes(wanted.toLowerCase()));
  return `<!doctype html><html lang=en><meta charset=utf-8><title>Bikes</title><main><h1>Bikes</h1>
    <form><label>Search <input type=search name=q></label> <button>Find</button></form>
    <ul aria-label=Bikes>${rows.map((name) => `<li>${name}</li>`).join("")}</ul></main>`;
};

/** Pages that are answered at once, but for some. */
const rides = (late: RegExp): RequestListener => {
  return (request, response) => {
    const name = (request.url ?? "/").slice(1) || "Rides";
    const links = ["sea", "wood", "town", "hill"].map((each) => `<a href="/${each}">${each}</a>`).join(" ");
    const page = `<!doctype html><html lang=en><title>${name}</title><link rel=icon href="data:,"><nav>${links}</nav><main><h1>${name}</h1></main>`;
    void sleep(late.test(name) ? 5_000 : 0).then(() =>
      response.writeHead(200, { "content-type": "text/html" }).end(page),
    );
  };
};

it("a page that comes late while others do not is a finding", { timeout: 300_000 }, async () => {
  const { found } = await suiteForApp(browser, rides(/^wood$/), { exhaustive: false });
  expect(found).toEqual(["late-wood"]);
});

/**
 * Pages that a script draws, each with data of its own; that of "wood" comes after so many milliseconds. `news` asks for what is
 * new, which nobody answers for long, and has all it shows before that; `busy` is an app where all do so.
 */
const drawn = (woodMs: number, busy = false): RequestListener => {
  const names = ["sea", "wood", "town", "hill", "news"];
  const script = `const name = location.pathname.slice(1) || "start";
    if (name === "news" || ${busy}) fetch("/new/" + name).then(() => document.body.append("Nothing new"));
    fetch("/data/" + name).then((answer) => answer.json()).then((all) => { document.querySelector("#rides").innerHTML =
      "<ul aria-label=Rides>" + all.map((each) => "<li>" + each).join("") + "</ul>"; });`;
  const links = names.map((each) => `<a href="/${each}">${each}</a>`).join(" ");
  return (request, response) => {
    const [, kind = "", name = ""] = (request.url ?? "/").split("/");
    const isData = kind === "data" || kind === "new";
    const lateMs = kind === "new" ? 9_000 : isData && name === "wood" ? woodMs : 0;
    const title = kind || "Start";
    void sleep(lateMs).then(() =>
      response
        .writeHead(200, { "content-type": isData ? "application/json" : "text/html" })
        .end(
          isData
            ? JSON.stringify(["Red", "Blue", "Green"].map((each) => `${each} ride of ${name}`))
            : `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav>${links}</nav><main><h1>${title}</h1><div id=rides></div></main><script>${script}</script>`,
        ),
    );
  };
};

it.each<[what: string, app: RequestListener, found: string[]]>([
  ["comes late", drawn(7_000), ["late-wood"]],
  ["takes a while", drawn(2_000), []],
  ["is waited for by all", drawn(7_000, true), []],
])("data of one page that %s", { timeout: 300_000 }, async (_, app, expected) => {
  const { found } = await suiteForApp(browser, app, { exhaustive: false });
  expect(found).toEqual(expected);
});

const SKELETON = `<div class=skeleton style="height: 4em; background: #ddd"></div>`;

/**
 * Parts of a project, which a script draws below a menu of all projects. What the report is about is under headings of its own,
 * which come after so many milliseconds; until then the page says that it loads, or nothing.
 */
const projects = (reportMs: number, says: string): RequestListener => {
  const parts = ["board", "report", "people", "plan"];
  const menu = `<aside><h2>Projects</h2><ul aria-label=Projects>${["Web", "Data", "Brand"].map((name) => `<li>${name} project of ${name.length} members</li>`).join("")}</ul></aside>`;
  const links = parts.map((each) => `<a href="/${each}">${each}</a>`).join(" ");
  const script = `const name = location.pathname.slice(1) || "start";
    fetch("/data/" + name).then((answer) => answer.text()).then((all) => { document.querySelector("#part").innerHTML = all; });`;
  return (request, response) => {
    const [, kind = "", name = ""] = (request.url ?? "/").split("/");
    const title = kind || "start";
    const isReport = kind === "data" && name === "report";
    const part = isReport
      ? "<h2>By status</h2><p>Open: 4, done: 9</p><h2>By person</h2><p>Ada: 7, Ben: 6</p>"
      : `<p>All that is to be known of ${name}.</p>`;
    void sleep(isReport ? reportMs : 0).then(() =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(
          kind === "data"
            ? part
            : `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav>${links}</nav>${menu}<main><h1>${title}</h1><div id=part>${says}</div></main><script>${script}</script>`,
        ),
    );
  };
};

it.each<[what: string, app: RequestListener, found: string[]]>([
  ["comes late, below a menu", projects(7_000, ""), ["late-report"]],
  ["comes late and says so", projects(7_000, "Loading…"), ["late-report"]],
  ["comes late, where a skeleton was", projects(7_000, SKELETON), ["late-report"]],
  ["is a little late", projects(4_800, ""), ["late-report"]],
  ["takes a while", projects(2_000, "Loading…"), []],
])("a part of a page that %s", { timeout: 300_000 }, async (_, app, expected) => {
  const { found } = await suiteForApp(browser, app, { exhaustive: false });
  expect(found).toEqual(expected);
});

/** The suite for bikes, where a search is answered after so many milliseconds. */
const searched = (searchMs: number): Promise<SuiteForApp> => {
  const answer: RequestListener = (request, response) => {
    const wanted = new URL(request.url ?? "/", "http://app").searchParams.get("q") ?? "";
    void sleep(wanted === "" ? 0 : searchMs).then(() =>
      response.writeHead(200, { "content-type": "text/html" }).end(list(wanted)),
    );
  };
  return suiteForApp(browser, answer, { exhaustive: false });
};

it("a search that takes a while is none that finds nothing", { timeout: 300_000 }, async () => {
  const { cases, found } = await searched(1_500);
  expect(cases).toContain("search-home");
  expect(found).toEqual([]);
});

it("a search that nobody would wait for is a finding", { timeout: 300_000 }, async () => {
  const { found } = await searched(9_000);
  expect(found).toContain("search-home");
});
