import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const links = (kind: string, many: number): string =>
  Array.from({ length: many }, (_, at) => `<li><a href="/${kind}/${at}">${kind} ${at}</a>`).join("");

/** A hundred rooms, and a few halls behind them; one of each cannot be shown. */
const house: RequestListener = ({ url = "/" }, response) => {
  const status = url === "/rooms/88" ? 500 : url === "/halls/6" ? 404 : 200;
  const main =
    url === "/" ? `<ul>${links("rooms", 100)}</ul><ul>${links("halls", 8)}</ul>` : `<p>This is ${url}.</p>`;
  response.writeHead(status, { "content-type": "text/html" });
  response.end(
    `<!doctype html><html lang=en><title>House</title><link rel=icon href="data:,"><main><h1>House</h1>${main}</main>`,
  );
};

test("what many items lead to is asked after in turns with the rest, and so all of it that there is time for", async () => {
  await withApp(house, async (url) => {
    const deadAfter = async (actions: number): Promise<string[]> => {
      const seen = await exploreApp(browser, `${url}/`, undefined, { actions, pages: 4, depth: 1 });
      if (!seen.ok) throw new Error(seen.message);
      return seen.site.deadLinks.map(({ path, status }) => `${path} ${status}`).toSorted();
    };
    expect(await deadAfter(300)).toEqual(["/halls/6 404", "/rooms/88 500"]);
    expect(await deadAfter(60)).toEqual(["/halls/6 404"]);
  });
});

test("a file that is not there is found behind more items than can be asked after", async () => {
  const archive: RequestListener = (request, response) => {
    if (request.url === "/plan.pdf") return void response.writeHead(404).end();
    if (request.url !== "/") return house(request, response);
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      `<!doctype html><html lang=en><title>House</title><link rel=icon href="data:,"><main><h1>House</h1><ul>${links("rooms", 100)}</ul><p><a href="/plan.pdf">Plan</a></p></main>`,
    );
  };
  await withApp(archive, async (url) => {
    const seen = await exploreApp(browser, `${url}/`, undefined, { actions: 60, pages: 4, depth: 1 });
    if (!seen.ok) throw new Error(seen.message);
    expect(seen.site.deadLinks.map(({ path }) => path)).toEqual(["/plan.pdf"]);
  });
});
