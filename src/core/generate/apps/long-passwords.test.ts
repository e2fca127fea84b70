import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const OWN = "Sail-2041-boat";

/** `silent`: who has typed a wrong password is told nothing of it. `deaf`: the page says that it went well, whatever the server says. */
type Fault = "current" | "repeated" | "silent" | "deaf";

/** `page`: the form is answered by a page. `script`: a script sends it, and says what comes of it. `alert`: and says it as an alert. `gone`: a wrong password ends the session. */
type Way = "page" | "script" | "alert" | "gone";

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
  <nav><a href="/">Boats</a> <a href="/account">Account</a></nav><main><h1>${title}</h1>${main}</main>`;

const logIn = `<form method=post action="/login"><label>User name <input name=user autocomplete=username required></label>
  <label>Password <input name=password type=password required></label> <button>Log in</button></form>`;

const accountPage = (way: Way, said = ""): string =>
  shell(
    "Account",
    `<p>You are Ada. Changed passwords are valid at once.</p>${said}<form method=post action="/account">
    <label>Current password <input name=current type=password></label> <label>New password <input name=fresh type=password></label>
    <label>Repeat new password <input name=again type=password></label> <button>Change password</button></form><p role=${way === "alert" ? "alert" : "status"} id=said></p>${
      way === "page"
        ? ""
        : `<script>document.querySelector("form").onsubmit = async (event) => { event.preventDefault();
          const answer = await fetch("/account", { method: "POST", body: new URLSearchParams(new FormData(event.target)) });
          if (answer.status === 401) return location.assign("/login");
          const { ok, said } = await answer.json(); document.querySelector("#said").textContent = said; if (ok) event.target.reset(); };</script>`
    }`,
  );

const generate = async (way: Way, faults: Fault[]) => {
  let password = OWN;
  const sessions = new Set<string>();
  const wrongIn = (sent: URLSearchParams): string => {
    if (!faults.includes("current") && sent.get("current") !== password)
      return "That is not your current password.";
    return !faults.includes("repeated") && sent.get("fresh") !== sent.get("again")
      ? "The two passwords differ."
      : "";
  };
  const change = (sent: URLSearchParams, key: string, response: ServerResponse): void => {
    const wrong = wrongIn(sent);
    if (wrong === "") password = sent.get("fresh") ?? "";
    const said = wrong || "Your password has been changed.";
    if (way === "page")
      return void response
        .writeHead(wrong ? 422 : 200, { "content-type": "text/html" })
        .end(accountPage(way, `<p role=${wrong ? "alert" : "status"}>${said}</p>`));
    if (way === "gone" && wrong.includes("current")) sessions.delete(key);
    const isDeaf = faults.includes("deaf");
    response
      .writeHead(way === "gone" && wrong ? 401 : isDeaf && wrong ? 400 : 200, {
        "content-type": "application/json",
      })
      .end(JSON.stringify({ ok: wrong === "", said: isDeaf ? "Password changed" : said }));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const key = /who=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
    const show = (html: string, status = 200): void =>
      void response.writeHead(status, { "content-type": "text/html" }).end(html);
    const sent = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    if (pathname === "/login" && request.method === "POST" && sent.get("password") === password) {
      const own = `s${Math.random().toString(36).slice(2)}`;
      sessions.add(own);
      return void response.writeHead(303, { location: "/", "set-cookie": `who=${own}; Path=/` }).end();
    }
    if (pathname === "/login" && request.method === "POST" && !faults.includes("silent"))
      return show(shell("Log in", `<p role=alert>That is not right.</p>${logIn}`), 401);
    if (pathname === "/login") return show(shell("Log in", logIn), request.method === "POST" ? 401 : 200);
    if (!sessions.has(key)) return void response.writeHead(303, { location: "/login" }).end();
    if (pathname === "/account" && request.method === "POST") return change(sent, key, response);
    if (pathname === "/account") return show(accountPage(way));
    return pathname === "/"
      ? show(shell("Boats", "<ul><li>Gull<li>Heron<li>Tern</ul>"))
      : show(shell("Not found", ""), 404);
  };
  const made = await suiteForApp(browser, (request, response) => void answer(request, response), {
    auth: { username: "ada", password: OWN, secretName: "BOATS", loginPath: "/login" },
  });
  return { ...made, isSame: password === OWN };
};

it.each<[Way, Fault[], string[]]>([
  ["page", [], []],
  ["script", [], []],
  ["gone", [], []],
  ["page", ["current"], ["password-current"]],
  ["script", ["repeated"], ["password-repeated"]],
  ["alert", ["current"], ["password-current"]],
  ["script", ["deaf"], ["password-current", "password-repeated"]],
  ["page", ["silent"], ["login-refused"]],
])(
  "a log-in, and a password that is changed by a %s with %j",
  { timeout: 300_000 },
  async (way, faults, expected) => {
    const { found, dropped, yaml, isSame, generated } = await generate(way, faults);
    expect(found).toEqual(expected);
    expect(dropped).toEqual([]);
    expect(isSame).toBe(true);
    expect(yaml).toContain("- id: password-current");
    expect(yaml).toContain("- id: password-repeated");
    expect(JSON.stringify(generated)).not.toContain(OWN);
    expect(generated.coverage?.left_out.join("\n")).not.toContain("password");
  },
);
