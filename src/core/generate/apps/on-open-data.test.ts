import { text } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const auth = { username: "ann", password: "secret-1", secretName: "CREW", loginPath: null };

const PEOPLE = ["Ann Moor", "Bert Lund", "Cleo Hart", "Dan Pike"].map((name, at) => ({
  name,
  city: `Town ${at}`,
}));

const page = `<!doctype html><html lang=en><meta charset=utf-8><title>Crew</title><link rel=icon href="data:,"><main></main><script>
  const main = document.querySelector("main"), api = (path, how) => fetch("/api/" + path, how);
  const logIn = () => { main.innerHTML = "<h1>Log in</h1><form><label>User name <input name=user></label> <label>Password <input type=password name=word></label> <button>Log in</button></form>";
    document.querySelector("form").onsubmit = async (event) => { event.preventDefault();
      const answer = await api("login", { method: "POST", body: JSON.stringify(Object.fromEntries(new FormData(event.target))) }); if (answer.ok) start(); else main.append("These do not fit."); }; };
  const start = async () => { if (!(await api("me")).ok) return logIn();
    main.innerHTML = "<h1>Crew</h1><button id=out>Log out</button><p id=motto></p><p><a href=/people.csv download>As a file</a></p><table aria-label=Crew><thead><tr><th>Name<th>City</tr></thead><tbody></tbody></table>";
    document.querySelector("#out").onclick = async () => { await api("logout", { method: "POST" }); logIn(); };
    document.querySelector("#motto").textContent = (await (await api("motto")).json()).motto;
    for (const { name, city } of await (await api("people")).json()) { const row = document.querySelector("tbody").insertRow(); row.insertCell().textContent = name; row.insertCell().textContent = city; } };
  start();</script>`;

/** A page that asks to log in, what it is made of, of which the motto is for everybody; the people as well, or a file of them, if `open`. */
const crew =
  (open: "data" | "file" | null): RequestListener =>
  (request, response) => {
    const path = request.url ?? "/";
    const known = /sid=ann/.test(request.headers.cookie ?? "");
    const json = (status: number, body: unknown, head = {}): void =>
      void response
        .writeHead(status, { "content-type": "application/json", ...head })
        .end(JSON.stringify(body));
    if (path === "/api/login")
      return void text(request).then((sent) => {
        const fits = sent.includes(auth.password);
        json(fits ? 200 : 401, {}, fits ? { "set-cookie": "sid=ann; Path=/" } : {});
      });
    if (path === "/api/logout") return json(200, {}, { "set-cookie": "sid=; Path=/; Max-Age=0" });
    if (path === "/api/motto") return json(200, { motto: "Ann Moor and Bert Lund" });
    if (path === "/api/me") return json(known ? 200 : 401, {});
    const isGiven = (what: typeof open): boolean => known || open === what;
    if (path === "/api/people") return json(isGiven("data") ? 200 : 401, isGiven("data") ? PEOPLE : {});
    if (path === "/people.csv")
      return void response
        .writeHead(isGiven("file") ? 200 : 401, { "content-type": "text/csv" })
        .end(isGiven("file") ? PEOPLE.map(({ name, city }) => `${name},${city}`).join("\n") : "");
    response
      .writeHead(path === "/" ? 200 : 404, { "content-type": "text/html" })
      .end(path === "/" ? page : "");
  };

it.each([
  ["kept from", null, []],
  ["given to", "data", ["guarded-data"]],
  ["given as a file to", "file", ["guarded-data"]],
] as const)(
  "data of a page that asks to log in, %s who is not",
  { timeout: 240_000 },
  async (_, open, expected) => {
    const { found, cases } = await suiteForApp(browser, crew(open), { auth });
    expect(found).toEqual(expected);
    expect(cases).toContain("guarded");
  },
);
