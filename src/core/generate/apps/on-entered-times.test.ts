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

type Entry = { id: number; project: string; what: string; hours: string };

const PROJECTS = ["Brand refresh", "Season posters", "Book covers"];
const options = (none: string, all: string[]): string =>
  [`<option value="">${none}</option>`, ...all.map((each) => `<option>${each}</option>`)].join("");

const note = (id: string, text: string): string =>
  text === "" ? "" : ` <span id=${id} class=error role=alert>${text}</span>`;

const form = (sent: URLSearchParams, ofTime: string, ofWhat: string): string => {
  const value = (name: string): string => escapeHtml(sent.get(name) ?? "");
  return `<form method=post action="/new"><div><label for=project>Project (required)</label> <select id=project name=project required>${options("Choose a project", PROJECTS)}</select></div>
    <div><label for=hours>Duration (required)</label> <input id=hours name=hours required maxlength=5 value="${value("hours")}" aria-describedby="hint late"> <p id=hint>Whole hours, from 1 to 24.</p>${note("late", ofTime)}</div>
    <div><label for=what>Description (required)</label> <input id=what name=what required value="${value("what")}" aria-describedby=none>${note("none", ofWhat)}</div><button>Save entry</button></form>`;
};

/** Working hours: by week, too, of which the next has none yet; and bills, for which the usual rate is filled in already. */
const hours = (): RequestListener => {
  let entries = PROJECTS.map((project, at): Entry => ({
    id: at,
    project,
    what: `Draft ${at + 1}`,
    hours: "3",
  }));
  let last = PROJECTS.length;
  const bills = [{ client: "Bakery", rate: "80.00" }];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav aria-label=Main><a href="/">Entries</a> <a href="/week">Week</a> <a href="/bills">Bills</a></nav><main><h1>${title}</h1>${main}</main>`,
      );
    };
    const lead = (location: string): void => void response.writeHead(303, { location }).end();
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      const given = (name: string): string => (sent.get(name) ?? "").trim();
      if (pathname === "/bills/new") {
        bills.unshift({ client: given("client"), rate: given("rate") });
        return lead("/bills");
      }
      if (pathname.startsWith("/remove/")) {
        entries = entries.filter(({ id }) => pathname !== `/remove/${id}`);
        return lead("/");
      }
      const wrong = /^(?:1?\d|2[0-4])$/.test(given("hours")) ? null : "Give whole hours.";
      if (wrong !== null || given("what") === "")
        return show(
          "New entry",
          form(sent, wrong ?? "", given("what") === "" ? "Say what was done." : ""),
          422,
        );
      entries.unshift({
        id: (last += 1),
        project: given("project"),
        what: given("what"),
        hours: given("hours"),
      });
      return lead("/");
    }
    if (pathname === "/new") return show("New entry", form(new URLSearchParams(), "", ""));
    if (pathname === "/bills/new")
      return show(
        "New bill",
        `<form method=post action="/bills/new"><p><label>Client (required) <select name=client required>${options("Choose a client", ["Bakery", "Theatre"])}</select></label></p><p><label>Quantity <input name=quantity value=1></label></p><p><label>Rate <input name=rate value=95.00></label></p><p><label>Discount % <input name=discount value=0></label></p><button>Save bill</button></form>`,
      );
    if (pathname === "/bills")
      return show(
        "Bills",
        `<a href="/bills/new">New bill</a><table aria-label=Bills><thead><tr><th>Client<th>Rate</tr></thead><tbody>${bills.map(({ client, rate }) => `<tr><td>${escapeHtml(client)}<td>${escapeHtml(rate)}</tr>`).join("")}</tbody></table>`,
      );
    if (pathname === "/week") {
      const week = Number(searchParams.get("week") ?? 40);
      const rows =
        week > 40 ? [] : PROJECTS.map((project, at) => `<tr><td>${project}<td>${at + week}:00</tr>`);
      return show(
        "Week",
        `<h2>Week ${week}</h2><nav aria-label=Weeks><a href="/week?week=${week - 1}">Previous week</a> <a href="/week">This week</a> <a href="/week?week=${week + 1}">Next week</a></nav>${rows.length > 0 ? `<table aria-label=Hours><thead><tr><th>Project<th>Time</tr></thead><tbody>${rows.join("")}</tbody></table>` : "<p>Nothing was entered in this week.</p>"}`,
      );
    }
    if (pathname !== "/") return show("Not found", "<p>There is no such page.</p>", 404);
    show(
      "Entries",
      `<a href="/new">New entry</a><table aria-label=Entries><thead><tr><th>Project<th>Description<th>Duration<th></tr></thead><tbody>${entries.map(({ id, project, what, hours: long }) => `<tr><td>${escapeHtml(project)}<td>${escapeHtml(what)}<td>${long}<td><form method=post action="/remove/${id}"><button>Remove</button></form></tr>`).join("")}</tbody></table>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it(
  "hours are known by their words and not by their length, weeks are no pages, and what a new bill begins with is not stored",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, hours(), { pages: 12, actions: 300, depth: 3 });
    expect(failing).toEqual([]);
    expect(yaml).toContain("- id: create-entry\n");
    expect(yaml).toMatch(/row, name: "Tracewright/);
    expect(yaml).not.toMatch(/- id: (?:settings-|paging-)/);
    expect(yaml).toContain("- id: periods-");
  },
);
