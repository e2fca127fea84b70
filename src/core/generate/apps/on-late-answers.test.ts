import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const NAMES: Record<string, string> = {
  "/": "Budget",
  "/notes": "Notes",
  "/people": "People",
  "/places": "Places",
};

/** Pages that scripts fill; the budget of the year before comes after so many milliseconds. */
const app =
  (waitMs: number): RequestListener =>
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const answer = async (): Promise<void> => {
      if (pathname === "/api/rows") {
        if (searchParams.get("year") === "2025") await sleep(waitMs);
        const rows = [1, 2, 3].map((at) => `Entry ${at} of ${searchParams.get("year") ?? "today"}`);
        return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(rows));
      }
      const name = NAMES[pathname];
      const select = `<label>Year <select><option>2026<option>2025</select></label>`;
      response.writeHead(name === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(
        `<!doctype html><html lang=en><meta charset=utf-8><title>${name ?? "Not found"}</title><link rel=icon href="data:,"><nav>${Object.entries(
          NAMES,
        )
          .map(([path, each]) => `<a href="${path}">${each}</a>`)
          .join(" ")}</nav>
        <main><h1>${name ?? "Not found"}</h1>${pathname === "/" ? select : ""}<ul></ul></main><script>const year = document.querySelector("select");
        const load = async () => { const rows = await (await fetch("/api/rows" + (year ? "?year=" + year.value : ""))).json(); document.querySelector("ul").innerHTML = rows.map((row) => "<li>" + row).join(""); };
        if (year) year.onchange = load; load();</script>`,
      );
    };
    void answer();
  };

it.each([
  ["late", 7_000, ["late-answer-api-rows"]],
  ["soon", 300, []],
] as const)("what a choice asks for comes %s", { timeout: 240_000 }, async (_, waitMs, told) => {
  const { failing } = await tryPages(browser, app(waitMs), { only: /^late-answer/, actions: 300, pages: 6 });
  expect(failing).toEqual(told);
});
