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

/** Pages that a script shows at addresses that the server knows, or does not; one link leads to what neither of them has. */
const createTeam = (all: string): RequestListener => {
  const page = `<!doctype html><html lang=en><title>Team</title><link rel=icon href="data:,">
    <nav><a href="/">Team</a> <a href="/news">News</a></nav><main></main><script>
    const pages = { "/": '<h1>Team</h1><p>Lena Hart leads it.</p><a href="${all}">All tasks</a>', "/news": "<h1>News</h1><p>None today.</p>", "/tasks": "<h1>Tasks</h1><p>Nothing is to do.</p>" };
    const show = () => { document.querySelector("main").innerHTML = pages[location.pathname] ?? "<h1>Page not found</h1><p>There is nothing here.</p>"; };
    onclick = (event) => { const link = event.target.closest("a"); if (!link) return; event.preventDefault(); history.pushState(null, "", link.href); show(); };
    onpopstate = show; show();</script>`;
  return (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    response.writeHead(/^\/(?:news|tasks)?$/.test(pathname) ? 200 : 404, { "content-type": "text/html" });
    response.end(page);
  };
};

it.each([
  ["there", "/tasks?member=1", 2, []],
  ["nowhere, to what is not opened any more", "/task?member=1", 2, ["link-all-tasks"]],
  ["nowhere, to what was opened", "/task?member=1", 8, ["link-all-tasks"]],
] as const)(
  "a link that a script follows leads %s",
  { timeout: 240_000 },
  async (_, all, pages, expected) => {
    const { failing } = await tryPages(browser, createTeam(all), { only: /^link-/, pages });
    expect(failing).toEqual(expected);
  },
);

/** The same team, whose server knows the addresses `known`, and answers others with data. */
const createTeamOf = (known: RegExp): RequestListener => {
  const team = createTeam("/tasks");
  return (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    if (known.test(pathname)) return team(request, response);
    response.writeHead(404, { "content-type": "application/json" });
    response.end('{"error":"No such page"}');
  };
};

it.each([
  ["knows", /^\/(?:news|tasks)?$/, 2, []],
  ["does not know, and is not opened any more", /^\/(?:news)?$/, 2, ["link-all-tasks"]],
  ["does not know, and was opened", /^\/(?:news)?$/, 8, ["link-all-tasks"]],
] as const)(
  "a script shows a page whose address the server %s",
  { timeout: 240_000 },
  async (_, known, pages, expected) => {
    const { failing } = await tryPages(browser, createTeamOf(known), { only: /^link-/, pages });
    expect(failing).toEqual(expected);
  },
);

/** Two clubs whose pages lead to settings that a script shows, at addresses of which the server knows none. */
const createClubs = (): RequestListener => {
  const page = `<!doctype html><html lang=en><title>Clubs</title><link rel=icon href="data:,"><nav><a href="/">Clubs</a></nav><main></main><script>
    const clubs = ["rowing", "chess", "choir"];
    const show = () => { const [, , club = "", part] = location.pathname.split("/"); document.querySelector("main").innerHTML = club === "" ? "<h1>Clubs</h1><ul>" + clubs.map((each) => '<li><a href="/clubs/' + each + '">The ' + each + " club</a>").join("") + "</ul>"
      : part ? "<h1>Settings</h1><p>Nothing is set.</p>" : "<h1>The " + club + ' club</h1><a href="/clubs/' + club + '/settings">Settings</a>'; };
    onclick = (event) => { const link = event.target.closest("a"); if (!link) return; event.preventDefault(); history.pushState(null, "", link.href); show(); };
    onpopstate = show; show();</script>`;
  return (request, response) => {
    const isKnown = !/settings/.test(request.url ?? "");
    response.writeHead(isKnown ? 200 : 404, { "content-type": isKnown ? "text/html" : "application/json" });
    response.end(isKnown ? page : "{}");
  };
};

it(
  "links of one name on pages of one kind, each of which leads nowhere, are told once",
  { timeout: 240_000 },
  async () => {
    const { failing } = await tryPages(browser, createClubs(), { only: /^link-/, pages: 8, actions: 300 });
    expect(failing).toEqual(["link-settings"]);
  },
);

/** Parts of suppliers on two pages; where the last has lost its own, a dash in place of the name leads nowhere. */
const createParts = (lost: string): RequestListener => {
  const page = `<!doctype html><html lang=en><title>Parts</title><link rel=icon href="data:,"><nav><a href="/">Parts</a></nav><main></main><script>
    const parts = ["Bolt", "Nut", "Screw", "Spring", "Washer", "Wing nut"], names = ["Acme", "Brown", "Cole", "Dunn", "East", "${lost}"];
    const show = () => { const [, kind = "", id] = location.pathname.split("/"); const from = location.search === "?page=2" ? 3 : 0;
      document.querySelector("main").innerHTML = kind === "" ? "<h1>Parts</h1><table aria-label=Parts><thead><tr><th>Name<th>Supplier</thead><tbody>" + parts.slice(from, from + 3).map((each, at) => "<tr><td>" + each + '<td><a href="/suppliers/' + (from + at + 1) + '">' + names[from + at] + "</a>").join("") + '</tbody></table><nav aria-label=Pages>' + (from ? '<a href="/">Previous</a>' : '<a href="/?page=2">Next</a>') + "</nav>"
      : (names[Number(id) - 1] ?? "—") === "—" ? "<h1>Page not found</h1>" : "<h1>" + names[Number(id) - 1] + "</h1><p>Delivers on Mondays.</p>"; };
    onclick = (event) => { const link = event.target.closest("a"); if (!link) return; event.preventDefault(); history.pushState(null, "", link.href); show(); };
    onpopstate = show; show();</script>`;
  return (_, response) =>
    void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
};

it.each([
  ["no name leads nowhere", "—", ["link-suppliers-6"]],
  ["a name leads to its page", "Frost", []],
])("on a further page of a list a link with %s", { timeout: 240_000 }, async (_, lost, expected) => {
  const limits = { pages: 12, actions: 300, depth: 3 };
  const { failing } = await tryPages(browser, createParts(lost), { only: /^link-/, ...limits });
  expect(failing).toEqual(expected);
});
