import { json, text as textOf } from "node:stream/consumers";
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

type Way = { asks: string; late: boolean };

/** Labels; while a name is typed the page asks whether it is free, and where the network is slow, once more when it is taken. */
const labels = (way: Way): RequestListener => {
  const all = ["Blue", "Green", "Red"];
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Labels</a></nav><main><h1>${title}</h1>${main}</main>`;
  const script = `
    const ask = (name) => fetch("${way.asks}", { method: "POST", body: JSON.stringify({ name }) });
    const name = document.querySelector("input");
    name.oninput = () => ask(name.value);
    document.querySelector("form").onsubmit = async (event) => {
      event.preventDefault();
      const made = await fetch("/api/labels", { method: "POST", body: JSON.stringify({ name: name.value }) });
      if (made.status === 201 && document.documentElement.dataset.late) await ask(name.value);
      location.href = "/";
    };`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? "/";
    const html = (text: string): void =>
      void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(text);
    if (request.method === "POST" && url.startsWith("/api")) {
      const { name } = (await json(request)) as { name: string };
      const isHad = all.includes(name);
      if (url === "/api/labels" && !isHad) all.push(name);
      return void response.writeHead(isHad ? 409 : url === way.asks ? 204 : 201).end();
    }
    if (request.method === "POST") {
      all.splice(all.indexOf(new URLSearchParams(await textOf(request)).get("name") ?? ""), 1);
      return void response.writeHead(303, { location: "/" }).end();
    }
    if (url === "/new")
      return html(
        page(
          "New label",
          `<form><label>Name <input name=name required maxlength=60></label> <button>Create label</button></form><script>document.documentElement.dataset.late = "${way.late ? "yes" : ""}";${script}</script>`,
        ),
      );
    const rows = all.map(
      (name) =>
        `<li>${escapeHtml(name)} <form method=post><input type=hidden name=name value="${escapeHtml(name)}"><button>Delete</button></form></li>`,
    );
    html(page("Labels", `<a href="/new">New label</a><ul>${rows.join("")}</ul>`));
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["a validation", "/api/labels/validate", true],
  ["something else", "/api/labels/archive", false],
])("a 409 to %s that came late", { timeout: 240_000 }, async (_, asks, isAnswer) => {
  const way = { asks, late: false };
  const { failing, yaml } = await tryPages(browser, labels(way), {
    pages: 6,
    actions: 400,
    depth: 3,
    only: /^create-label$/,
    explored: () => {
      way.late = true;
    },
  });
  expect(yaml).toContain("id: create-label");
  expect(failing).toEqual(isAnswer ? [] : ["create-label"]);
});
