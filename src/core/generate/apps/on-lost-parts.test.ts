import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Courses whose parts have addresses of their own; the script reads them, or begins with the overview whatever was asked for. */
const school = (
  isRead: boolean,
): string => `<!doctype html><html lang=en><meta charset=utf-8><title>School</title><link rel=icon href="data:,"><main></main>
  <script>const courses = ["Danish", "French", "Spanish"], parts = { overview: "About the course", lessons: "All lessons", people: "Who is there" };
    const main = document.querySelector("main"), link = (to, text) => "<a href='" + to + "'>" + text + "</a>";
    const draw = (isFirst) => { const [, , id, part] = location.pathname.split("/");
      if (id === undefined) { main.innerHTML = "<h1>Courses</h1><ul>" + courses.map((name, at) => "<li>" + link("/courses/" + (at + 1), name)).join("") + "</ul>"; return; }
      const shown = isFirst && ${!isRead} ? "overview" : part ?? "overview";
      main.innerHTML = "<p>" + link("/courses", "All courses") + "</p><h1>" + courses[id - 1] + "</h1><p>" + Object.keys(parts).map((each) => link("/courses/" + id + (each === "overview" ? "" : "/" + each), each[0].toUpperCase() + each.slice(1))).join(" ") + "</p><h2>" + parts[shown] + "</h2><p>What there is to say of " + shown + "."; };
    document.onclick = (event) => { const to = event.target.closest("a"); if (!to) return; event.preventDefault(); history.pushState(null, "", to.getAttribute("href")); draw(false); };
    onpopstate = () => draw(false); draw(true);</script>`;

const app =
  (isRead: boolean): RequestListener =>
  (request, response) => {
    const isPage = /^\/(?:courses(?:\/[123](?:\/(?:lessons|people))?)?)?$/.test(request.url ?? "/");
    response.writeHead(isPage ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(isPage ? school(isRead) : "");
  };

it.each<[string, boolean, string[]]>([
  ["read", true, []],
  ["not read", false, ["address-course-lessons"]],
])(
  "addresses of the parts of an item are %s when they are loaded",
  { timeout: 120_000 },
  async (_, isRead, told) => {
    const limits = { only: /^address-/, pages: 12, depth: 4, actions: 300 };
    const { failing } = await tryPages(browser, app(isRead), limits);
    expect(failing).toEqual(told);
  },
);
