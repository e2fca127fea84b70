import { json } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Task = { id: number; title: string; done: boolean };

/** Where whoever says no has it deleted all the same; who says yes is still asked then where it is `stays`. */
type Deaf = "" | "no" | "Escape" | "stays";

/** Open tasks, ten a page; the question whether one is to be deleted bears its name; a search that waits before it looks. */
const SCRIPT = `
let tasks = [], from = 0, term = "";
const all = () => tasks.filter(({ done }) => !done);
const send = async (method, path, body) => { await fetch(path, { method, body: body && JSON.stringify(body) }); await load(); };
const button = (text, label, run) => { const made = document.createElement("button"); made.type = "button"; made.textContent = text; if (label) made.ariaLabel = label; made.onclick = run; return made; };
const remove = (task) => send("DELETE", "/api/tasks/" + task.id);
const ask = (task) => {
  const dialog = document.createElement("dialog");
  dialog.ariaLabel = "Delete " + task.title + "?";
  const title = document.createElement("h2");
  title.textContent = dialog.ariaLabel;
  const end = (yes) => { if (!yes || DEAF !== "stays") dialog.remove(); if (yes) void remove(task); };
  dialog.append(title, button("Delete", "", () => end(true)), button("Cancel", "", () => end(DEAF === "no")));
  dialog.oncancel = () => end(DEAF === "Escape");
  document.body.append(dialog);
  dialog.showModal();
};
const draw = () => {
  const found = all();
  document.querySelector("#count").textContent = found.length + (found.length === 1 ? " task" : " tasks");
  document.querySelector("tbody").replaceChildren(...found.slice(from, from + 10).map((task) => {
    const row = document.createElement("tr");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.ariaLabel = "Done: " + task.title;
    box.onchange = () => send("PUT", "/api/tasks/" + task.id, { done: true });
    for (const part of [box, task.title, button("Delete", "Delete " + task.title, () => ask(task))]) { const cell = document.createElement("td"); cell.append(part); row.append(cell); }
    return row;
  }));
  document.querySelector("#next").disabled = from + 10 >= found.length;
};
const load = async () => { tasks = await (await fetch("/api/tasks?search=" + encodeURIComponent(term))).json(); draw(); };
let later;
document.querySelector("#search").oninput = ({ target }) => { clearTimeout(later); later = setTimeout(() => { term = target.value.toLowerCase(); from = 0; load(); }, 450); };
document.querySelector("#next").onclick = () => { from += 10; draw(); };
document.querySelector("#new").onclick = () => document.querySelector("#making").showModal();
document.querySelector("#making form").onsubmit = async (event) => {
  event.preventDefault();
  const field = document.querySelector("#title");
  if (field.value.trim() === "") return;
  document.querySelector("#making").close();
  const title = field.value;
  field.value = "";
  await send("POST", "/api/tasks", { title });
};
load();`;

const page = (deaf: Deaf): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>Tasks</title><link rel=icon href="data:,"><main><h1>Tasks</h1><p><button id=new type=button>New task</button> <label>Search <input id=search type=search></label></p>
  <p id=count></p><table><thead><tr><th>Done<th>Task<th>Actions</tr></thead><tbody></tbody></table><p><button id=next type=button>Next</button></p></main>
  <dialog id=making aria-label="New task"><h2>New task</h2><form><label>Task <input id=title required></label><button>Save</button></form></dialog><script>const DEAF = "${deaf}";${SCRIPT}</script>`;

const NAMES = ["Order paper", "Water plants", "Write offer", "Pay rent", "Call Berger", "Repair printer"];

const createTasks = (deaf: Deaf): RequestListener => {
  let tasks: Task[] = ["now", "later", "never", "again", "after lunch"]
    .flatMap((when) => NAMES.map((name) => `${name} ${when}`))
    .map((title, id) => ({ id, title, done: false }));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = "/" } = request;
    const id = Number(url.split("/")[3]);
    if (method === "POST") {
      const { title } = (await json(request)) as Task;
      // What is new stands first.
      tasks = [{ id: tasks.length + 100, title, done: false }, ...tasks];
    }
    if (method === "PUT") tasks = tasks.map((task) => (task.id === id ? { ...task, done: true } : task));
    if (method === "DELETE") tasks = tasks.filter((task) => task.id !== id);
    const isApi = url.startsWith("/api/");
    response.writeHead(isApi || url === "/" ? 200 : 404, {
      "content-type": isApi ? "application/json" : "text/html; charset=utf-8",
    });
    const term = new URL(url, "http://app").searchParams.get("search") ?? "";
    const found = tasks.filter(({ title }) => title.toLowerCase().includes(term));
    response.end(isApi ? JSON.stringify(found) : page(deaf));
  };
  return (request, response) => void answer(request, response);
};

it.each<[Deaf, string[]]>([
  ["", []],
  ["no", ["delete-task"]],
  ["Escape", ["delete-task"]],
  ["stays", ["delete-task"]],
])(
  "tasks that leave the list once they are done, of which the question bears the name, deaf to: %s",
  { timeout: 240_000 },
  async (deaf, told) => {
    const { failing, yaml } = await tryPages(browser, createTasks(deaf), {
      only: /task|search/,
      pages: 3,
      actions: 300,
    });
    expect(failing).toEqual(told);
    for (const id of ["create-task", "delete-task", "search-home-pages"])
      expect(yaml).toContain(`id: ${id}\n`);
    expect(yaml).not.toContain("id: tick-");
    expect(yaml).toContain("click: {role: button, name: Cancel, exact: true, within: {role: dialog}}");
  },
);
