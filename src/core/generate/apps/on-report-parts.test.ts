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

const REPORTS = ["pipeline", "sales", "activity"];
const OWNERS = ["Everybody", "Aisha Rahman", "Tom Okafor"];

/** Reports below one address, each of which can be asked for one person; `broken`: of which that breaks. */
const office =
  (broken: string | null): RequestListener =>
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const name = REPORTS.find((each) => pathname === `/reports/${each}`);
    const owner = searchParams.get("owner") ?? "Everybody";
    const fails = name !== undefined && name === broken && owner !== "Everybody";
    const main =
      name === undefined
        ? `<h1>Office</h1><p>Welcome.</p>`
        : `<h1>${name} report</h1><form><label>Owner <select name=owner>${OWNERS.map((each) => `<option${each === owner ? " selected" : ""}>${each}</option>`).join("")}</select></label> <button>Show</button></form><p>So far there is nothing about ${owner} in ${name}.</p>`;
    response.writeHead(fails ? 500 : name || pathname === "/" ? 200 : 404, {
      "content-type": "text/html; charset=utf-8",
    });
    response.end(
      `<!doctype html><html lang=en><link rel=icon href="data:,"><title>${name ?? "Office"}</title><nav><a href="/">Office</a> ${REPORTS.map((each) => `<a href="/reports/${each}">${each}</a>`).join(" ")}</nav><main>${fails ? "<h1>Something went wrong</h1>" : main}</main>`,
    );
  };

it.each([
  [null, 0],
  ["sales", 1],
])("reports of which %s breaks for one person", { timeout: 240_000 }, async (broken, expected) => {
  const { failing, yaml } = await tryPages(browser, office(broken), {
    only: /^views-/,
    pages: 6,
    actions: 300,
    depth: 2,
  });
  expect(failing).toHaveLength(expected);
  for (const name of ["pipeline", "sales"]) expect(yaml).toContain(`id: views-reports-${name}-owner`);
});
