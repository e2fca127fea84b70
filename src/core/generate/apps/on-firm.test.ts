import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** The head of all pages says what the firm is called and who one is. `lossy`: the telephone of the firm is not kept. */
const firm = (lossy: boolean): RequestListener => {
  const stored: Record<string, Record<string, string>> = {
    "/firm": { company: "Fern Store", phone: "+44 117 555 0123", dock: "Unit 4, Canal Road" },
    "/me": { name: "Mara Lind", town: "Bristol Harbour" },
  };
  const labels: Record<string, string> = {
    company: "Company name",
    phone: "Phone",
    dock: "Delivery address",
    name: "Display name",
    town: "Town",
  };
  return (request, response) => {
    const { method = "GET", url = "/" } = request;
    const kept = stored[url];
    const send = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><header><b>${escapeHtml(stored["/firm"]?.["company"] ?? "")}</b> <i>${escapeHtml(stored["/me"]?.["name"] ?? "")}</i>
        <nav><a href="/">Start</a> <a href="/firm">Firm settings</a> <a href="/me">My profile</a></nav></header><main><h1>${title}</h1>${main}</main>`,
      );
    };
    if (method === "POST" && kept)
      return void textOf(request).then((body) => {
        const { phone, ...rest } = Object.fromEntries(new URLSearchParams(body));
        Object.assign(kept, rest, phone !== undefined && !lossy ? { phone } : {});
        response.writeHead(303, { location: url }).end();
      });
    if (kept) {
      const fields = Object.entries(kept).map(
        ([name, value]) =>
          `<p><label>${labels[name]} <input name=${name} type=${name === "phone" ? "tel" : "text"} value="${escapeHtml(value)}"></label></p>`,
      );
      return send(
        url === "/me" ? "My profile" : "Firm settings",
        `<form method=post>${fields.join("")}<button>Save</button></form>`,
      );
    }
    return send(url === "/" ? "Start" : "Not found", "<p>Good day.</p>", url === "/" ? 200 : 404);
  };
};

it.each([
  ["keeps all", false, []],
  ["loses one of its texts, and leaves the others changed by that", true, ["settings-firm"]],
] as const)(
  "a firm below whose name stands who one is, and which %s",
  { timeout: 240_000 },
  async (_, lossy, expected) => {
    const { failing, yaml } = await tryPages(browser, firm(lossy), {
      only: /^settings-/,
      pages: 6,
      actions: 200,
    });
    expect(yaml).toContain("expect: {hidden: {text: Zoë O'Hara, exact: true}}");
    expect(failing).toEqual(expected);
  },
);
