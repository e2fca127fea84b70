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

type Round = { id: number; name: string; goal: string };
/** What is wrong: a change is not kept, or another round is removed. */
type Fault = "" | "forgets" | "removes the last";

/** Rounds of a project, whose names are all different, each in a part of its own; one dialog makes and changes them. */
const SCRIPT = `
const dialog = document.querySelector("dialog"), form = document.querySelector("form"), said = document.querySelector("[role=alert]");
let all = [], changed = null;
const button = (text, run) => { const made = document.createElement("button"); made.type = "button"; made.textContent = text; made.onclick = run; return made; };
const ask = (round) => { changed = round; said.textContent = ""; form.elements.name.value = round?.name ?? ""; form.elements.goal.value = round?.goal ?? ""; dialog.showModal(); };
const draw = () => document.querySelector("#list").replaceChildren(...all.map((each) => {
  const part = document.createElement("article"), text = document.createElement("p"), name = document.createElement("strong");
  name.textContent = each.name;
  text.textContent = each.goal;
  part.append(name, text, button("Edit", () => ask(each)), button("Delete", async () => { await fetch("/api/rounds/" + each.id, { method: "DELETE" }); await load(); }));
  return part;
}));
const load = async () => { all = await (await fetch("/api/rounds")).json(); draw(); };
document.querySelector("#add").onclick = () => ask(null);
form.onsubmit = async (event) => {
  event.preventDefault();
  const sent = await fetch("/api/rounds/" + (changed ? changed.id : ""), { method: changed ? "PUT" : "POST", body: JSON.stringify(Object.fromEntries(new FormData(form))) });
  if (!sent.ok) { said.textContent = "There is already a round with this name."; return; }
  dialog.close();
  await load();
};
load();`;

const page = `<h1>Rosa</h1><p>A project in the open.</p><h2>Rounds</h2><p><button id=add type=button>New round</button></p><div id=list></div>
  <dialog aria-label="Round"><form novalidate><p role=alert></p><p><label>Name <input name=name></label> <label>Goal <textarea name=goal></textarea></label></p><button>Save round</button></form></dialog><script>${SCRIPT}</script>`;

const createDesk = (fault: Fault): RequestListener => {
  let all: Round[] = [
    { id: 1, name: "First", goal: "Find out who takes part." },
    { id: 2, name: "Second", goal: "Ask them what they need." },
  ];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = "/" } = request;
    const id = Number(url.split("/")[3]);
    let status = 200;
    if (method === "POST" || method === "PUT") {
      const { name, goal } = (await json(request)) as Round;
      if (name.trim() === "" || all.some((each) => each.name === name && each.id !== id)) status = 422;
      else if (method === "POST") all = [...all, { id: all.length + 10, name, goal }];
      else if (fault !== "forgets") all = all.map((each) => (each.id === id ? { id, name, goal } : each));
    }
    if (method === "DELETE")
      all = fault === "removes the last" ? all.slice(0, -1) : all.filter((each) => each.id !== id);
    const isApi = url.startsWith("/api/");
    const main =
      url === "/" ? `<h1>Projects</h1><ul><li><a href="/p/12">Rosa</a> in the open</li></ul>` : page;
    response.writeHead(status, { "content-type": isApi ? "application/json" : "text/html; charset=utf-8" });
    response.end(
      isApi
        ? JSON.stringify(all)
        : `<!doctype html><html lang=en><meta charset=utf-8><title>Desk</title><link rel=icon href="data:,"><main>${main}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[Fault, string[]]>([
  ["", []],
  ["forgets", ["edit"]],
  ["removes the last", ["delete"]],
])(
  "rounds with a name and a goal, of an app that is wrong in: %s",
  { timeout: 240_000 },
  async (fault, told) => {
    const limits = { only: /^post-/, pages: 6, actions: 300 };
    const { failing, yaml } = await tryPages(browser, createDesk(fault), limits);
    expect(failing.map((id) => id.replace(/^post-.*-(?=delete$|edit$)/, ""))).toEqual(told);
    expect(yaml).toMatch(/id: post-\S+-edit\n/);
    expect(yaml).toMatch(/id: post-\S+-delete\n/);
  },
);
