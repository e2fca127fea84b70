import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Visit = { date: string; time: string; service: string; note: string };
type Owner = { id: number; name: string; email: string };
type Bugs = readonly ("twice" | "empties" | "letters")[];

const times = ["08:00", "08:30", "09:00"];
const services = ["Check-up", "Vaccination"];
const today = new Date().toISOString().slice(0, 10);

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title} – Practice</title><link rel=icon href="data:,">
  <nav><a href="/visits">Visits</a> <a href="/owners">Owners</a></nav><main><h1>${title}</h1>${main}</main>`;

const options = (some: readonly string[]): string =>
  `<option value="">Please choose${some.map((each) => `<option>${each}`).join("")}`;

const visitsPage = (visits: Visit[], date: string, bugs: Bugs): string =>
  shell(
    "Visits",
    `<button type=button id=new>New visit</button><h2>${date}</h2><table aria-label=Visits><thead><tr><th>Time<th>Service<th>Note</tr></thead><tbody>${visits
      .filter((visit) => visit.date === date)
      .map(({ time, service, note }) => `<tr><td>${time}<td>${service}<td>${escapeHtml(note)}</tr>`)
      .join("")}</tbody></table>
  <dialog aria-label="New visit"><form><label>Day * <input type=date name=date value="${date}"></label> <label>Slot * <select name=time>${options(times)}</select></label>
  <label>Service * <select name=service>${options(services)}</select></label> <label>Note <input name=note></label><p role=alert></p><button>Book</button></form></dialog>
  <script>document.querySelector("#new").onclick = () => document.querySelector("dialog").showModal();
  document.querySelector("form").onsubmit = async (event) => {
    event.preventDefault();
    const form = event.target, data = Object.fromEntries(new FormData(form));
    const answer = await fetch("/visits", { method: "POST", body: JSON.stringify(data) });
    if (answer.ok) return location.assign("/visits?date=" + data.date);
    ${bugs.includes("empties") ? "form.reset();" : ""}
    form.querySelector("[role=alert]").textContent = await answer.text();
  };</script>`,
  );

const ownerForm = (form: Record<string, string>, errors: Record<string, string>): string =>
  shell(
    "New owner",
    `<form method=post action="/owners">${["name", "email"]
      .map(
        (name) =>
          `<div><label for=${name}>${name === "name" ? "Name" : "E-mail"} *</label><input id=${name} name=${name} value="${escapeHtml(form[name] ?? "")}"${errors[name] ? " aria-invalid=true" : ""}>
  <span class=error>${errors[name] ?? ""}</span></div>`,
      )
      .join("")}<button>Save</button></form>`,
  );

/** A practice where each time of a day is had once, and a name has letters. */
const generate = async (bugs: Bugs) => {
  const visits: Visit[] = times.map((time) => ({ date: today, time, service: "Check-up", note: "" }));
  let owners: Owner[] = ["Anna Becker", "Tom Hansen"].map((name, id) => ({
    id,
    name,
    email: `${id}@example.org`,
  }));
  let last = owners.length;
  const book = (visit: Visit): string => {
    if (!visit.time || !visit.service || visit.date < today) return "Please fill in all fields.";
    if (visits.some(({ date, time }) => date === visit.date && time === visit.time))
      return `${visit.time} is already taken on that day. Please choose another slot.`;
    visits.push(visit, ...(bugs.includes("twice") ? [visit] : []));
    return "";
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const show = (html: string, status = 200): void =>
      void response.writeHead(status, { "content-type": "text/html" }).end(html);
    const removed = /^\/owners\/(\d+)\/remove$/.exec(pathname)?.[1];
    if (request.method === "POST" && pathname === "/visits") {
      const wrong = book(JSON.parse(await textOf(request)) as Visit);
      return show(wrong, wrong ? 409 : 201);
    }
    if (request.method === "POST" && removed !== undefined) {
      owners = owners.filter(({ id }) => String(id) !== removed);
      return void response.writeHead(303, { location: "/owners" }).end();
    }
    if (request.method === "POST") {
      const form = Object.fromEntries(new URLSearchParams(await textOf(request)));
      const { name = "", email = "" } = form;
      const errors: Record<string, string> = {};
      if (!(bugs.includes("letters") ? /^[A-Za-z ]+$/ : /^[^<>0-9]*\p{L}[^<>0-9]*$/u).test(name.trim()))
        errors["name"] = "Please enter a valid name.";
      if (!email.includes("@")) errors["email"] = "Please enter a valid e-mail address.";
      if (Object.keys(errors).length > 0) return show(ownerForm(form, errors), 422);
      owners.push({ id: (last += 1), name, email });
      return void response.writeHead(303, { location: "/owners" }).end();
    }
    if (/^\/(?:visits)?$/.test(pathname))
      return show(visitsPage(visits, searchParams.get("date") ?? today, bugs));
    if (pathname === "/owners/new") return show(ownerForm({}, {}));
    if (pathname !== "/owners") return show(shell("Not found", ""), 404);
    show(
      shell(
        "Owners",
        `<p><a href="/owners/new">New owner</a></p><table aria-label=Owners><thead><tr><th>Name<th>E-mail<th></tr></thead><tbody>${owners
          .map(
            ({ id, name, email }) =>
              `<tr><td>${escapeHtml(name)}<td>${email}<td><form method=post action="/owners/${id}/remove"><button>Delete</button></form></tr>`,
          )
          .join("")}</tbody></table>`,
      ),
    );
  };
  return suiteForApp(browser, (request, response) => void answer(request, response));
};

it(
  "what can be had but once is had at another time each time, and letters alone are a name",
  { timeout: 480_000 },
  async () => {
    const { told, dropped, yaml } = await generate([]);
    expect(told).toEqual([]);
    expect(dropped).toEqual([]);
    expect(yaml).toContain("- id: create-visit");
    expect(yaml).toContain("- id: create-owner-takes-names");
  },
);

it(
  "a visit that is booked twice, a form that a refusal empties and names that are refused are found",
  { timeout: 480_000 },
  async () => {
    const { found } = await generate(["twice", "empties", "letters"]);
    expect(found).toEqual(["create-owner-takes-names", "create-visit-keeps-refused", "create-visit-whole"]);
  },
);
