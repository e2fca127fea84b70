import { json } from "node:stream/consumers";
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

type Issue = { title: string; hours: string; note: string };
/** What it does with hours that are no whole number, and whether Delete hits another issue. */
type Way = "breaks" | "breaks, deletes another" | "refuses" | "takes";

const script = `
  let issues = [];
  const ask = (method, path, body) => fetch(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const say = (text) => { problem.textContent = text; };
  const load = async () => {
    issues = await (await fetch("/api/issues")).json();
    rows.replaceChildren(...issues.map(({ title, hours }, at) => {
      const row = document.createElement("tr");
      for (const text of [title, hours]) row.append(Object.assign(document.createElement("td"), { textContent: text }));
      const cell = row.appendChild(document.createElement("td"));
      cell.append(Object.assign(document.createElement("button"), { textContent: "Delete", onclick: async () => { await ask("DELETE", "/api/issues/" + at); await load(); } }));
      return row;
    }));
  };
  fresh.onclick = () => { say(""); form.reset(); box.showModal(); };
  cancel.onclick = () => box.close();
  form.onsubmit = async (event) => {
    event.preventDefault();
    const answer = await ask("POST", "/api/issues", Object.fromEntries(new FormData(form)));
    if (!answer.ok) return say((await answer.json()).error);
    box.close();
    await load();
  };
  load();`;

const page = `<!doctype html><html lang=en><meta charset=utf-8><title>Issues</title><link rel=icon href="data:,"><main><h1>Issues</h1>
  <button id=fresh>New issue</button>
  <table aria-label=Issues><thead><tr><th>Title<th>Hours<th>Actions<tbody id=rows></table>
  <dialog id=box aria-label="New issue"><form id=form><p role=alert id=problem></p>
    <label>Title <input name=title required></label> <label for=hours>Hours</label> <input id=hours name=hours aria-describedby=hint> <span id=hint>For example 2.5</span>
    <label>Note <textarea name=note></textarea></label> <button>Create issue</button> <button type=button id=cancel>Cancel</button></form></dialog>
  </main><script>${script}</script>`;

const createIssues = (way: Way): RequestListener => {
  const issues: Issue[] = ["Lift is stuck", "Door squeaks", "Lamp is out", "Tap drips"].map((title, at) => ({
    title,
    hours: String(at + 1),
    note: "",
  }));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const reply = (status: number, body: unknown): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const at = /^\/api\/issues\/(\d+)$/.exec(pathname)?.[1];
    if (at !== undefined && request.method === "DELETE") {
      issues.splice(way === "breaks, deletes another" ? 0 : Number(at), 1);
      return reply(200, {});
    }
    if (pathname === "/api/issues" && request.method === "POST") {
      const sent = (await json(request)) as Issue;
      const isWhole = /^\d*$/.test(sent.hours);
      if (!isWhole && way.startsWith("breaks")) return reply(500, { error: "Internal server error" });
      if ((!isWhole && way === "refuses") || Number(sent.hours) < 0)
        return reply(422, { error: "Those are no hours." });
      issues.push({ title: sent.title.trim(), hours: sent.hours, note: sent.note });
      return reply(201, {});
    }
    if (pathname === "/api/issues") return reply(200, issues);
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html" }).end(page);
  };
  return (request, response) => void answer(request, response);
};

it.each<[Way, string[]]>([
  ["breaks", ["create-issue-with-optional"]],
  ["breaks, deletes another", ["create-issue-with-optional", "delete-issue"]],
  ["refuses", []],
  ["takes", []],
])("an app that %s at a number which need not be given", { timeout: 240_000 }, async (way, expected) => {
  const { failing, yaml } = await tryPages(browser, createIssues(way), { only: /issue/, actions: 300 });
  expect(failing.toSorted()).toEqual(expected);
  expect(yaml).toContain("id: delete-issue");
  // Only what breaks is left out.
  expect(yaml).toMatch(/id: create-issue\n[^]*?Note: /);
});
