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

/** Invoices whose pages name the list above them as it was asked for last; `fault`: that leads to the log of what was done. */
const invoices = (fault: boolean): RequestListener => {
  const numbers = [1, 2, 3, 4, 5, 6];
  const head = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Start</a> <a href="/invoices">All invoices</a></nav><main><h1>${title}</h1>${main}</main>`;
  return (request, response) => {
    const url = new URL(request.url ?? "/", "http://app");
    const last = /last=([^;]*)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
    const [, , id] = url.pathname.split("/");
    const status = url.searchParams.get("status");
    const rows = numbers.filter((each) => !status || (each % 2 === 0) === (status === "paid"));
    const list = `<p><a href="/invoices?status=paid">Paid</a> <a href="/invoices?status=open">Open</a></p><ul aria-label=Invoices>${rows.map((each) => `<li><a href="/invoices/${each}">Invoice ${each}</a>`).join("")}</ul>`;
    const html =
      url.pathname === "/"
        ? head("Start", `<p>What came in. <a href="/log">Log</a></p>`)
        : url.pathname === "/log"
          ? head("Log", "<ol><li>Nothing was done.</ol>")
          : id
            ? head(
                `Number ${id}`,
                `<p><a href="/invoices${decodeURIComponent(last)}"${fault ? ` onclick="location.href = '/log'; return false"` : ""}>Invoices</a></p><dl><dt>Sum<dd>${id}.50 €</dl>`,
              )
            : head("Invoices", list);
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      ...(url.pathname === "/invoices" && { "set-cookie": `last=${encodeURIComponent(url.search)}; path=/` }),
    });
    response.end(html);
  };
};

it.each([
  ["where it was asked for last", false, []],
  ["elsewhere", true, ["clicks-invoice"]],
] as const)("a link to the list above an item leads %s", { timeout: 240_000 }, async (_, fault, expected) => {
  const { failing, yaml } = await tryPages(browser, invoices(fault), {
    only: /^(?:clicks|back)-/,
    pages: 14,
    actions: 300,
  });
  expect(failing).toEqual(expected);
  expect(yaml).toContain("id: clicks-invoice");
});
