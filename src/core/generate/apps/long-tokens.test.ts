import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const STEPS = ["person", "class", "summary"];
const CLASSES = ["Choose a class", "Pottery", "Swimming"];
const QUOTES = ["Be kind.", "Eat well.", "Walk a lot."];

type Draft = { name: string; class: string };

/** A school: one enrols in steps, whose addresses hold a token that only one's own session knows. `way`: what leads to the first. `lossy`: coming back to a step finds it empty. */
const school = (way: "address" | "link" | "button", lossy: boolean): RequestListener => {
  const drafts = new Map<string, Draft & { session: string }>();
  let asked = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const known = /\bsession=(\w+)/.exec(request.headers.cookie ?? "")?.[1];
    const session = known ?? randomBytes(5).toString("hex");
    const cookie = { "set-cookie": `session=${session}` };
    const lead = (location: string): void => void response.writeHead(303, { location, ...cookie }).end();
    const begin = (): string => {
      const token = `${randomBytes(5).toString("hex")}7`;
      drafts.set(token, { session, name: "", class: "" });
      return `/enrol/${token}/person`;
    };
    const enrol = (): string =>
      way === "button"
        ? `<button type=button onclick="location = '/enrol'">Enrol</button>`
        : `<a href="${way === "link" ? begin() : "/enrol"}">Enrol</a>`;
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...cookie });
      response.end(
        `<!doctype html><html lang=en><link rel=icon href="data:,"><title>${title}</title><nav><a href="/">School</a> ${enrol()} <a href="/news">News</a> <a href="/quote">Quote</a></nav><main><h1>${title}</h1>${main}</main>`,
      );
    };
    if (pathname === "/") return show("School", "<p>Welcome to our school.</p>");
    // It leads elsewhere, to the same each time.
    if (pathname === "/news") return lead("/news/2");
    if (pathname === "/news/2") return show("Open day", "<p>Come and see.</p>");
    if (pathname === "/quote") return lead(`/quotes/${(asked += 1) % 3}`);
    const quote = QUOTES[Number(/^\/quotes\/(\d)$/.exec(pathname)?.[1] ?? -1)];
    if (quote) return show("Quote", `<p>${quote}</p>`);
    if (pathname === "/enrol") return lead(begin());
    const [, token = "", step = ""] = /^\/enrol\/(\w+)\/(\w+)$/.exec(pathname) ?? [];
    const draft = drafts.get(token);
    const at = STEPS.indexOf(step);
    if (!draft || draft.session !== session || at < 0)
      return show("Not found", "<p>There is no such page.</p>", 404);
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      const back = sent.get("move") === "back";
      if (at === 0) draft.name = sent.get("name") ?? "";
      if (at === 1 && !back) draft.class = sent.get("class") ?? "";
      if (lossy && back) draft.name = "";
      if (at === 2 && !back) return lead("/");
      return lead(`/enrol/${token}/${STEPS[at + (back ? -1 : 1)] ?? ""}`);
    }
    const fields = [
      `<label>Name <input name=name required value="${draft.name}"></label>`,
      `<label>Class <select name=class required>${CLASSES.map((each, place) => `<option value="${place ? each : ""}"${each === draft.class ? " selected" : ""}>${each}</option>`).join("")}</select></label>`,
      `<p>Name: ${draft.name}</p><p>Class: ${draft.class}</p>`,
    ];
    show(
      `Enrol: ${step}`,
      `<ol>${STEPS.map((each, place) => `<li${place === at ? " aria-current=step" : ""}>${each}</li>`).join("")}</ol><form method=post>${fields[at] ?? ""}<button name=move value=next>${at === 2 ? "Confirm" : "Next"}</button>${at ? " <button name=move value=back formnovalidate>Back</button>" : ""}</form>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["keep", false, []],
  ["lose", true, ["steps-enrol-back"]],
])(
  "steps under an address of their own for each beginning that %s what was put in",
  { timeout: 240_000 },
  async (_, lossy, expected) => {
    const limits = { pages: 20, actions: 300, depth: 4 };
    const { failing, yaml } = await tryPages(browser, school("address", lossy), limits);
    expect(yaml).toContain("id: steps-enrol\n");
    expect(yaml).toContain("id: steps-enrol-end\n");
    expect(yaml).toContain("goto: /enrol,");
    expect(yaml).not.toMatch(/\/enrol\/\w/);
    expect(yaml).not.toContain("goto: /quote,");
    expect(failing).toEqual(expected);
  },
);

it.each(["link", "button"] as const)(
  "a %s that leads to another address each time is what steps begin with",
  { timeout: 240_000 },
  async (way) => {
    const limits = { pages: 20, actions: 300, depth: 4 };
    const { failing, yaml } = await tryPages(browser, school(way, false), limits);
    for (const id of ["steps-enrol", "steps-enrol-back", "steps-enrol-end"])
      expect(yaml).toContain(`id: ${id}\n`);
    expect(yaml).not.toMatch(/\/enrol\/\w/);
    expect(failing).toEqual([]);
  },
);
