import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, html, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

it("follows routes in the hash, and takes what the bare address shows for the same page", async () => {
  const body = `<nav><a href="#/a">A</a> <a href="#/b">B</a></nav><main></main><script>
    const show = () => { document.querySelector("main").innerHTML = location.hash === "#/b" ? "<h1>B</h1><form><input aria-label=Name></form>" : "<h1>A</h1><p>All that there is to say about what is here, and a bit more than that.</p>"; };
    addEventListener("hashchange", show); show();</script>`;
  await withApp(html(body), async (url) => {
    const found = await exploreApp(browser, url);
    expect(found.ok && found.site.pages.map(({ path }) => path)).toEqual(["/", "/#/b"]);
  });
});

it("follows the buttons of the app's menus, but those that end the visit or change its words", async () => {
  const seen: string[] = [];
  const entry = (name: string, script: string): string =>
    `<li role=none><button type=button role=menuitem onclick="${script}">${name}</button></li>`;
  const menu = (name: string, ...entries: string[]): string =>
    `<button type=button aria-haspopup=menu onclick="this.nextElementSibling.hidden = false">${name}</button><ul role=menu hidden>${entries.join("")}</ul>`;
  const header = `<header>${menu("Account", entry("Settings", "location.assign('/settings')"), entry("My page", "history.pushState(null, '', '/mine')"), entry("Sign out", "fetch('/bye')"))}
    ${menu("Language", entry("English", "fetch('/set')"), entry("Deutsch", "fetch('/set')"))}</header>`;
  const listener: RequestListener = (request, response) => {
    seen.push(request.url ?? "");
    html(`${header}<main><h1>Page ${request.url}</h1></main>`)(request, response);
  };
  await withApp(listener, async (url) => {
    const found = await exploreApp(browser, url);
    expect(found.ok && found.site.pages.map(({ path }) => path)).toEqual(["/", "/settings", "/mine"]);
    expect(seen.filter((path) => /bye|set$/.test(path))).toEqual([]);
  });
});

it("leaves alone what could do harm", async () => {
  const seen: string[] = [];
  const body = `<h1>Desk</h1><a href="/logout">Log out</a><a href="/items/1/delete">x</a><a href="/fine">Fine</a>
    <a href="/?lang=de">Deutsch</a> <a href="/set-language/language/fr">FR</a> <a href="/de/about">DE</a>
    <button onclick="fetch('/deleted')">Delete all</button><button onclick="fetch('/sent')">Send</button>
    <button onclick="document.body.append('more')">Show more</button>`;
  const listener: RequestListener = (request, response) => {
    seen.push(request.url ?? "");
    html(body)(request, response);
  };
  await withApp(listener, async (url) => {
    const found = await exploreApp(browser, url);
    expect(found.ok && found.site.bounds.avoided).toEqual(
      expect.arrayContaining(["Log out", "Delete all", "Send", "Deutsch", "FR"]),
    );
    expect(seen).toEqual(expect.arrayContaining(["/fine", "/de/about"]));
    expect(seen.filter((path) => /logout|delete|sent|lang/.test(path))).toEqual([]);
  });
});

it("sets back what a switch has set, and leaves alone one that says no more than its state", async () => {
  const sent: string[] = [];
  const draw = (name: string): string =>
    `<button role=switch aria-checked=false aria-label="${name}" onclick="this.ariaChecked = String(this.ariaChecked !== 'true'); fetch('/${name}/' + this.ariaChecked, { method: 'PUT' }); said.textContent = '${name} is ' + this.ariaChecked">o</button>`;
  const body = `<h1>Instance</h1><p id=said>Nothing yet</p>${draw("Disabled")}${draw("Statistics")}`;
  const listener: RequestListener = (request, response) => {
    if (request.method !== "PUT") return html(body)(request, response);
    sent.push(request.url ?? "");
    response.end();
  };
  await withApp(listener, async (url) => {
    const found = await exploreApp(browser, url);
    expect(found.ok && found.site.bounds.avoided).toEqual(["Disabled"]);
    expect(found.ok && found.site.pages[0]?.reveals).toEqual([]);
    expect(sent).toEqual(["/Statistics/true", "/Statistics/false"]);
  });
});

it("notes a log-in that nothing gets past", async () => {
  const body = `<h1>Log in</h1><form method=post><label>Name <input name=u></label><label>Password <input type=password name=p></label><button>Log in</button></form>`;
  await withApp(html(body), async (url) => {
    const found = await exploreApp(browser, url);
    expect(found.ok && found.site.login).toMatchObject({ wall: true, used: false });
    const refused = await exploreApp(browser, url, { username: "ann", password: "wrong" });
    expect(refused).toMatchObject({ ok: false, reason: "login_failed" });
  });
});

it("says why an app cannot be explored", async () => {
  expect(await exploreApp(browser, "http://127.0.0.1:9")).toMatchObject({ ok: false, reason: "unreachable" });
  const broken: RequestListener = (_request, response) => {
    response.writeHead(500).end("no");
  };
  await withApp(broken, async (url) => {
    expect(await exploreApp(browser, `${url}/deep/page`)).toMatchObject({
      ok: false,
      reason: "server_error",
    });
  });
  const loop: RequestListener = (request, response) => {
    response.writeHead(302, { location: `/?${Number(request.url?.slice(2) ?? 0) + 1}` }).end();
  };
  await withApp(loop, async (url) => {
    expect(await exploreApp(browser, url)).toMatchObject({ ok: false, reason: "unreachable" });
  });
  await withApp(html("<h1>Hello</h1>"), async (url) => {
    const found = await exploreApp(browser, url, { username: "ann", password: "secret" });
    expect(found).toMatchObject({ ok: false, reason: "login_form_not_found" });
  });
});
