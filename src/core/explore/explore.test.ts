import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { createShop } from "#examples/shop/shop.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, html, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

it(
  "finds the pages, forms and lists of a shop, and what can be done with them",
  { timeout: 400_000 },
  async () => {
    const shop = await createShop();
    const found = await exploreApp(
      browser,
      shop.url,
      { username: "demo@shop.example", password: "demo1234" },
      { actions: 200, pages: 40, timeMs: 300_000 },
    );
    const posts = shop.logs
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path}`);
    await shop.close();
    if (!found.ok) throw new Error(found.message);
    const { site } = found;
    expect(site.pages.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        "home",
        "catalogue",
        "product",
        "inventory",
        "orders",
        "contact",
        "account",
        "checkout",
      ]),
    );
    expect(site.login).toMatchObject({ path: "/login", used: true });
    expect(site.logout).toMatchObject({ name: "Log out" });
    expect(site.searches.map(({ pageId }) => pageId)).toEqual(
      expect.arrayContaining(["catalogue", "inventory"]),
    );
    expect(site.sorts.some(({ control }) => control.kind === "select")).toBe(true);
    expect(site.sorts.some(({ control }) => control.kind === "header")).toBe(true);
    expect(site.pagings).toMatchObject([{ pageId: "catalogue", kind: "replace" }]);
    expect(site.records).toMatchObject([
      { pageId: "inventory", listed: "in_sight", remove: { role: "button" } },
    ]);
    expect(site.deadLinks).toEqual([]);
    expect(site.pages.flatMap(({ problems }) => problems)).toEqual([]);
    // It logged in, put one item into the cart, made and removed one product, wrote a review, and another to see whether
    // that can be done again, and sent a message and an order to see whether they are taken: nothing else.
    expect(posts.map((line) => line.replace(/\d+$/, "N"))).toEqual([
      "POST /login",
      "POST /cart",
      "POST /api/products",
      "DELETE /api/products/N",
      "POST /products/3/reviews",
      "POST /products/3/reviews",
      "POST /contact",
      "POST /api/orders",
    ]);
  },
);

it("takes a list of very many links for one kind of page", async () => {
  const links = Array.from(
    { length: 3_000 },
    (_, index) => `<li><a href="/entry/${index}">Entry ${index}</a></li>`,
  ).join("");
  const listener: RequestListener = (request, response) =>
    html(request.url === "/" ? `<h1>All</h1><ul>${links}</ul>` : `<h1>Entry</h1><p>${request.url}</p>`)(
      request,
      response,
    );
  await withApp(listener, async (url) => {
    const found = await exploreApp(browser, url);
    if (!found.ok) throw new Error(found.message);
    expect(found.site.pages.map(({ pattern }) => pattern)).toEqual(["/", "/entry/:id"]);
    expect(found.site.bounds.pagesVisited).toBeLessThan(6);
    expect(found.site.bounds.addressesLeftOut).toBeGreaterThan(100);
  });
});

it("takes each of many pages of words for a kind of its own where it offers something else, in a thorough exploration", async () => {
  const names = ["press", "tick", "choose", "type", "drag", "count", "sort", "paint", "fold", "turn"];
  const list = (prefix: string, what: string[]): string =>
    `<ul>${what.map((name) => `<li><a href="/${prefix}/${name}">${name}</a></li>`).join("")}</ul>`;
  const bodyOf = (path: string): string => {
    const [, kind, name = ""] = path.split("/");
    const at = names.indexOf(name);
    const told = ["<p>a</p>", "<table><tr><td>a</table>", "<ol><li>a</ol>", "<dl><dt>a</dl>", "<pre>a</pre>"];
    const some = told.filter((_, place) => ((at + 1) >> place) % 2 === 1).join("");
    if (kind === "play") return `<h1>On it</h1>${some}<form><label>What to ${name} <input></label></form>`;
    // Items of a shop: each is told otherwise, and offers the same.
    return `<h1>${name}</h1>${some}<button>Keep ${name}</button><label>Pieces <input type=number></label>`;
  };
  const listener: RequestListener = (request, response) =>
    html(
      request.url === "/"
        ? `<h1>All</h1>${list("play", names)}${list("items", names)}`
        : bodyOf(request.url ?? ""),
    )(request, response);
  await withApp(listener, async (url) => {
    const found = await exploreApp(browser, url, undefined, { actions: 300, pages: 60 });
    if (!found.ok) throw new Error(found.message);
    const paths = found.site.pages.map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith("/play/")).toSorted()).toEqual(
      names.map((name) => `/play/${name}`).toSorted(),
    );
    expect(paths.filter((path) => path.startsWith("/items/")).length).toBeLessThan(5);
  });
});

it("tries a search that stands on every page just once", async () => {
  const typed = new Set<string>();
  const script = `<script>
    const all = ["Alpha tool", "Beta brush", "Gamma glue"];
    const field = document.querySelector("input"), box = document.querySelector("#found");
    field.addEventListener("input", () => {
      fetch("/typed" + location.pathname);
      box.innerHTML = all.filter((name) => field.value && name.toLowerCase().includes(field.value.toLowerCase()))
        .map((name) => '<div role=option>' + name + '</div>').join("");
    });</script>`;
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? "";
    if (path.startsWith("/typed")) {
      typed.add(path.slice("/typed".length));
      response.writeHead(204).end();
      return;
    }
    const main =
      path === "/"
        ? `<h1>Tools</h1><ul>${["alpha-tool", "beta-brush", "gamma-glue"].map((name) => `<li><a href="/${name}">${name[0]?.toUpperCase()}${name.slice(1).replace("-", " ")}</a></li>`).join("")}</ul>`
        : `<h1>One</h1><${path.length % 2 ? "p" : "pre"}>${path}`;
    html(
      `<header><input placeholder="Search tools" autocomplete=off><div id=found></div></header><main>${main}</main>${script}`,
    )(request, response);
  };
  await withApp(listener, async (url) => {
    const found = await exploreApp(browser, url);
    if (!found.ok) throw new Error(found.message);
    expect(found.site.pages.length).toBeGreaterThan(2);
    expect(found.site.searches).toMatchObject([{ pageId: "home", suggests: true }]);
    expect([...typed]).toEqual(["/"]);
  });
});

it("sorts a list that stands on two pages just once", async () => {
  const table = `<table aria-label=Trees><thead><tr><th aria-sort=none><button>Name</button></th><th>Size</th></tr></thead>
    <tbody><tr><td>Oak<td>9</tr><tr><td>Beech<td>7</tr><tr><td>Maple<td>8</tr></tbody></table><script>
    let down = true;
    document.querySelector("th button").onclick = () => { down = !down;
      const body = document.querySelector("tbody");
      const rows = [...body.rows].sort((a, b) => a.cells[0].textContent.localeCompare(b.cells[0].textContent));
      body.append(...(down ? rows.reverse() : rows)); };</script>`;
  const listener: RequestListener = (request, response) =>
    html(
      request.url === "/"
        ? `<h1>Start</h1><nav><a href="/trees">Trees</a></nav>${table}`
        : `<h1>Trees</h1><p>All of them</p><nav><a href="/">Start</a></nav>${table}<pre>1</pre>`,
    )(request, response);
  await withApp(listener, async (url) => {
    const found = await exploreApp(browser, url);
    if (!found.ok) throw new Error(found.message);
    expect(found.site.pages.length).toBe(2);
    expect(found.site.sorts.length).toBe(1);
  });
});

it("tries a list of several pages on its first page alone", async () => {
  const names = ["Oak", "Beech", "Maple", "Linden", "Birch", "Alder"];
  const listener: RequestListener = (request, response) => {
    const asked = new URL(request.url ?? "/", "http://app").searchParams;
    const fitting = names.filter((name) => name.toLowerCase().includes(asked.get("q")?.toLowerCase() ?? ""));
    const page = Number(asked.get("page") ?? 1);
    const turns = page > 1 ? `<p>Further trees</p><a href="/">Previous</a>` : `<a href="/?page=2">Next</a>`;
    html(`<h1>Trees</h1><form><input type=search name=q aria-label=Search></form>
      <ul aria-label=Trees>${fitting
        .slice(page * 3 - 3, page * 3)
        .map((name) => `<li><b>${name}</b> tree</li>`)
        .join("")}</ul>${fitting.length > 3 ? turns : ""}`)(request, response);
  };
  await withApp(listener, async (url) => {
    const found = await exploreApp(browser, url);
    if (!found.ok) throw new Error(found.message);
    expect(found.site.pages.map(({ path }) => path)).toEqual(["/", "/?page=2"]);
    expect(found.site.searches.map(({ path }) => path)).toEqual(["/"]);
  });
});
