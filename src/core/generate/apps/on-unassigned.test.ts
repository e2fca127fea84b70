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

const NOBODY = "Unassigned";

/** Tasks that somebody does, or nobody yet; where that `breaks`, they cannot be made. */
const createTasks = (breaks: boolean): RequestListener => {
  let last = 2;
  const tasks = new Map([
    [1, { title: "Paint the hull", who: "Ann" }],
    [2, { title: "Order ropes", who: NOBODY }],
  ]);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Tasks</a></nav><main><h1>${title}</h1>${main}</main>`,
      );
    };
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      const [title, who] = [sent.get("title")?.trim() ?? "", sent.get("who") ?? NOBODY];
      const [, id] = /^\/tasks\/(\d+)\/delete$/.exec(pathname) ?? [];
      if (breaks && id === undefined && who === NOBODY) return show("Something went wrong", "", 500);
      if (id !== undefined) tasks.delete(Number(id));
      else if (title !== "") tasks.set((last += 1), { title, who });
      return void response.writeHead(303, { location: "/" }).end();
    }
    if (pathname === "/new")
      return show(
        "New task",
        `<form method=post action="/tasks"><label>Title <input name=title required></label> <label>Assignee <select name=who><option>${NOBODY}<option>Ann<option>Bert</select></label> <button>Create task</button></form>`,
      );
    if (pathname !== "/") return show("Not found", "", 404);
    const rows = [...tasks].map(
      ([id, { title, who }]) =>
        `<tr><td>${escapeHtml(title)}<td>${who}<td><form method=post action="/tasks/${id}/delete"><button>Delete</button></form></tr>`,
    );
    return show(
      "Tasks",
      `<p><a href="/new">New task</a></p><table aria-label=Tasks><thead><tr><th>Title<th>Assignee<th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["works", false, []],
  ["breaks", true, ["create-task-without-optional"]],
] as const)("leaving a choice at none %s", { timeout: 240_000 }, async (_, breaks, expected) => {
  const { failing, yaml } = await tryPages(browser, createTasks(breaks), {
    only: /^create-/,
    pages: 8,
    actions: 300,
  });
  expect(yaml).toContain("makes an item without Assignee");
  expect(failing).toEqual(expected);
});
