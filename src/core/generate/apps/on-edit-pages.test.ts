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

/** Tickets of others, each with a form that adds to it what was done: hardly anything is filled in there. */
const createTickets =
  (at: string, posted: string[]): RequestListener =>
  (request, response) => {
    const { method = "GET", url = "/" } = request;
    request.resume().on("end", () => {
      if (method === "POST") posted.push(url);
      const rows = [1, 2, 3].map((id) => `<li><a href="/tickets/${id}">Ticket ${id}</a></li>`).join("");
      const [, , id = "", deed = ""] = url.split("/");
      const main =
        deed !== ""
          ? `<h1>Ticket ${id}</h1><form method=post action="${url}"><p><label>Comment <input name=comment></label><p><label>Hours <input name=hours></label>
             <p><label>Notes <textarea name=notes></textarea></label><p><button>Submit</button></form>`
          : id !== ""
            ? `<h1>Ticket ${id}</h1><p>It leaks. <a href="${url}/${at}">More</a></p>`
            : `<h1>Tickets</h1><ul>${rows}</ul>`;
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>Tickets</title><link rel=icon href="data:,"><main>${main}</main>`,
      );
    });
  };

it.each([
  ["for changing what others made is left alone", "edit", false],
  ["for one more of something is sent", "hours", true],
] as const)("a form %s", { timeout: 240_000 }, async (_, at, isSent) => {
  const posted: string[] = [];
  await tryPages(browser, createTickets(at, posted), { pages: 8, actions: 300, depth: 4 });
  expect(posted.length > 0).toBe(isSent);
});
