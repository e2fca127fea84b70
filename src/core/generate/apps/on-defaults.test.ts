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

const PRIORITIES = ["Low", "Normal", "High"];
const HELP = ["Call back", "Send a part"];

/** Jobs whose rate and priority begin with what the settings say; `forgetful`: with what they were once. */
const createJobs = (forgetful: boolean): RequestListener => {
  const first = { company: "Miller & Sons", rate: "40", priority: "Normal" };
  const settings = { ...first };
  const jobs: { name: string; rate: string; priority: string }[] = [];
  const options = (all: string[], chosen: string): string =>
    all.map((each) => `<option${each === chosen ? " selected" : ""}>${each}</option>`).join("");
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const form = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const field = (name: string): string => (form.get(name) ?? "").trim();
    const begun = forgetful ? first : settings;
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Jobs</a> <a href="/settings">Settings</a></nav>
        <main><h1>${title}</h1>${main}</main>`);
    };
    if (request.method === "POST") {
      if (pathname === "/settings")
        Object.assign(settings, {
          company: field("company"),
          rate: field("rate"),
          priority: field("priority"),
        });
      else jobs.push({ name: field("name"), rate: field("rate"), priority: field("priority") });
      return void response.writeHead(303, { location: pathname === "/settings" ? "/settings" : "/" }).end();
    }
    if (pathname === "/settings")
      return show(
        "Settings",
        `<form method=post><label>Company <input name=company value="${escapeHtml(settings.company)}"></label> <label>Default rate (€) <input type=number name=rate min=0 value="${escapeHtml(settings.rate)}"></label>
        <label>Default priority <select name=priority>${options(PRIORITIES, settings.priority)}</select></label> <button>Save settings</button></form>`,
      );
    // What one chooses from is for a line of the text; the browser does not send it.
    if (pathname === "/new")
      return show(
        "New job",
        `<form method=post><label>Name <input name=name required></label> <label>Rate (€) <input type=number name=rate min=0 value="${escapeHtml(begun.rate)}"></label>
        <label>Priority <select name=priority>${options(PRIORITIES, begun.priority)}</select></label>
        <label>Frequent texts <select><option value="">Choose a text</option>${options(HELP, "")}</select></label> <button>Save job</button></form>`,
      );
    if (pathname === "/")
      return show(
        "Jobs",
        `<p><a href="/new">New job</a></p><table aria-label=Jobs><thead><tr><th>Name<th>Rate<th>Priority</tr></thead><tbody>${jobs
          .map(
            ({ name, rate, priority }) =>
              `<tr><td>${escapeHtml(name)}<td>${escapeHtml(rate)}<td>${escapeHtml(priority)}</tr>`,
          )
          .join("")}</tbody></table>`,
      );
    show("Not found", "", 404);
  };
  return (request, response) => void answer(request, response);
};

const only = /^(?:default-|create-)/;
const ours = ["default-settings-rate", "default-settings-priority"];

it("a form begins with what the settings say", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, createJobs(false), { only, pages: 6, actions: 120 });
  for (const id of ours) expect(yaml).toContain(`- id: ${id}`);
  expect(yaml).not.toContain("Frequent texts: Call back");
  expect(failing).toEqual([]);
  const forgetful = await tryPages(browser, createJobs(true), { only, pages: 6, actions: 120 });
  expect(forgetful.failing).toEqual(ours);
});
