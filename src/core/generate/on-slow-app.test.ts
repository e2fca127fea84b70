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
    void sleep(late.test(name) ? 6_000 : 0).then(() =>
      response.writeHead(200, { "content-type": "text/html" }).end(page),
    );
  };
};

it("a page that comes late while others do not is a finding", { timeout: 300_000 }, async () => {
  const { found } = await suiteForApp(browser, rides(/^wood$/), { exhaustive: false });
  expect(found).toEqual(["late-wood"]);
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
