import { afterAll, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { runSuite, startApp } from "#test/support/run-suite.ts";

const browsers = createBrowserProvider();
afterAll(() => browsers.close());

const script = `<p id=state></p><button onclick="localStorage.a = sessionStorage.b = 'changed'; document.cookie = 'c=changed'; show()">Change</button><script>
  const store = (write) => new Promise((done) => { const open = indexedDB.open("app", 1);
    open.onupgradeneeded = () => open.result.createObjectStore("kept");
    open.onsuccess = () => { const kept = open.result.transaction("kept", "readwrite").objectStore("kept");
      if (write) kept.put("four", "key").onsuccess = () => done();
      else { const got = kept.get("key"); got.onsuccess = () => done(got.result) } } });
  const show = async () => { state.textContent = [document.cookie, localStorage.a, sessionStorage.b, await store(false)].join(" ") };
  const logIn = async () => { document.cookie = "c=one"; localStorage.a = "two"; sessionStorage.b = "three"; await store(true); location.href = "/account" };
  if (location.pathname === "/account") show()</script>`;

test("every case begins with the state of one log-in: cookies, local, session and database; a case without it does not", async () => {
  let logins = 0;
  const app = await startApp({
    "/login": (_request, response) => {
      logins += 1;
      response.writeHead(200, { "content-type": "text/html" });
      response.end(`<!doctype html><title>Log in</title><button onclick="logIn()">Enter</button>${script}`);
    },
    "/account": script,
  });
  const shows = (text: string): string =>
    `{goto: /account}, {expect: {text: {target: {css: "#state"}, is: "${text}"}}}`;
  const { cases } = await runSuite(
    browsers,
    app.url,
    `auth: {steps: [{goto: /login}, {click: Enter}, {expect: {url: /account}}, {expect: {text: four}}]}
cases:
  - {id: one, steps: [${shows("c=one two three four")}]}
  - {id: changes, steps: [{goto: /account}, {click: Change}, {expect: {text: c=changed changed changed four}}]}
  - {id: two, steps: [${shows("c=one two three four")}]}
  - {id: blank, auth: false, steps: [${shows("")}]}`,
  );
  await app.close();
  expect(Object.values(cases).map(({ id, status, why }) => `${id} ${status} ${why}`)).toEqual([
    "one passed ",
    "changes passed ",
    "two passed ",
    "blank passed ",
  ]);
  expect(logins).toBe(1);
}, 240_000);
