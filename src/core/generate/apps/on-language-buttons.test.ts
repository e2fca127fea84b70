import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { RequestListener } from "node:http";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A programme in two languages, of which a button in the head of each page chooses one; whether that is kept. */
const programme = (isKept: boolean): RequestListener => {
  const page = (
    path: string,
  ): string => `<!doctype html><html lang=en><title>Programme</title><link rel=icon href="data:,"><header><button type=button data-lang=en aria-label=English>EN</button> <button type=button data-lang=de aria-label=Deutsch>DE</button> <nav aria-label=Main><a href="/" data-word=events></a> <a href="/venues" data-word=venues></a></nav></header><main></main><script>
    const words = { en: { events: "All events", venues: "Venues", search: "Search events", none: "Nothing found." }, de: { events: "Alle Termine", venues: "Orte", search: "Termine suchen", none: "Nichts gefunden." } };
    const main = document.querySelector("main");
    const show = () => {
      const language = (${isKept} ? localStorage.lang : window.chosen) ?? "en";
      const said = words[language];
      document.documentElement.lang = language;
      for (const link of document.querySelectorAll("[data-word]")) link.textContent = said[link.dataset.word];
      for (const button of document.querySelectorAll("[data-lang]")) button.setAttribute("aria-pressed", button.dataset.lang === language);
      if (${JSON.stringify(path)} === "/venues") { main.innerHTML = "<h1>" + said.venues + "</h1><ul><li>Old mill</li><li>Town hall</li><li>Harbour stage</li></ul>"; return; }
      main.innerHTML = "<h1>" + said.events + "</h1><input type=search aria-label='" + said.search + "'><ul aria-label=Programme></ul>";
      const field = main.querySelector("input");
      field.oninput = () => {
        const found = ["Puppet theatre", "Organ concert", "Lantern walk", "Poetry night"].filter((name) => name.toLowerCase().includes(field.value.toLowerCase()));
        main.querySelector("ul").innerHTML = found.map((name) => "<li>" + name + "</li>").join("") || "<li>" + said.none + "</li>";
      };
      field.oninput();
    };
    for (const button of document.querySelectorAll("[data-lang]")) button.onclick = () => { if (${isKept}) localStorage.lang = button.dataset.lang; else window.chosen = button.dataset.lang; show(); };
    show();
  </script>`;
  return (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const isThere = /^\/(?:venues)?$/.test(pathname);
    response.writeHead(isThere ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(isThere ? page(pathname) : "");
  };
};

it.each([
  ["is kept", true, []],
  ["is lost on the next page", false, ["language-deutsch"]],
])("a language that a button chooses %s", { timeout: 240_000 }, async (_, isKept, expected) => {
  const { found, dropped, cases, yaml } = await suiteForApp(browser, programme(isKept));
  expect(found).toEqual(expected);
  expect(dropped).toEqual([]);
  expect(cases).toEqual(expect.arrayContaining(["search-home", "language-deutsch"]));
  expect(yaml).not.toContain("Termine suchen");
});
