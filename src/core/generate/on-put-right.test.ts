import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A form that is `stuck` once it has refused something: its button cannot be used any more. */
const form = (title: string, fields: string, button: string, stuck: boolean): string =>
  `<h1>${title}</h1><form novalidate>${fields}<p role=alert></p><button>${button}</button></form><p role=status></p>
  <script>const form = document.querySelector("form"), button = form.querySelector("button");
    for (const field of form.elements) if (localStorage[field.name]) field.value = localStorage[field.name];
    form.onsubmit = (event) => { event.preventDefault(); button.disabled = true;
      const empty = [...form.elements].find((field) => field.required && field.value.trim() === "");
      document.querySelector("[role=alert]").textContent = empty ? "Please fill in " + empty.name + "." : "";
      document.querySelector("[role=status]").textContent = empty ? "" : "Thank you, it is kept.";
      if (!empty && location.pathname === "/profile") for (const field of form.elements) if (field.name) localStorage[field.name] = field.value;
      if (!empty || !${stuck}) button.disabled = false; };</script>`;

const pages = (stuck: boolean): Record<string, string> => ({
  "/": `<h1>Start</h1><p><a href="/profile">Profile</a> <a href="/contact">Contact</a></p>`,
  "/profile": form(
    "Profile",
    "<label>Display name <input name=name value='Ann Lee' required></label> <label>Nickname <input name=nick value=Annie></label>",
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

it.each([
  ["can be put right", false, []],
  ["can never be sent again", true, ["contact-requires", "settings-profile-put-right"]],
])("what is refused %s", { timeout: 240_000 }, async (_, stuck, expected) => {
  const { failing, yaml } = await tryPages(browser, pages(stuck), { pages: 6 });
  expect(failing.toSorted()).toEqual(expected);
  expect(yaml).toContain("id: settings-profile-put-right");
});
