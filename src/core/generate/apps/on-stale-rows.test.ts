import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Task = { id: number; name: string; done: boolean };

/** What the script does once a task is closed or opened again. */
const board = (then: string): RequestListener => {
  let tasks: Task[] = ["Paint the fence", "Water the plants"].map((name, id) => ({ id, name, done: false }));
  let last = tasks.length;
  const page = `<!doctype html><html lang=en><title>Board</title><link rel=icon href="data:,"><main><h1>Tasks</h1>
    <form id=new><label>Task <input name=task required></label> <button>Add task</button></form><p role=status></p>
    <table aria-label=Tasks><thead><tr><th>Task<th>State<th></tr></thead><tbody></tbody></table></main><script>
    const draw = async () => { const tasks = await (await fetch("/api")).json(); document.querySelector("tbody").replaceChildren(...tasks.map(({ id, name, done }) => {
      const row = document.createElement("tr"); row.insertCell().textContent = name; row.insertCell().textContent = done ? "Closed" : "Open";
      const cell = row.insertCell(), use = (text, at, after) => { const button = document.createElement("button"); button.textContent = text; cell.append(button);
        button.onclick = async () => { await fetch(at + id, { method: "POST", body: "" }); after(); }; };
      use(done ? "Reopen" : "Close", "/toggle/", () => { ${then} }); use("Remove", "/remove/", draw); return row; })); };
    document.querySelector("#new").onsubmit = async (event) => { event.preventDefault(); const { task } = event.target.elements;
      await fetch("/add", { method: "POST", body: task.value }); task.value = ""; draw(); };
    draw();</script>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, what = "", id = ""] = (request.url ?? "/").split("/");
    if (request.method === "POST") {
      const name = (await textOf(request)).trim();
      if (what === "add" && name !== "") tasks.push({ id: (last += 1), name, done: false });
      if (what === "remove") tasks = tasks.filter((task) => String(task.id) !== id);
      for (const task of tasks) if (what === "toggle" && String(task.id) === id) task.done = !task.done;
      return void response.end("{}");
    }
    const isPage = what === "" || what === "api";
    response.writeHead(isPage ? 200 : 404, {
      "content-type": what === "api" ? "application/json" : "text/html; charset=utf-8",
    });
    response.end(what === "api" ? JSON.stringify(tasks) : page);
  };
  return (request, response) => void answer(request, response);
};

const LIMITS = { only: /^(?:create|acts)-/, pages: 2, actions: 300, depth: 1 };

it.each([
  ["draws the rows anew", "draw();", []],
  ["draws the rows anew a second later", "setTimeout(draw, 1000);", []],
  [
    "says that it is on its way",
    'document.querySelector("[role=status]").textContent = "Your request is being processed.";',
    [],
  ],
  ["leaves the rows as they are", "", ["acts-task-close"]],
])("a page that %s once a task is closed", { timeout: 240_000 }, async (_, then, expected) => {
  const { failing, yaml } = await tryPages(browser, board(then), LIMITS);
  expect(yaml).toContain("id: acts-task-close");
  expect(failing).toEqual(expected);
});
