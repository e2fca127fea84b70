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

const COURSES = ["Back Training", "Calligraphy", "Danish", "Embroidery", "French", "Guitar", "Harmony"].map(
  (title, at) => ({ title, day: ["Monday", "Tuesday", "Friday"][at % 3], seats: 3 + ((at * 5) % 11) }),
);

type Marked = "says which is pressed" | "tells it by its looks";

/** Courses as cards or in a table, as was chosen last: the page remembers that. */
const page = (
  marked: Marked,
): string => `<!doctype html><html lang=en><meta charset=utf-8><title>Courses</title><link rel=icon href="data:,"><main><h1>Courses</h1>
  <label>Search <input type=search></label> <button type=button data-view=cards>Cards</button> <button type=button data-view=table>Table</button><div id=results></div></main>
  <script>const all = ${JSON.stringify(COURSES)}, words = document.querySelector("input"), views = [...document.querySelectorAll("[data-view]")];
    let view = localStorage.view ?? "cards"; words.value = new URLSearchParams(location.search).get("q") ?? "";
    const draw = () => { const found = all.filter((course) => course.title.toLowerCase().includes(words.value.toLowerCase()));
      for (const each of views) { const is = each.dataset.view === view; each.style.fontWeight = is ? "bold" : "normal"; ${marked === "says which is pressed" ? "each.ariaPressed = String(is);" : ""} }
      document.querySelector("#results").innerHTML = found.length === 0 ? "<p>Nothing found." : view === "cards"
        ? "<ul>" + found.map((course) => "<li><h2>" + course.title + "</h2><p>" + course.day + ", " + course.seats + " seats").join("") + "</ul>"
        : "<table aria-label=Courses><thead><tr><th>Title<th>Day<th>Seats</thead><tbody>" + found.map((course) => "<tr><td>" + course.title + "<td>" + course.day + "<td>" + course.seats).join("") + "</tbody></table>"; };
    for (const each of views) each.onclick = () => { view = localStorage.view = each.dataset.view; draw(); };
    words.oninput = () => { history.replaceState(null, "", words.value ? "/?q=" + encodeURIComponent(words.value) : "/"); draw(); }; draw();</script>`;

const app =
  (marked: Marked): RequestListener =>
  (request, response) => {
    const isPage = /^\/(?:\?|$)/.test(request.url ?? "/");
    response.writeHead(isPage ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(isPage ? page(marked) : "");
  };

it.each<Marked>(["says which is pressed", "tells it by its looks"])(
  "a view that the page remembers, and that %s, is put back",
  { timeout: 120_000 },
  async (marked) => {
    const { failing, yaml } = await tryPages(browser, app(marked), { actions: 300, only: /search|reload/ });
    expect(failing).toEqual([]);
    expect(yaml).toContain("id: search-home\n");
    expect(yaml).not.toContain("within: {role: table, name: Courses}");
  },
);
