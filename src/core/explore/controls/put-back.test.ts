import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, html, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Buttons that lead to routes of the script, and parts that unfold and know no Escape. */
const page = `<!doctype html><title>Rooms</title><body><main id=app></main><script>
const rooms = ["Cellar", "Kitchen", "Attic"];
const draw = () => {
  const room = rooms.find((name) => location.pathname === "/rooms/" + name.toLowerCase());
  app.innerHTML = room
    ? "<h1>" + room + "</h1><p>Nothing but the " + room + ".</p>"
    : "<h1>Rooms</h1>" + rooms.map((name) => "<button data-to=" + name + ">Open " + name + "</button>").join("") +
      ["Hours", "Prices"].map((name) => "<button aria-expanded=false data-part=" + name + ">" + name + "</button><p hidden>All about " + name + "</p>").join("");
};
app.onclick = ({ target: { dataset, nextElementSibling: next }, target }) => {
  if (dataset.to) { history.pushState(null, "", "/rooms/" + dataset.to.toLowerCase()); draw(); }
  if (dataset.part) { next.hidden = !next.hidden; target.setAttribute("aria-expanded", !next.hidden); }
};
onpopstate = draw;
draw();
</script>`;

test("a page is put back as it was by going back and by folding, and not loaded for each control", async () => {
  const loads: string[] = [];
  const listener: RequestListener = (request, response) => {
    if (request.url !== "/favicon.ico") loads.push(request.url ?? "");
    response.writeHead(200, { "content-type": "text/html" }).end(page);
  };
  await withApp(listener, async (url) => {
    const seen = await exploreApp(browser, `${url}/`, undefined, { pages: 10, actions: 100, depth: 2 });
    if (!seen.ok) throw new Error(seen.message);
    const home = seen.site.pages.find(({ path }) => path === "/");
    expect(home?.reveals.map(({ control, effect }) => `${control.name}: ${effect}`)).toEqual([
      "Open Cellar: navigation",
      "Open Kitchen: navigation",
      "Open Attic: navigation",
      "Hours: content",
      "Prices: content",
    ]);
    expect(loads.filter((path) => path === "/")).toHaveLength(1);
  });
});

const STYLE = `<style>.fold { transition: opacity 0.25s, visibility 0.25s } .fold:not(.open) { opacity: 0; visibility: hidden }</style>`;

const button = (name: string, script: string): string =>
  `<button type=button onclick="${script}">${name}</button>`;

/** How often the page is loaded until all its controls are tried, and what is sent meanwhile. */
const tried = async (controls: string) => {
  const seen: string[] = [];
  const listener: RequestListener = (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    html(`${STYLE}<main><h1>Desk</h1>${controls}</main>`)(request, response);
  };
  let used = 0;
  await withApp(listener, async (url) => {
    const found = await exploreApp(browser, url);
    if (found.ok) used = found.site.bounds.controlsUsed;
  });
  return {
    used,
    loads: seen.filter((each) => each === "GET /").length,
    sent: seen.filter((each) => each.startsWith("PUT")),
  };
};

const fold = (name: string): string =>
  `${button(name, "this.nextElementSibling.classList.toggle('open')")}<div class=fold><h2>All of ${name}</h2></div>`;

test("a second click folds what does not say that it folds, and takes a while for it", async () => {
  const some = await tried([fold("Rates"), fold("Stock")].join(""));
  expect(some).toEqual({ used: 2, loads: 1, sent: [] });
});

const swap = (name: string, other: string, more = ""): string =>
  button(name, `${more}; this.textContent = this.textContent === '${name}' ? '${other}' : '${name}'`);

test("a click on its other name sets a toggle back, but not where that saves", async () => {
  const hours = button("Hours", "this.parentElement.append('From nine to five')");
  expect(await tried(swap("Narrow", "Wide") + hours)).toEqual({ used: 2, loads: 1, sent: [] });
  const saving = await tried(
    swap("Change", "Save", "if (this.textContent === 'Save') fetch('/name', { method: 'PUT' })") + hours,
  );
  expect(saving.sent).toEqual([]);
  expect(saving.loads).toBeGreaterThan(1);
});
