import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const TITLES = ["A wet spring", "Nets and knots", "The last ferry", "Paint that lasts"];

/** How a club keeps its stories: by whom each of them is, who may change it, and where that is offered. */
type Club = { by: (at: number) => string; changes: (at: number) => boolean; offers: (at: number) => boolean };

const isAnns = (at: number): boolean => at % 2 === 0;
const by = (at: number): string => (isAnns(at) ? "ann" : "bob");

const club = ({ by: writer, changes, offers }: Club): RequestListener => {
  const login = `<h1>Log in</h1><form method=post action="/login"><label>E-mail <input name=email></label> <label>Password <input type=password name=password></label> <button>Log in</button></form>`;
  return (request, response) =>
    void textOf(request).then((body) => {
      const form = new URLSearchParams(body);
      const show = (title: string, main: string, status = 200): void => {
        response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
        response.end(
          `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Stories</a> <a href="/@ann">Ann Moor</a></nav><main>${main}</main>`,
        );
      };
      if (request.url === "/login" && request.method === "POST")
        return form.get("password") === "boat-4711"
          ? void response.writeHead(303, { location: "/", "set-cookie": "in=1" }).end()
          : show("Log in", `<p role=alert>Wrong e-mail or password.</p>${login}`, 401);
      if (!request.headers.cookie?.includes("in=1")) return show("Log in", login);
      const person = /^\/@(\w+)$/.exec(request.url ?? "")?.[1];
      const list = (some: number[]): string =>
        `<ul aria-label=Stories>${some.map((at) => `<li><a href="/stories/${at + 1}">${TITLES[at]}</a></li>`).join("")}</ul>`;
      const all = TITLES.map((_, at) => at);
      if (request.url === "/") return show("Stories", `<h1>Stories</h1>${list(all)}`);
      if (person) return show(person, `<h1>${person}</h1>${list(all.filter((at) => writer(at) === person))}`);
      const [, id = "", what = ""] = /^\/stories\/(\d+)(\/edit)?$/.exec(request.url ?? "") ?? [];
      const at = Number(id) - 1;
      const title = TITLES[at];
      if (title === undefined) return show("Not found", "<h1>Not found</h1>", 404);
      if (request.method === "POST")
        return void response.writeHead(303, { location: `/stories/${id}` }).end();
      if (what === "")
        return show(
          title,
          `<h1>${title}</h1><p>By <a href="/@${writer(at)}">${writer(at)}</a></p>${offers(at) ? `<a href="/stories/${id}/edit">Edit story</a>` : ""}`,
        );
      if (!changes(at)) return show("Not yours", "<h1>Not yours</h1><p>Who wrote it can change it.</p>", 403);
      show(
        "Edit story",
        `<h1>Edit story</h1><form method=post><label>Title <input name=title required value="${title}"></label> <button>Save story</button></form>`,
      );
    });
};

it.each([
  ["each changes what is theirs", { by, changes: isAnns, offers: isAnns }, []],
  ["an address changes all", { by, changes: () => true, offers: isAnns }, ["others-nets-and-knots"]],
  ["all change all", { by, changes: () => true, offers: () => true }, []],
  ["some of one's own are not offered", { by: () => "ann", changes: () => true, offers: isAnns }, []],
])("stories of a club, where %s", { timeout: 240_000 }, async (_, how, expected) => {
  const auth = {
    username: "ann@club.example",
    password: "boat-4711",
    secretName: "APP",
    loginPath: "/login",
  };
  const { found, yaml } = await suiteForApp(browser, club(how), { auth });
  expect(found.filter((id) => id.startsWith("others-"))).toEqual(expected);
  expect(yaml.includes("id: others-")).toBe(expected.length > 0);
});
