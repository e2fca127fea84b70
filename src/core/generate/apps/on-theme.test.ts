import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A page that is light or dark; `tells` gives what its button says of that. */
const page = (kept: boolean, tells: string, modes = ["light", "dark"]): string =>
  `<h1>Notes</h1><button type=button></button><p>Nothing is noted yet.</p><script>
  const modes = ${JSON.stringify(modes)}; const button = document.querySelector("button"); let mode = ${kept} ? localStorage.mode ?? "light" : "light";
  const next = () => modes[(modes.indexOf(mode) + 1) % modes.length];
  const show = () => { document.body.className = mode; ${tells} };
  button.onclick = () => { mode = next(); if (${kept}) localStorage.mode = mode; show(); }; show();</script>`;

const PRESSED = `button.textContent = "Dark mode"; button.setAttribute("aria-pressed", mode === "dark");`;
const NAMED = `button.textContent = "Switch to " + next() + " mode";`;
const SILENT = `button.textContent = "Toggle dark mode";`;

it.each([
  ["says and keeps", page(true, PRESSED), [], true],
  ["says and loses", page(false, PRESSED), ["theme-home"], true],
  ["is called after and keeps", page(true, NAMED), [], true],
  ["is called after and loses", page(false, NAMED), ["theme-home"], true],
  ["has three of and keeps", page(true, NAMED, ["light", "dark", "night"]), [], false],
  ["loses without a word", page(false, SILENT), [], false],
] as const)("what is on, a button %s", { timeout: 240_000 }, async (_, pages, expected, has) => {
  const { failing, yaml } = await tryPages(browser, pages, { only: /^theme-/, actions: 300 });
  expect(failing).toEqual(expected);
  expect(yaml.includes("id: theme-home")).toBe(has);
});

/** Text has the colour that it has in the light; only what is behind it changes. */
const dyed = (colour: string): string =>
  `<style>body { background: #fff; color: #222 } body.dark { background: #1b1b1b; color: #eee } .dark small { color: ${colour} }</style>${page(true, PRESSED)}<small>All of this is kept for a year.</small>`;

it.each([
  ["grey", dyed("#aaa"), []],
  ["as dark as the page", dyed("#333"), ["theme-home-readable"]],
] as const)("small words are %s in the dark", { timeout: 240_000 }, async (_, pages, expected) => {
  const { failing, yaml } = await tryPages(browser, pages, { only: /^(?:theme|readable)-/, actions: 300 });
  expect(failing).toEqual(expected);
  expect(yaml).toContain("id: theme-home-readable");
});

/** Settings that are kept in the browser: light or dark is a select with a button, or two radio buttons without one. */
const settings = (colour: string, how: "select" | "radio", kept = true): string =>
  `<style>body.dark { background: #1b1b1b; color: #eee } .dark small { color: ${colour} }</style><h1>Settings</h1><form>
  ${
    how === "select"
      ? "<label>Theme <select name=theme><option value=light>Light<option value=dark>Dark</select></label> <button>Save settings</button>"
      : "<fieldset><legend>Appearance</legend><label><input type=radio name=theme value=light> Light</label> <label><input type=radio name=theme value=dark> Dark</label></fieldset>"
  }</form><small>All of this is kept for a year.</small><script>
  const form = document.querySelector("form"); form.theme.value = localStorage.theme ?? "light";
  const show = () => { document.body.className = localStorage.theme ?? "light"; };
  const keep = () => { localStorage.theme = form.theme.value; show(); ${kept ? "" : "delete localStorage.theme;"} };
  form.onsubmit = (event) => { event.preventDefault(); keep(); };
  ${how === "radio" ? "form.onchange = keep;" : ""} show();</script>`;

it.each([
  ["grey", "select", []],
  ["as dark as the page", "select", ["theme-theme-readable"]],
  ["as dark as the page", "radio", ["theme-appearance-readable"]],
  ["grey", "radio", []],
  ["forgotten", "radio", ["theme-appearance-readable"]],
] as const)(
  "small words are %s where settings choose it by a %s",
  { timeout: 240_000 },
  async (words, how, expected) => {
    const page = settings(words === "as dark as the page" ? "#333" : "#aaa", how, words !== "forgotten");
    const { failing, yaml } = await tryPages(browser, page, { only: /^(?:theme|readable)-/, actions: 300 });
    expect(failing).toEqual(expected);
    expect(yaml).toMatch(/id: theme-(?:theme|appearance)-readable/);
  },
);
