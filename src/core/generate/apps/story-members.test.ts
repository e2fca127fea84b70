import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { SuiteForApp } from "#test/support/generate-suite.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Fault = "differ" | "empties" | "label" | "stays" | "out" | "lost";

/** A club whose members log in, and to whom the server says once what has happened; strangers may register. */
const createClub = (has: (fault: Fault) => boolean) => {
  const accounts = new Map([["ann", { password: "secret-1", email: "ann@mail.example" }]]);
  const sessions = new Map<string, { user: string | null; message: string }>();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const id = /sid=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? Math.random().toString(36).slice(2);
    const session = sessions.get(id) ?? { user: null, message: "" };
    sessions.set(id, session);
    const form = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const value = (name: string): string => escapeHtml(form.get(name) ?? "");
    const head = { "set-cookie": `sid=${id}; Path=/`, "content-type": "text/html; charset=utf-8" };
    const lead = (location: string, message: string): void => {
      session.message = message;
      response.writeHead(303, { ...head, location }).end();
    };
    const page = (title: string, main: string, status = 200): void => {
      const { message, user } = session;
      if (!has("stays")) session.message = "";
      const nav = user
        ? `<a href="/mine">My page</a> <a href="/letters">Letters</a> <a href="/mine/email">E-mail</a> <form method=post action="/logout"><button>Log out</button></form>`
        : `<a href="/login">Log in</a> <a href="/join">Become a member</a>`;
      response.writeHead(status, head)
        .end(`<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Start</a> ${nav}</nav>
          ${pathname === "/join" && !user ? `<script>fetch("/auth/refresh", { method: "POST" }); fetch("/api/colours")</script>` : ""}<main>${message && `<p role=status class=flash>${message}</p>`}<h1>${title}</h1>${main}</main>`);
    };
    const account = session.user === null ? undefined : accounts.get(session.user);
    if (pathname === "/auth/refresh") return void response.writeHead(session.user ? 204 : 400).end();
    if (pathname === "/api/colours") return void response.writeHead(session.user ? 204 : 401).end();
    if (pathname === "/") return page("Club", "<p>Since 1921.</p>");
    if (pathname === "/login") {
      const known = accounts.get(form.get("user") ?? "");
      if (request.method === "POST" && known?.password === form.get("password")) {
        session.user = form.get("user");
        return lead("/mine", `Welcome, ${value("user")}.`);
      }
      const wrong = request.method === "POST" ? "<p role=alert>That is not right.</p>" : "";
      return page(
        "Log in",
        `${wrong}<form method=post><label>User name <input name=user></label> <label>Password <input type=password name=password></label> <button>Log in</button></form>`,
      );
    }
    if (pathname === "/join") {
      const differ = form.get("password") !== form.get("again");
      if (request.method === "POST" && (!differ || has("differ")) && form.get("user")) {
        session.user = form.get("user") ?? "";
        accounts.set(session.user, { password: form.get("password") ?? "", email: form.get("email") ?? "" });
        return lead("/mine", "You are a member now.");
      }
      const kept = (name: string): string => (has("empties") ? "" : value(name));
      return page(
        "Become a member",
        `<form method=post><label>User name <input name=user value="${kept("user")}"></label> <label for=${has("label") ? "mail" : "email"}>E-mail</label> <input id=email name=email value="${kept("email")}">
        <label>Password <input type=password name=password></label> <label>Repeat password <input type=password name=again></label> <button>Register</button></form>`,
        request.method === "POST" ? 422 : 200,
      );
    }
    if (pathname === "/logout") {
      session.user = null;
      return lead("/", "You are logged out.");
    }
    if (!account) return lead("/login", "");
    if (pathname === "/mine") return page("My page", "<p>Nothing is due.</p>");
    if (pathname === "/letters") return page("Letters", "<p>No letters yet.</p>");
    if (pathname === "/mine/email") {
      if (request.method === "POST" && (form.get("email") ?? "").includes("@")) {
        if (!has("lost")) account.email = form.get("email") ?? "";
        if (has("out")) session.user = null;
        return lead("/mine/email", "Your address is saved.");
      }
      return page(
        "Change e-mail",
        `<form method=post><p>Current address: <b>${escapeHtml(account.email)}</b></p><label>New e-mail <input type=email name=email required></label> <button>Save</button></form>`,
      );
    }
    return page("Not found", "", 404);
  };
};

const suiteOf = async (...faults: Fault[]): Promise<SuiteForApp> => {
  const answer = createClub((fault) => faults.includes(fault));
  const suite = await suiteForApp(browser, (request, response) => void answer(request, response), {
    auth: { username: "ann", password: "secret-1", secretName: "APP", loginPath: "/login" },
  });
  expect(suite.dropped).toEqual([]);
  return suite;
};

const ours = ["become-a-member-passwords", "guest-pages", "login-message"];

it("a suite for members who are told what happened has no finding", { timeout: 480_000 }, async () => {
  const { found, yaml } = await suiteOf();
  expect(found).toEqual([]);
  for (const id of [...ours, "mine-email-submit"]) expect(yaml).toContain(`id: ${id}`);
});

it("a suite for strangers finds what goes wrong as they register", { timeout: 480_000 }, async () => {
  expect((await suiteOf("empties", "label", "stays", "lost")).found).toEqual([...ours, "mine-email-submit"]);
});

it(
  "a suite for members finds passwords that differ, and a form that logs out",
  { timeout: 480_000 },
  async () => {
    const { found } = await suiteOf("differ", "out");
    expect(found).toEqual(expect.arrayContaining(["become-a-member-passwords", "mine-email-submit"]));
  },
);
