import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { exploreApp, withApp } from "#test/support/explore-app.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A page that says that it loads until its list comes, so many milliseconds later. */
const crew = (afterMs: number, busy = ""): RequestListener => {
  const page = `<!doctype html><html lang=en><title>Crew</title><link rel=icon href="data:,"><main><h1>Crew</h1>${busy}<div id=list><p>Loading…</p></div></main>
    <script>fetch("/crew").then((answer) => answer.json()).then((all) => {
      list.innerHTML = "<ul aria-label=Crew>" + all.map((name) => "<li>" + name + "</li>").join("") + "</ul>"; });</script>`;
  return (request, response) => {
    const isData = request.url === "/crew";
    response.writeHead(isData || request.url === "/" ? 200 : 404, {
      "content-type": isData ? "application/json" : "text/html; charset=utf-8",
    });
    setTimeout(
      () => response.end(isData ? JSON.stringify(["Ann Lee", "Bob Fox", "Cleo Kay"]) : page),
      isData ? afterMs : 0,
    );
  };
};

/** Clients, each with a page that loads what was done for them; `none` is what it answers where that is nothing. */
const clients = (none: string): RequestListener => {
  const all = new Map([
    ["1", "Ann Lee"],
    ["2", "Bob Fox"],
  ]);
  let last = 2;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, part = "", id = "", act = ""] = (request.url ?? "/").split("/");
    if (request.method === "POST") {
      const name = (new URLSearchParams(await textOf(request)).get("name") ?? "").trim();
      if (act === "remove") all.delete(id);
      else all.set(String((last += 1)), name);
      return void response.writeHead(303, { location: "/" }).end();
    }
    const name = all.get(id);
    const done = Number(id) > 2 ? none : JSON.stringify(["Called", "Met"]);
    if (act === "done") return void response.writeHead(200, { "content-type": "application/json" }).end(done);
    const main =
      part === ""
        ? `<h1>Clients</h1><form method=post><label>Name <input name=name required></label><button>Add client</button></form>
          <table aria-label=Clients><thead><tr><th>Name<th></thead><tbody>${[...all].map(([at, each]) => `<tr><td><a href="/clients/${at}">${escapeHtml(each)}</a><td><form method=post action="/clients/${at}/remove"><button>Remove</button></form>`).join("")}</tbody></table>`
        : `<h1>${escapeHtml(name ?? "")}</h1><ul aria-label=Facts><li>Since 2024</li><li>Of Leeds</li></ul><h2>Done</h2><div id=done><p>Loading activity…</p></div>
          <script>fetch("/clients/${id}/done").then((got) => got.json()).then((got) => { if (got) done.innerHTML = got.length === 0 ? "<p>Nothing yet.</p>" : got.map((each) => "<p>" + each + "</p>").join(""); });</script>`;
    const isThere = part === "" || name !== undefined;
    response.writeHead(isThere ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Clients</title><link rel=icon href="data:,"><nav aria-label=Main><a href="/">Clients</a></nav><main>${isThere ? main : ""}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["says that there is nothing", "[]", []],
  ["goes on saying that it loads", "null", ["shows-client"]],
])("the page of a new item %s", { timeout: 240_000 }, async (_, none, expected) => {
  const { failing, yaml } = await tryPages(browser, clients(none), {
    only: /^shows-/,
    pages: 6,
    actions: 300,
    depth: 2,
  });
  expect(yaml).toContain("id: shows-client");
  expect(failing).toEqual(expected);
});

/** Articles by topic, of which one has none yet; `none` is what is shown of that. */
const articles = (
  none: string,
): string => `<h1>Articles</h1><label>Topic <select id=topic><option value="">All topics<option>Garden<option>Kitchen<option>Cellar</select></label><div id=list></div>
  <script>
    const all = [["Roses", "Garden"], ["Hedges", "Garden"], ["Bread", "Kitchen"], ["Soup", "Kitchen"], ["Lawns", "Garden"], ["Jam", "Kitchen"]];
    const show = () => {
      const found = all.filter(([, of]) => topic.value === "" || of === topic.value);
      list.innerHTML = found.length === 0 ? ${JSON.stringify(none)} : "<table aria-label=Articles><thead><tr><th>Title<th>Topic</thead><tbody>" + found.map(([title, of]) => "<tr><td>" + title + "<td>" + of).join("") + "</tbody></table>";
    };
    topic.onchange = show;
    show();
  </script>`;

it.each([
  ["says that there is nothing", "<p>No articles yet.</p>", []],
  ["goes on saying that it loads", "<p>Loading…</p>", ["filter-home-topic-loads"]],
])("a choice of which there is nothing %s", { timeout: 240_000 }, async (_, none, expected) => {
  const { failing, yaml } = await tryPages(browser, articles(none), { only: /^filter-/ });
  expect(yaml).toContain("id: filter-home-topic");
  expect(failing).toEqual(expected);
});

it("a table whose rows only say that they are loading is waited for", { timeout: 240_000 }, async () => {
  const page = `<!doctype html><html lang=en><title>Crew</title><link rel=icon href="data:,"><main><h1>Crew</h1><table><thead><tr><th>Name<th>Boat</thead><tbody><tr><td colspan=2><div style="height:4px"></div><tr><td colspan=2>Loading...</table></main>
    <script>fetch("/crew").then((answer) => answer.json()).then((all) => {
      document.querySelector("tbody").innerHTML = all.map((name) => "<tr><td>" + name + "<td>Ark").join(""); });</script>`;
  const app: RequestListener = (request, response) => {
    const isData = request.url === "/crew";
    response.writeHead(isData || request.url === "/" ? 200 : 404, {
      "content-type": isData ? "application/json" : "text/html; charset=utf-8",
    });
    setTimeout(() => response.end(isData ? `["Ann Lee","Bob Fox","Cleo Kay"]` : page), isData ? 6_000 : 0);
  };
  await withApp(app, async (url) => {
    const found = await exploreApp(browser, url, undefined, { pages: 1 });
    const [first] = found.ok ? found.site.pages : [];
    expect(first?.survey.collections.map(({ items }) => items.map(({ cells }) => cells[0]))).toEqual([
      ["Ann Lee", "Bob Fox", "Cleo Kay"],
    ]);
  });
});

/** The page says to who cannot see it that it is busy until then. */
const BUSY = `<script>const main = document.querySelector("main"); main.ariaBusy = "true";
  const gone = setInterval(() => { if (document.querySelector("ul")) { main.ariaBusy = "false"; clearInterval(gone); } }, 50);</script>`;

it.each([
  ["after a while", 1_500, "", []],
  ["after 8 s", 8_000, "", ["page-home"]],
  ["after a while, told as busy", 1_500, BUSY, []],
  ["after 7 s, told as busy", 7_000, BUSY, ["page-home"]],
])("a list that comes %s", { timeout: 240_000 }, async (_, afterMs, busy, expected) => {
  expect((await tryPages(browser, crew(afterMs, busy))).failing).toEqual(expected);
});
