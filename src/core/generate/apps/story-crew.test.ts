import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Van = { id: number; model: string; base: string; mail: string; note: string; state: string };
type Person = { id: number; name: string; login: string; active: boolean };

const page = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
  <nav><a href="/">Vans</a> <a href="/team">Team</a> <a href="/help">Help</a></nav><main><h1>${title}</h1>${main}</main>`;

const BASES = ["North yard", "South yard", "Harbour"];

const button = (to: string, name: string): string =>
  `<form method=post action="${to}"><button>${name}</button></form>`;

const vanForm = (van: Van | null): string => `<form method=post>
  <label>Model <input name=model required value="${escapeHtml(van?.model ?? "")}"></label>
  <label>Base <select name=base>${BASES.map((base) => `<option${base === van?.base ? " selected" : ""}>${base}`).join("")}</select></label>
  <label>E-mail <input type=email name=mail value="${escapeHtml(van?.mail ?? "")}"></label>
  <label>Note <textarea name=note>${escapeHtml(van?.note ?? "")}</textarea></label><button>Save van</button></form>`;

/** People who log in, made with a first password; each is set aside from a dialog and taken back by a click. */
const team = `<button type=button id=add>Add person</button>
  <table aria-label=Team><thead><tr><th>Name<th>User name<th>State<th>Actions</tr></thead><tbody></tbody></table>
  <dialog id=form aria-label="Add person"><form><label>Name <input name=name></label> <label>User name <input name=login></label>
    <label>E-mail <input name=mail type=email></label> <label>First password <input name=word type=password autocomplete=new-password></label>
    <button>Save person</button> <button type=button onclick="this.closest('dialog').close()">Cancel</button></form></dialog>
  <dialog id=ask aria-label="Deactivate?"><p></p><button id=no>Cancel</button> <button id=yes>Deactivate</button></dialog>
  <p role=status></p>
  <script>const $ = (what) => document.querySelector(what); let asked;
    const toggle = async (id) => { const answer = await fetch("/api/team/" + id, { method: "POST" });
      $("[role=status]").textContent = answer.ok ? "Saved." : "That did not work."; draw(); };
    const draw = async () => { const all = await (await fetch("/api/team")).json();
      $("tbody").replaceChildren(...all.map((each) => { const row = document.createElement("tr");
        row.append(...[each.name, each.login, each.active ? "active" : "inactive", ""].map((text) => Object.assign(document.createElement("td"), { textContent: text })));
        const does = Object.assign(document.createElement("button"), { textContent: each.active ? "Deactivate" : "Activate" });
        does.ariaLabel = does.textContent + " " + each.name;
        does.onclick = () => { if (!each.active) return toggle(each.id); asked = each; $("#ask p").textContent = each.name + " can no longer log in."; $("#ask").showModal(); };
        row.lastChild.append(does); return row; })); };
    $("#yes").onclick = () => { $("#ask").close(); toggle(asked.id); }; $("#no").onclick = () => $("#ask").close();
    $("#add").onclick = () => $("#form").showModal();
    $("#form form").onsubmit = async (event) => { event.preventDefault();
      await fetch("/api/team", { method: "POST", body: JSON.stringify(Object.fromEntries(new FormData(event.target))) });
      event.target.reset(); $("#form").close(); draw(); };
    draw();</script>`;

/** Wrong: a changed base is lost, a note is shown as markup, a van cannot be suspended, what is asked names nothing, what cannot be undone can, and another person is set aside. */
type Kind = "sound" | "wrong";

/** Vans are known by numbers, which lead to pages with what can be done with them. */
const yard = (kind: Kind) => {
  const vans: Van[] = ["Corsa", "Sprinter", "Astra"].map((model, at) => {
    return { id: at + 1, model, base: BASES[at] ?? "", mail: "", note: "", state: "in use" };
  });
  const people: Person[] = ["Ann Moor", "Bert Lund", "Cleo Hart"].map((name, at) => {
    return { id: at + 1, name, login: name.split(" ")[0] ?? "", active: true };
  });
  const list = (): string =>
    `<p><a href="/vans/new">Add van</a></p><table aria-label=Vans><thead><tr><th>Number<th>Model<th>Base<th>State</tr></thead><tbody>${vans
      .map(
        ({ id, model, base, state }) =>
          `<tr><td><a href="/vans/${id}">V-${id}</a><td>${escapeHtml(model)}<td>${base}<td>${state}</tr>`,
      )
      .join("")}</tbody></table>`;
  const shown = ({ id, model, base, mail, note, state }: Van): string =>
    `<p>${escapeHtml(model)}, ${base}, ${state}. ${escapeHtml(mail)} ${escapeHtml(note)}</p>${
      state === "retired"
        ? kind === "wrong"
          ? button(`/vans/${id}/suspend`, "Reactivate")
          : ""
        : `<p><a href="/vans/${id}/edit">Edit</a> <a href="/vans/${id}/retire">Retire</a></p>${button(`/vans/${id}/suspend`, state === "in use" ? "Suspend" : "Resume")}`
    }`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const body = request.method === "POST" ? await textOf(request) : "";
    const send = (status: number, main: string): void =>
      void response.writeHead(status, { "content-type": "text/html" }).end(main);
    const go = (to: string): void => void response.writeHead(303, { location: to }).end();
    const [, api, id = ""] = /^\/(api\/team|vans)(?:\/(\w+))?/.exec(pathname) ?? [];
    if (api === "api/team") {
      const person = people.find((each) => String(each.id) === id);
      const meant = kind === "wrong" ? people[0] : person;
      if (person && meant) meant.active = !meant.active;
      else if (request.method === "POST") {
        const sent = JSON.parse(body) as { name: string; login: string; word: string };
        if (sent.word.length < 8) return send(422, "short");
        people.push({ id: people.length + 1, name: sent.name, login: sent.login, active: true });
      }
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(people));
    }
    if (pathname === "/") return send(200, page("Vans", list()));
    if (pathname === "/team") return send(200, page("Team", team));
    if (pathname === "/help") return send(200, page("Help", "<p>Ask the office.</p>"));
    const van = vans.find((each) => String(each.id) === id);
    const deed = pathname.split("/")[3] ?? (id === "new" ? "new" : "");
    if (!van && deed !== "new") return send(404, page("Not found", "<p>There is nothing here.</p>"));
    if (request.method === "POST") {
      const sent = Object.fromEntries(new URLSearchParams(body));
      const { model = "", base = "", mail = "", note = "" } = sent;
      if (!van) vans.push({ id: vans.length + 1, model, base, mail, note, state: "in use" });
      else if (deed === "edit")
        Object.assign(van, { model, mail, note, base: kind === "wrong" ? van.base : base });
      else if (deed === "retire") van.state = "retired";
      else if (kind === "wrong") return send(500, "calendar");
      else van.state = van.state === "in use" ? "suspended" : "in use";
      return go(`/vans/${van?.id ?? vans.length}`);
    }
    if (deed === "new") return send(200, page("New van", vanForm(null)));
    if (!van) return send(404, "");
    if (deed === "edit") return send(200, page("Change van", vanForm(van)));
    if (deed !== "retire") return send(200, page(`V-${van.id}`, shown(van)));
    const called = kind === "wrong" ? "undefined" : `V-${van.id}`;
    return send(
      200,
      page(
        `Retire ${called}?`,
        `<p>${escapeHtml(van.model)} cannot be reactivated.</p>${button(`/vans/${van.id}/retire`, "Retire van")} <a href="/vans/${van.id}">Keep</a>`,
      ),
    );
  };
  return (request: IncomingMessage, response: ServerResponse): void => void answer(request, response);
};

const LIMITS = { pages: 14, actions: 400, depth: 4 };

it("what is offered for an item is used on one of our own", { timeout: 300_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, yard("sound"), LIMITS);
  expect(failing).toEqual([]);
  for (const id of ["edit-van", "acts-van-suspend", "acts-person-deactivate"])
    expect(yaml).toContain(`id: ${id}\n`);
});

it(
  "what breaks, is lost, names nothing or is done with another item is found",
  { timeout: 300_000 },
  async () => {
    const { failing } = await tryPages(browser, yard("wrong"), LIMITS);
    expect(failing).toEqual([
      "page-van-retire",
      "edit-van",
      "acts-van-suspend",
      "acts-van-retire",
      "acts-person-deactivate",
    ]);
  },
);
