import { afterAll, beforeAll, expect, it } from "vitest";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { generateSuiteFor } from "#test/support/generate-suite.ts";
import { serve } from "#test/support/serve.ts";
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
  const served = await serve(rides(/^wood$/));
  const { findings } = await generateSuiteFor(browser, { url: served.url, auth: null, exhaustive: false });
  await served.close();
  expect(findings.map(({ case_id: id }) => id)).toEqual(["late-wood"]);
});

/** The cases of a suite for bikes, and the findings, where a search is answered after so many milliseconds. */
const suiteFor = async (searchMs: number): Promise<{ cases: string[]; found: string[] }> => {
  const server = createServer((request, response) => {
    const wanted = new URL(request.url ?? "/", "http://app").searchParams.get("q") ?? "";
    void sleep(wanted === "" ? 0 : searchMs).then(() =>
      response.writeHead(200, { "content-type": "text/html" }).end(list(wanted)),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  const { document, findings } = await generateSuiteFor(browser, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    auth: null,
    exhaustive: false,
  });
  server.closeAllConnections();
  server.close();
  return {
    cases: document.cases.map(({ id }) => id),
    found: findings.map(({ case_id: id }) => id),
  };
};

it("a search that takes a while is none that finds nothing", { timeout: 300_000 }, async () => {
  const { cases, found } = await suiteFor(1_500);
  expect(cases).toContain("search-home");
  expect(found).toEqual([]);
});

it("a search that nobody would wait for is a finding", { timeout: 300_000 }, async () => {
  const { found } = await suiteFor(9_000);
  expect(found).toContain("search-home");
});
