import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import type { Pages } from "#test/support/failing-cases.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Notes in two lists, which are added with the same form. `isWell`: the second list removes just what it is told to. */
const notes = (isWell: boolean): Pages => {
  const lists: Record<string, string[]> = { home: ["Tea", "Bread", "Salt"], work: ["Paper", "Ink", "Glue"] };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const [, name = "", deed] = pathname.split("/");
    const list = lists[name];
    if (request.method === "POST" && list) {
      let body = "";
      for await (const part of request) body += String(part);
      const text = new URLSearchParams(body).get("text") ?? "";
      if (deed === "remove")
        list.splice(isWell || name === "home" ? list.indexOf(text) : 0, list.includes(text) ? 1 : 0);
      else if (text.trim() !== "") list.push(text);
      response.writeHead(303, { location: `/${name}` }).end();
      return;
    }
    const row = (text: string): string => {
      const remove = `<form method=post action="/${name}/remove"><input type=hidden name=text value="${escaped(text).replaceAll('"', "&quot;")}"><button>Remove</button></form>`;
      return name === "home" ? `<li>${escaped(text)} ${remove}` : `<tr><td>${escaped(text)}<td>${remove}`;
    };
    const rows = (list ?? []).map(row).join("");
    const shown = name === "home" ? `<ul>${rows}</ul>` : `<table><tr><th>Note<th>Do</tr>${rows}</table>`;
    const add = `<form method=post action="/${name}"><label>Note <input name=text required></label><button>Add note</button></form>`;
    const main = list ? `<h1>At ${name}</h1>${add}${shown}` : "<h1>Notes</h1><p>Keep what you need.";
    response.writeHead(list || pathname === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>${name || "Notes"}</title>
      <nav><a href="/home">Home</a> <a href="/work">Work</a></nav><main>${main}</main>`);
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["are well", true, []],
  ["go wrong in the second list alone", false, ["delete-note-work"]],
])("items that the same form adds to two lists %s", { timeout: 240_000 }, async (_, isWell, expected) => {
  const limits = { pages: 30, actions: 300, depth: 3 };
  const { failing, yaml } = await tryPages(browser, notes(isWell), limits);
  expect(failing).toEqual(expected);
  // Each case about a note stands on that of its own list, and what the form takes is said once.
  const needs = [...yaml.matchAll(/- id: (\S+)\n {4}title: .*\n(?: {4}needs: \[(.*)\]\n)?/g)];
  expect(Object.fromEntries(needs.map(([, id, needed]) => [id, needed]))).toMatchObject({
    "create-note": undefined,
    "create-note-work": undefined,
    "delete-note": "create-note",
    "delete-note-work": "create-note-work",
  });
  expect(yaml).not.toContain("create-note-work-needs");
});
