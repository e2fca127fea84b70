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

type Known = "none" | "same" | "any case";

/** A team that takes on others for good, or has them put in by a form and removed again, which knows an address again or not; `size` on a page. */
const createTeam = (known: Known, takesOn: boolean, size = 99, send = "Take on"): RequestListener => {
  let last = 4;
  const members = new Map(
    ["Ann", "Bob", "Cleo", "Dan"].map((name, at) => [
      at + 1,
      { name, email: `${name.toLowerCase()}@team.example` },
    ]),
  );
  const isKnown = (email: string): boolean =>
    [...members.values()].some(
      (one) =>
        known !== "none" &&
        (one.email === email || (known === "any case" && one.email.toLowerCase() === email.toLowerCase())),
    );
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const form = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const [name, email] = [form.get("name")?.trim() ?? "", form.get("email")?.trim() ?? ""];
    const [, id] = /^\/(\d+)\/remove$/.exec(pathname) ?? [];
    if (id !== undefined) members.delete(Number(id));
    const isRefused = name === "" || !/^\S+@\S+\.\w+$/.test(email) || isKnown(email);
    if (pathname === "/new" && !isRefused) members.set((last += 1), { name, email });
    if (request.method === "POST" && !(pathname === "/new" && isRefused))
      return void response.writeHead(303, { location: "/" }).end();
    const page = ["/", "/new"].includes(pathname);
    const error = pathname === "/new" && isRefused ? "<p role=alert>That cannot be.</p>" : "";
    const button = takesOn ? send : "Add member";
    response.writeHead(!page ? 404 : error ? 422 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Team</title><link rel=icon href="data:,"><main><h1>Team</h1>${error}
      <table aria-label=Members><thead><tr><th>Name<th>Email<th>${takesOn ? "Since" : "Actions"}</tr></thead><tbody>${[
        ...members,
      ]
        .slice(0, size)
        .map(
          ([key, one]) =>
            `<tr><td>${escapeHtml(one.name)}<td>${escapeHtml(one.email)}<td>${takesOn ? "2024" : `<form method=post action="/${key}/remove"><button>Remove</button></form>`}</tr>`,
        )
        .join("")}</tbody></table>${members.size > size ? '<p><a href="/?page=2">Next</a></p>' : ""}
      <h2>${button}</h2><form method=post action="/new"><label>Name <input name=name required value="${escapeHtml(name)}"></label> <label>Email <input type=email name=email required value="${escapeHtml(email)}"></label> <button>${button}</button></form></main>`);
  };
  return (request, response) => void answer(request, response);
};

it.each<[known: Known, takesOn: boolean, failing: string[], size?: number]>([
  ["any case", true, []],
  ["none", true, []],
  ["none", true, [], 5],
  ["none", true, [], 6],
  ["same", true, ["same-email-home"]],
  ["any case", false, []],
  ["none", false, []],
  ["same", false, ["same-email-member"]],
])(
  "a suite for a team that knows an address again (%s; for good: %s)",
  { timeout: 240_000 },
  async (known, takesOn, expected, size) => {
    const { failing, yaml } = await tryPages(browser, createTeam(known, takesOn, size), {
      only: /^same-email-/,
      actions: 300,
    });
    expect(yaml).toContain("- id: same-email-");
    expect(failing).toEqual(expected);
  },
);

it("nobody is invited for it", { timeout: 240_000 }, async () => {
  const app = createTeam("any case", true, 99, "Send invitation");
  const { yaml } = await tryPages(browser, app, { only: /^none$/, actions: 300 });
  expect(yaml).not.toMatch(/id: (?:same-email|post)-/);
});
