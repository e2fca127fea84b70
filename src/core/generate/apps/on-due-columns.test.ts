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

const TODAY = "2032-03-10";
const written = (day: string, off = 0): string =>
  new Date(Date.parse(day) + off * 86_400_000).toLocaleDateString("en-GB", {
    dateStyle: "medium",
    timeZone: "UTC",
  });

/** Tasks that are due on a day, which is at first the one that they are made on, and is kept so many days off. */
const board = (off: number): RequestListener => {
  let tasks = ["2032-03-14", "2032-03-19"].map((due, id) => ({
    id,
    name: ["Mend the gate", "Paint it"][id] ?? "",
    due: written(due),
    made: written("2032-03-02"),
  }));
  let last = tasks.length;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? "/";
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      if (path === "/new")
        tasks.push({
          id: (last += 1),
          name: (sent.get("name") ?? "").trim(),
          due: written(sent.get("due") ?? TODAY, off),
          made: written(TODAY),
        });
      else tasks = tasks.filter(({ id }) => path !== `/remove/${id}`);
      return void response.writeHead(303, { location: "/" }).end();
    }
    const main =
      path === "/new"
        ? `<h1>New task</h1><form method=post action="/new"><label>Task <input name=name required></label> <label>Due date <input type=date name=due required min=${TODAY} max=${TODAY}></label> <button>Save task</button></form>`
        : `<h1>Tasks</h1><a href="/new">New task</a><table aria-label=Tasks><thead><tr><th>Task<th>Due<th>Created<th></tr></thead><tbody>${tasks.map((task) => `<tr><td>${escapeHtml(task.name)}<td>${task.due}<td>${task.made}<td><form method=post action="/remove/${task.id}"><button>Remove</button></form></tr>`).join("")}</tbody></table>`;
    response.writeHead(/^\/(?:new)?$/.test(path) ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Board</title><link rel=icon href="data:,"><nav aria-label=Main><a href="/">Tasks</a></nav><main>${main}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

const LIMITS = { only: /^(?:create|shows)-task$/, pages: 4, actions: 300, depth: 2 };

it.each([
  ["as it was chosen", 0, []],
  ["one day early", -1, ["shows-task"]],
])("a day that is kept %s, beside the day of making", { timeout: 240_000 }, async (_, off, expected) => {
  const { failing, yaml } = await tryPages(browser, board(off), LIMITS);
  expect(yaml).toContain("{column: Due}");
  expect(failing).toEqual(expected);
});
