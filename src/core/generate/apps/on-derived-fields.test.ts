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

/** A script writes the short name after the title as long as nobody types one by its keys; `blames` says so of both in any case. */
const createDesk =
  (blames: boolean): RequestListener =>
  (request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const sent = new URLSearchParams(body);
      const [title, short] = [sent.get("title") ?? "", sent.get("short") ?? ""];
      const wrong = [
        ...(title === "" ? ["Title can not be blank"] : []),
        ...(short === "" || (blames && title === "") ? ["Short name can not be blank"] : []),
      ];
      const isSent = request.method === "POST";
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang=en><title>Desk</title><link rel=icon href="data:,"><main><h1>Desk</h1>
        ${isSent && wrong.length === 0 ? "<p>Thank you.</p>" : ""}<ul>${isSent ? wrong.map((text) => `<li>${text}</li>`).join("") : ""}</ul>
        <form method=post action="/"><p><label>Title * <input name=title></label><p><label>Short name * <input name=short></label>
        <p><label>Remarks <textarea name=remarks></textarea></label><p><button>Send it in</button></form></main>
        <script>let own = false; const short = document.querySelector("[name=short]");
        short.addEventListener("keyup", () => { own = true; });
        document.querySelector("[name=title]").addEventListener("input", (event) => { if (!own) short.value = event.target.value.toLowerCase(); });</script>`);
    });
  };

it.each([
  ["that a script fills in after another is empty with that, which is no fault", false, []],
  ["that holds something is said to be empty", true, ["desk-requires"]],
] as const)("a field %s", { timeout: 240_000 }, async (_, blames, expected) => {
  const { failing, yaml } = await tryPages(browser, createDesk(blames), { only: /-requires$/ });
  expect(yaml).toContain("-requires");
  expect(failing.length).toBe(expected.length);
});
