import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Settings = { news: boolean; weekly: boolean; digest: string; theme: string };

/** Settings that are sent as they are chosen: what is in `lost` is not kept, though the page says so. */
const page = (
  settings: Settings,
): string => `<!doctype html><html lang=en><meta charset=utf-8><title>Settings</title><link rel=icon href="data:,"><main><h1>Settings</h1>
  <p><span id=n>News of my courses</span> <button type=button role=switch aria-labelledby=n data-key=news aria-checked=${settings.news}>●</button></p>
  <p><label><input type=checkbox data-key=weekly ${settings.weekly ? "checked" : ""}> Weekly summary</label></p>
  <p><label>Digest <select data-key=digest>${["Daily", "Weekly", "Monthly", "Never"].map((each) => `<option${each === settings.digest ? " selected" : ""}>${each}`).join("")}</select></label></p>
  <fieldset><legend>Theme</legend>${["Light", "Dark"].map((each) => `<label><input type=radio name=theme data-key=theme value=${each} ${each === settings.theme ? "checked" : ""}> ${each}</label>`).join(" ")}</fieldset><p role=status></p></main>
  <script>const send = async (key, value) => { await fetch("/settings", { method: "PATCH", body: JSON.stringify({ [key]: value }) }); document.querySelector("[role=status]").textContent = "Saved."; };
    for (const each of document.querySelectorAll("[data-key]")) each.addEventListener(each.role === "switch" ? "click" : "change", async () => {
      const on = each.ariaChecked !== "true"; await send(each.dataset.key, each.role === "switch" ? on : each.type === "checkbox" ? each.checked : each.value);
      if (each.role === "switch") each.ariaChecked = String(on); });</script>`;

const app = (lost: readonly (keyof Settings)[]): RequestListener => {
  let settings: Settings = { news: true, weekly: false, digest: "Weekly", theme: "Light" };
  return (request, response) => {
    const answer = async (): Promise<void> => {
      if (request.method === "PATCH") {
        const sent = JSON.parse(await textOf(request)) as Partial<Settings>;
        for (const key of lost) delete sent[key];
        settings = { ...settings, ...sent };
        return void response.writeHead(204).end();
      }
      const isPage = request.url === "/settings" || request.url === "/";
      response.writeHead(isPage ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
      response.end(isPage ? page(settings) : "");
    };
    void answer();
  };
};

it.each<[string, (keyof Settings)[], string[]]>([
  ["all of it", [], []],
  ["the weekly summary, which is lost", ["weekly"], ["saved-home-weekly-summary"]],
  [
    "a switch and a choice, which are lost",
    ["news", "digest"],
    ["saved-home-digest", "saved-home-news-of-my-courses"],
  ],
])("settings are kept: %s", { timeout: 120_000 }, async (_, lost, told) => {
  const { failing, yaml } = await tryPages(browser, app(lost), { actions: 300, only: /^saved-/ });
  expect(failing.toSorted()).toEqual(told);
  expect(yaml).toContain("id: saved-home\n");
});
