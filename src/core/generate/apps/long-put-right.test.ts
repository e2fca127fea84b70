import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Pages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A form that is `stuck` once it has refused something: its button cannot be used any more. */
const form = (title: string, fields: string, button: string, stuck: boolean): string =>
  `<h1>${title}</h1><form novalidate>${fields}<p role=alert></p><button>${button}</button></form><p role=status></p>
  <script>const form = document.querySelector("form"), button = form.querySelector("button");
    for (const field of form.elements) if (localStorage[field.name] && !(${stuck} && field.name === "theme")) field.value = localStorage[field.name];
    form.onsubmit = (event) => { event.preventDefault(); button.disabled = true;
      const hour = form.elements.hour, empty = [...form.elements].find((field) => field.required && field.value.trim() === "")
        ?? (hour && form.elements.mail.checked && (hour.value < 6 || hour.value > 20) && !${stuck} ? hour : undefined);
      document.querySelector("[role=alert]").textContent = empty ? "Please fill in " + empty.name + "." : "";
      document.querySelector("[role=status]").textContent = empty ? "" : "Thank you, it is kept.";
      if (!empty && location.pathname === "/profile") for (const field of form.elements) if (field.name) localStorage[field.name] = field.value;
      if (!empty || !${stuck}) button.disabled = false; };</script>`;

/** Says who one is, from when the page is loaded, and once the profile is kept if it `follows` that. */
const greeting = (follows: boolean): string => `<p>You are <b id=who></b></p><script>
  const greet = () => { who.textContent = localStorage.name ?? "Ann Lee"; }; greet(); if (${follows}) addEventListener("submit", () => setTimeout(greet, 50));</script>`;

const pages = (stuck: boolean, own: string): Record<string, string> => ({
  "/": `<h1>Start</h1>${own}<p><a href="/profile">Profile</a> <a href="/contact">Contact</a></p>`,
  "/profile":
    own +
    form(
      "Profile",
      "<label>Language <select name=tongue><option>English<option>German</select></label> <label>Language of e-mails <select name=lang><option>English<option>German</select></label> <label>Theme <select name=theme><option>Light<option>Dark</select></label> <label>Display name <input name=name value='Ann Lee' required></label> <label>Nickname <input name=nick value=Annie></label> <label><input type=checkbox name=mail> Send a daily mail</label> <label for=hour>Hour of the daily mail</label> <input id=hour name=hour value=8 aria-describedby=h> <span id=h>6 to 20, only with the daily mail</span>",
      "Save profile",
      stuck,
    ),
  "/contact": form(
    "Contact",
    "<label>Subject <input name=subject required></label> <label>Message <textarea name=message required></textarea></label>",
    "Send message",
    stuck,
  ),
});

/** The same below a head of all pages, which says who one is. */
const belowHead =
  (mains: Record<string, string>, head: string): RequestListener =>
  ({ url = "/" }, response) =>
    void response
      .writeHead(url in mains ? 200 : 404, { "content-type": "text/html" })
      .end(
        `<!doctype html><html lang=en><meta charset=utf-8><title>Try</title><link rel=icon href="data:,"><header>${head}</header><main>${mains[url] ?? ""}</main>`,
      );

const [greeted, stale] = [greeting(true), greeting(false)];

it.each<[string, Pages, string[]]>([
  ["can be put right", pages(false, greeted), []],
  [
    "can be put right, but what is kept is not shown at once",
    pages(false, stale),
    ["settings-profile-display-name"],
  ],
  ["can be put right below a head that follows", belowHead(pages(false, ""), greeted), []],
  [
    "can be put right below a head that leads to what is saved",
    belowHead(pages(false, ""), `${greeted}<a href="/contact">Saved replies</a>`),
    [],
  ],
  ["can be put right below a head that stays", belowHead(pages(false, ""), stale), ["settings-profile"]],
  [
    "can never be sent again",
    pages(true, greeted),
    ["contact-requires", "settings-profile", "settings-profile-bounds", "settings-profile-put-right"],
  ],
])("what is refused %s", { timeout: 240_000 }, async (_, app, expected) => {
  const { failing, yaml } = await tryPages(browser, app, { pages: 6 });
  expect(failing.toSorted()).toEqual(expected);
  expect(yaml).toContain("id: settings-profile-put-right");
  expect(yaml).toContain("Language of e-mails: German");
  // What all pages are written in stays as it is.
  expect(yaml).not.toContain("{Language: German");
});

/** Two forms of a server that marks what is wrong, of which one may come back without what was typed. */
const marking = (forgets: boolean): RequestListener => {
  const shown = (title: string, typed: URLSearchParams | null): string => {
    const wrong = typed !== null && !/@/.test(typed.get("email") ?? "");
    const field = (name: string, label: string): string => {
      const value = forgets && title === "Booking" ? "" : (typed?.get(name) ?? "");
      const error = wrong && name === "email" ? `aria-invalid=true aria-describedby=e` : "";
      return `<p><label>${label} <input name=${name} value="${escapeHtml(value)}" ${error}></label>${error && `<span id=e>Please enter an address.</span>`}`;
    };
    if (typed !== null && !wrong) return `<h1>${title}</h1><p role=status>Thank you.</p>`;
    return `<h1>${title}</h1><form method=post novalidate>${field("name", `Your ${title} name`)}${field("email", "E-mail")}${field("town", "Town")}<button>Keep ${title}</button></form>`;
  };
  return (request, response) => {
    void textOf(request).then((body) => {
      const title = request.url === "/booking" ? "Booking" : "Offer";
      const typed = request.method === "POST" ? new URLSearchParams(body) : null;
      const main =
        request.url === "/"
          ? `<h1>Start</h1><p><a href="/booking">Booking</a> <a href="/offer">Offer</a></p>`
          : shown(title, typed);
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>Try</title><link rel=icon href="data:,"><main>${main}</main>`,
      );
    });
  };
};

it("keeps what was typed when it is refused", { timeout: 240_000 }, async () => {
  const limits = { pages: 6, actions: 400 };
  expect((await tryPages(browser, marking(false), limits)).yaml).not.toContain("keeps-refused");
  expect((await tryPages(browser, marking(true), limits)).failing).toEqual(["booking-keeps-refused"]);
});

/** A form that says below each field what it lacks; `astray`: of the second what the first would lack. */
const blaming = (astray: boolean): string => `<h1>Contact</h1><form novalidate>
  <p><label>Subject <input name=subject required></label> <span></span></p><p><label>Your message <textarea name=text required></textarea></label> <span></span></p>
  <button>Send message</button></form><p role=status></p><script>
  const form = document.querySelector("form"), words = { subject: "Subject", text: "${astray ? "Subject" : "Your message"}" };
  form.onsubmit = (event) => { event.preventDefault(); const all = [...form.querySelectorAll("[required]")];
    for (const field of all) field.closest("p").querySelector("span").textContent = field.value.trim() ? "" : words[field.name] + " is required.";
    document.querySelector("[role=status]").textContent = all.every((field) => field.value.trim()) ? "Thank you." : ""; };</script>`;

it("says of the field that is empty that it is", { timeout: 240_000 }, async () => {
  const only = /-requires$/;
  expect((await tryPages(browser, blaming(false), { only })).failing).toEqual([]);
  expect((await tryPages(browser, blaming(true), { only })).failing).toEqual(["home-requires"]);
});
