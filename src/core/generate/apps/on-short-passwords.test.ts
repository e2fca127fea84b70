import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const form = (
  said: string,
): string => `<!doctype html><html lang=en><title>Join</title><link rel=icon href="data:,"><main><h1>Join the club</h1><p role=alert>${said}</p>
  <form method=post action="/join"><p><label>Name <input name=name required></label></p><p><label>E-mail <input name=mail type=email required></label></p>
  <p><label for=p>Password</label> <input id=p type=password name=p autocomplete=new-password aria-describedby=h required> <span id=h>At least eight characters.</span></p>
  <p><label>Repeat password <input type=password name=again autocomplete=new-password required></label></p><button>Join</button></form></main>`;

/** Takes new members whose password is as long as the form asks for, or of any length. */
const club =
  (isBounded: boolean): RequestListener =>
  (request, response) =>
    void textOf(request).then((sent) => {
      const given = new URLSearchParams(sent);
      const word = given.get("p") ?? "";
      response.setHeader("content-type", "text/html; charset=utf-8");
      if (request.method !== "POST") return void response.end(form(""));
      if (word !== given.get("again")) return void response.end(form("The passwords are not the same."));
      if (isBounded && word.length < 8) return void response.end(form("The password is too short."));
      response.end("<!doctype html><html lang=en><title>Join</title><main><h1>Welcome</h1></main>");
    });

const failing = async (isBounded: boolean): Promise<{ failing: string[]; yaml: string }> =>
  tryPages(browser, club(isBounded), { only: /short-password/ });

it("a password that is shorter than the form asks for is not to be taken", async () => {
  const sound = await failing(true);
  expect(sound.yaml).toContain("join-the-club-short-password");
  expect(sound.failing).toEqual([]);
  expect((await failing(false)).failing).toEqual(["join-the-club-short-password"]);
});
