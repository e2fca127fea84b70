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

const wares = ["Hammer", "Chisel", "Spanner", "Pliers"];

/** What a shelf holds, where some of it is elsewhere as well; each ware has a page, which says what all of it is worth. */
const shelf =
  (amount: "Price" | "Value"): RequestListener =>
  ({ url = "/" }, response) => {
    const send = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><main><h1>${title}</h1>${main}</main>`,
      );
    };
    if (url === "/") {
      const rows = wares.map(
        (ware, at) =>
          `<tr><td><a href="/wares/${at}">${ware}</a><td>${at + 2}<td>€${((at + 2) * 3.5).toFixed(2)}`,
      );
      return send(
        "Shelf",
        `<table aria-label=Contents><thead><tr><th>Ware<th>Quantity<th>${amount}</thead><tbody>${rows.join("")}</table>`,
      );
    }
    const at = Number(/^\/wares\/(\d)$/.exec(url)?.[1] ?? 9);
    const ware = wares[at];
    if (ware === undefined) return send("Not found", "", 404);
    send(ware, `<p>Price €3.50</p><p>Stock value €${((at + (at < 1 ? 9 : 2)) * 3.5).toFixed(2)}</p>`);
  };

it.each([
  ["are worth, which is not what all of it is", "Value", []],
  ["cost, which its page does not say", "Price", ["items-home"]],
] as const)("so many of a ware and what they %s", { timeout: 240_000 }, async (_, amount, expected) => {
  const { failing, yaml } = await tryPages(browser, shelf(amount), { only: /^items-/, pages: 6 });
  expect(yaml).toContain("id: items-home\n");
  expect(failing).toEqual(expected);
});
