import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const HINT = "3 to 10 characters: letters, digits and dashes. Must be unique. Saved in capitals.";

/** Projects with a code each; `most` is how long it may really be. */
const office = (most: number): RequestListener => {
  let projects = [
    { id: 1, code: "ABL-01", name: "Brand refresh" },
    { id: 2, code: "COB-02", name: "Shop signage" },
  ];
  let last = projects.length;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? "/";
    let [code, name, error] = ["", "", ""];
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      [code, name] = [(sent.get("code") ?? "").trim().toUpperCase(), (sent.get("name") ?? "").trim()];
      if (path.startsWith("/remove/")) projects = projects.filter(({ id }) => path !== `/remove/${id}`);
      else if (!/^[A-Z0-9-]{3,}$/.test(code) || code.length > most || name === "")
        error = "The code must be 3 to 10 characters: letters, digits and dashes.";
      else if (projects.some((each) => each.code === code)) error = "Another project has this code already.";
      else projects.push({ id: (last += 1), code, name });
      if (error === "") return void response.writeHead(303, { location: "/" }).end();
    }
    const main =
      path === "/new"
        ? `<h1>New project</h1><form method=post action="/new"><p role=alert>${error}</p><label>Name <input name=name required value="${escapeHtml(name)}"></label> <div><label for=code>Code</label> <input id=code name=code required minlength=3 maxlength=10 value="${escapeHtml(code)}"><p>${HINT}</p></div> <button>Save project</button></form>`
        : `<h1>Projects</h1><a href="/new">New project</a><table aria-label=Projects><thead><tr><th>Name<th>Code<th></tr></thead><tbody>${projects.map((each) => `<tr><td>${escapeHtml(each.name)}<td>${each.code}<td><form method=post action="/remove/${each.id}"><button>Remove</button></form></tr>`).join("")}</tbody></table>`;
    response.writeHead(error === "" ? (/^\/(?:new)?$/.test(path) ? 200 : 404) : 422, {
      "content-type": "text/html; charset=utf-8",
    });
    response.end(
      `<!doctype html><html lang=en><title>Office</title><link rel=icon href="data:,"><nav aria-label=Main><a href="/">Projects</a></nav><main>${main}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["as it says", 10, []],
  ["one character less than it says", 9, ["create-project"]],
])(
  "a code that is taken %s, beside a hint that it must be unique",
  { timeout: 240_000 },
  async (_, most, expected) => {
    const { found, dropped, cases } = await suiteForApp(browser, office(most));
    expect(found).toEqual(expected);
    expect(dropped.filter((each) => each.includes("there already"))).toEqual([]);
    expect(cases).toContain("create-project");
  },
);
