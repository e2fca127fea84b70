import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** What a dialog does with keys. */
type Keys = { escapes: boolean; returns: boolean };

const BOTH: Keys = { escapes: true, returns: true };
const NEITHER: Keys = { escapes: false, returns: false };

/** A page with buttons that each open a dialog of their own. */
const page = (dialogs: Record<string, Keys>): string => {
  const drawn = Object.keys(dialogs).map(
    (name) => `<button type=button data-opens="${name}">Show ${name}</button>
      <div role=dialog aria-modal=true aria-label="${name}" hidden><h2>About ${name}</h2><p>All there is to say of it.</p><button type=button>Close</button></div>`,
  );
  return `<h1>Help</h1>${drawn.join("")}<script>
    const all = ${JSON.stringify(dialogs)};
    for (const opener of document.querySelectorAll("[data-opens]")) {
      const { escapes, returns } = all[opener.dataset.opens];
      const dialog = opener.nextElementSibling;
      const close = () => { dialog.hidden = true; if (returns) opener.focus(); };
      opener.onclick = () => { dialog.hidden = false; dialog.querySelector("button").focus(); };
      dialog.querySelector("button").onclick = close;
      dialog.onkeydown = (event) => { if (event.key === "Escape" && escapes) close(); };
    }</script>`;
};

it.each([
  ["all do the same", { prices: BOTH, opening: BOTH, parking: BOTH, stairs: BOTH }, []],
  ["none does anything", { prices: NEITHER, opening: NEITHER, parking: NEITHER, stairs: NEITHER }, []],
  [
    "one of four stays",
    { prices: BOTH, opening: BOTH, parking: { ...BOTH, escapes: false }, stairs: BOTH },
    ["escape-home-show-parking"],
  ],
  ["two of four stay", { prices: BOTH, opening: BOTH, parking: NEITHER, stairs: NEITHER }, []],
  [
    "one of four loses the focus",
    { prices: BOTH, opening: { ...BOTH, returns: false }, parking: BOTH, stairs: BOTH },
    ["focus-home-show-opening"],
  ],
])("keys in dialogs: %s", { timeout: 240_000 }, async (_, dialogs, expected) => {
  const { failing } = await tryPages(browser, page(dialogs), {
    only: /^(?:escape|focus)-/,
    actions: 300,
  });
  expect(failing).toEqual(expected);
});
