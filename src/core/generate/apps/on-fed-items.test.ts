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

type Entry = { payee: string; kind: string; group: string; note: string };

/** The kind decides which groups there are, and one has to be chosen anew then. */
const script = `
  const GROUPS = { Expense: ["Food", "Rent"], Income: ["Salary", "Gifts"] };
  let entries = [], edited = null;
  const fields = form.elements;
  const ask = (method, path, body) => fetch(path, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const regroup = () => fields.group.replaceChildren(...["Choose…", ...GROUPS[fields.kind.value]].map((name) => new Option(name, name === "Choose…" ? "" : name)));
  fields.kind.onchange = regroup;
  const show = (entry) => {
    edited = entry; problem.textContent = ""; title.textContent = entry ? "Edit entry" : "New entry"; form.reset(); regroup();
    if (entry) { fields.kind.value = entry.kind; regroup(); for (const name of ["payee", "group", "note"]) fields[name].value = entry[name]; }
    box.showModal();
  };
  const load = async () => {
    entries = await (await fetch("/api/entries")).json();
    rows.replaceChildren(...entries.map((entry, at) => {
      const row = document.createElement("tr");
      for (const text of [entry.payee, entry.group]) row.append(Object.assign(document.createElement("td"), { textContent: text }));
      const cell = row.appendChild(document.createElement("td"));
      cell.append(Object.assign(document.createElement("button"), { textContent: "Edit", onclick: () => show(entry) }));
      cell.append(Object.assign(document.createElement("button"), { textContent: "Delete", onclick: async () => { await ask("DELETE", "/api/entries/" + at); await load(); } }));
      return row;
    }));
  };
  fresh.onclick = () => show(null);
  cancel.onclick = () => box.close();
  form.onsubmit = async (event) => {
    event.preventDefault();
    const at = entries.indexOf(edited);
    const answer = await ask(edited ? "PUT" : "POST", "/api/entries" + (edited ? "/" + at : ""), { ...Object.fromEntries(new FormData(form)), split: fields.split.checked });
    if (!answer.ok) { problem.textContent = (await answer.json()).error; return; }
    box.close();
    await load();
  };
  load();`;

const page = `<!doctype html><html lang=en><meta charset=utf-8><title>Entries</title><link rel=icon href="data:,"><main><h1>Entries</h1>
  <button id=fresh>New entry</button>
  <table aria-label=Entries><thead><tr><th>Payee<th>Group<th>Actions<tbody id=rows></table>
  <dialog id=box aria-labelledby=title><h2 id=title></h2><form id=form novalidate><p role=alert id=problem></p>
    <label>Kind <select name=kind><option>Expense<option>Income</select></label> <label>Payee <input name=payee></label>
    <label>Group <select name=group></select></label> <label>Note <input name=note></label> <label><input type=checkbox name=split> Split across groups</label>
    <button>Save</button> <button type=button id=cancel>Cancel</button></form></dialog>
  </main><script>${script}</script>`;

const createEntries = (losesNotes: boolean): RequestListener => {
  const entries: Entry[] = ["Green Basket", "Landlord", "Bakery", "Corner shop"].map((payee, at) => ({
    payee,
    kind: "Expense",
    group: at === 1 ? "Rent" : "Food",
    note: "",
  }));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const reply = (status: number, body: unknown): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const at = Number(/^\/api\/entries\/(\d+)$/.exec(pathname)?.[1] ?? -1);
    if (at >= 0 && request.method === "DELETE") {
      entries.splice(at, 1);
      return reply(200, {});
    }
    if (request.method === "POST" || request.method === "PUT") {
      const { split, ...sent } = (await json(request)) as Entry & { split: boolean };
      if (sent.payee.trim() === "") return reply(422, { error: "Enter a payee" });
      if (sent.group === "") return reply(422, { error: `Choose a group for ${sent.kind.toLowerCase()}` });
      if (split) return reply(422, { error: "Enter at least two parts" });
      if (at < 0) entries.push(sent);
      else entries[at] = losesNotes ? { ...sent, note: "" } : sent;
      return reply(200, {});
    }
    if (pathname === "/api/entries") return reply(200, entries);
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html" }).end(page);
  };
  return (request, response) => void answer(request, response);
};

it.each<[boolean, string[]]>([
  [false, []],
  [true, ["edit-entry"]],
])(
  "items whose kind says what there is to choose, with notes lost: %s",
  { timeout: 240_000 },
  async (loses, expected) => {
    const { failing, yaml } = await tryPages(browser, createEntries(loses), {
      only: /entry/,
      actions: 300,
    });
    expect(failing).toEqual(expected);
    for (const id of ["create-entry", "edit-entry", "delete-entry"]) expect(yaml).toContain(`id: ${id}\n`);
    expect(yaml).toContain("Salary");
  },
);
