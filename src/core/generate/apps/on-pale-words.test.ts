import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
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

/** Hives in a list and on a page of their own to make one; what is said of an empty form has this style. */
const hives = (style: string, behind = ""): RequestListener => {
  const all = ["Orchard", "Meadow", "Roof"];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://hives.test");
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,">
        <style>body { background: #fff; color: #222 } .said { ${style} } .panel { position: relative; ${behind} } .done { color: #fff }</style>
        <nav><a href="/">Hives</a></nav><main class=panel><h1>${title}</h1>${main}</main>`);
    };
    const form = (said: string): string =>
      `<form method=post action="/hives" novalidate><label>Name <input name=name></label>${said} <span class=done aria-hidden=true>✓</span> <button>Save hive</button></form>`;
    if (request.method === "POST") {
      const name = (new URLSearchParams(await textOf(request)).get("name") ?? "").trim();
      if (name === "")
        return show("New hive", form("<p class=said role=alert>Enter a name, please.</p>"), 422);
      all.push(name);
      return void response.writeHead(303, { location: "/" }).end();
    }
    if (pathname === "/new") return show("New hive", form(""));
    if (pathname !== "/") return show("Not found", "", 404);
    show(
      "Hives",
      `<a href="/new">New hive</a><table aria-label=Hives><thead><tr><th>Name<th>Kind</tr></thead><tbody>${all
        .map((name, at) => `<tr><td>${escapeHtml(name)}<td>${at % 2 === 0 ? "wood" : "straw"}</tr>`)
        .join("")}</tbody></table>`,
    );
  };
  return (request, response) => void answer(request, response);
};

const id = "create-hive-needs-something";

it.each<[string, string, string, string[]]>([
  ["red", "color: #b3261e", "", []],
  ["pale, but to be seen", "color: #bbb", "", []],
  ["white before a picture", "color: #fff", "background: linear-gradient(#234, #456)", []],
  ["white before a dark ground", "color: #fff; background: #b3261e", "", []],
  ["for programs that read aloud alone", "position: absolute; left: -9999px; color: #fff", "", []],
  ["white as the ground is", "color: #fff", "", [id]],
  ["all but white", "color: #fafafa", "", [id]],
])("what is said of an empty form is %s", { timeout: 240_000 }, async (_, style, behind, expected) => {
  const { failing, yaml } = await tryPages(browser, hives(style, behind), {
    only: /needs-something$/,
    pages: 4,
    actions: 100,
  });
  expect(yaml).toContain(`id: ${id}`);
  expect(failing).toEqual(expected);
});

/** Three pages; the hints of one have this style. */
const pages = (style: string): RequestListener => {
  const links = ["start", "join", "help"].map((each) => `<a href="/${each}">${each}</a>`).join(" ");
  return (request, response) => {
    const name = (request.url ?? "/").slice(1) || "start";
    const hint =
      name === "join"
        ? `<form><label>Name <input name=name></label><p class=hint>As on your passport</p><button>Join us</button></form>`
        : "";
    response.writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><html lang=en><title>${name}</title><link rel=icon href="data:,"><style>body { background: #fff; color: #222 } .hint { ${style} }</style>
        <nav>${links}</nav><main><h1>${name}</h1><p>All about ${name}.</p>${hint}<button disabled style="color: #eee; background: #fff">Not yet</button><p style="color: #ddd"><a href="/help">Help</a> | <a href="/start">Start</a></p></main>`);
  };
};

it.each<[string, string, string[]]>([
  ["grey", "color: #999", []],
  ["nearly white", "color: #ccc", ["readable-text-join"]],
  ["faded as a whole", "color: #999; opacity: 0.4", []],
  ["there for programs that read aloud alone", "position: absolute; left: -9999px; color: #fff", []],
])("hints of a page are %s", { timeout: 240_000 }, async (_, style, expected) => {
  const { failing, yaml } = await tryPages(browser, pages(style), {
    only: /^readable/,
    pages: 6,
    actions: 100,
  });
  expect(yaml).toContain("id: readable-text-");
  expect(failing).toEqual(expected);
});
