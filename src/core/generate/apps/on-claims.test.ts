import type { RequestListener } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Repairs, each of which whoever is at the desk may take over on its page; nothing comes of that where the button is `dead`. */
const createRepairs = (dead: boolean): RequestListener => {
  const all: ({ name: string; who: string } | null)[] = [
    { name: "Broken lock", who: "Nobody" },
    { name: "Dripping tap", who: "Lena" },
  ];
  const answer: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const go = (location: string): void => void response.writeHead(303, { location }).end();
    const page = (title: string, main: string): void => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>${escapeHtml(title)}</title><link rel=icon href="data:,"><nav><a href="/">Repairs</a></nav><main><h1>${escapeHtml(title)}</h1>${main}</main>`,
      );
    };
    const [, at = "", what] = /^\/(\d+)(?:\/(\w+))?$/.exec(pathname) ?? [];
    const found = all[Number(at)];
    if (pathname === "/new" && request.method === "POST")
      return void textOf(request).then((body) => {
        all.push({ name: new URLSearchParams(body).get("name") ?? "", who: "Nobody" });
        go("/");
      });
    if (pathname === "/new")
      return page(
        "New repair",
        `<form method=post><label>What <input name=name required></label> <button>Add repair</button></form>`,
      );
    if (found && at !== "" && request.method === "POST") {
      if (what === "delete") all[Number(at)] = null;
      else found.who = "Kim";
      return go(what === "delete" ? "/" : `/${at}`);
    }
    if (found && at !== "")
      return page(
        found.name,
        `<p>In the hands of ${found.who}.</p>${found.who === "Kim" ? "" : dead ? "<button type=button>Assign to me</button>" : `<form method=post action="/${at}/take"><button>Assign to me</button></form>`}
         <form method=post action="/${at}/delete"><button>Delete</button></form>`,
      );
    page(
      "Repairs",
      `<a href="/new">New repair</a><table><thead><tr><th>What<th>Who</thead><tbody>${all.map((each, index) => (each ? `<tr><td><a href="/${index}">${escapeHtml(each.name)}</a><td>${each.who}` : "")).join("")}</table>`,
    );
  };
  return answer;
};

it.each([
  ["is done", false, []],
  ["does nothing", true, ["acts-repair-assign-to-me"]],
])("taking over what one has made %s", { timeout: 240_000 }, async (_, dead, expected) => {
  const { failing, yaml } = await tryPages(browser, createRepairs(dead), {
    actions: 300,
    pages: 8,
    only: /^acts-/,
  });
  expect(yaml).toContain("id: acts-repair-assign-to-me");
  expect(failing).toEqual(expected);
});
