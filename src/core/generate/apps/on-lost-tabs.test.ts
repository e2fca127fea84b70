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

type Tabs =
  | "have addresses"
  | "have addresses that are not read"
  | "have none"
  | "are loaded"
  | "are a navigation of their own, with addresses that are not read";

/** Concerts to come and those that are over, by links above them; a script shows the one or the other. */
const hall = (tabs: Tabs): RequestListener => {
  const list = (name: string, items: string[], hidden: boolean): string =>
    `<ul id=${name} aria-label=${name}${hidden ? " hidden" : ""}>${items.map((item) => `<li><a href="/?concert=${item.slice(0, 3)}">${item}</a>`).join("")}</ul>`;
  return (request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://hall");
    const isPast = tabs === "are loaded" && searchParams.get("tab") === "past";
    const isOwn = tabs.startsWith("are a navigation");
    const script = `const tabs = [...document.querySelectorAll("[data-tab]")];
      const show = (name) => { for (const tab of tabs) { tab.ariaCurrent = tab.dataset.tab === name ? "page" : null; document.getElementById(tab.dataset.tab).hidden = tab.dataset.tab !== name; } };
      const read = () => ${tabs.endsWith("not read") ? '"coming"' : 'new URLSearchParams(location.search).get("tab") ?? "coming"'};
      for (const tab of tabs) tab.onclick = (event) => { event.preventDefault(); if (${tabs !== "have none"}) history.pushState(null, "", tab.getAttribute("href")); show(tab.dataset.tab); };
      addEventListener("popstate", () => show(read())); show(read());`;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang=en><meta charset=utf-8><title>Hall</title><link rel=icon href="data:,"><main><h1>Concerts</h1>
      <${isOwn ? "nav" : "p"}><a data-tab=coming href="/">Upcoming</a> <a data-tab=past href="/?tab=past">Past concerts</a></${isOwn ? "nav" : "p"}>
      ${list("coming", ["Ada and her trio", "Quartet in C", "Songs of the sea"], isPast)}${list("past", ["Bells of winter", "Dances for two"], !isPast)}${tabs === "are loaded" ? "" : `<script>${script}</script>`}</main>`);
  };
};

it.each<[Tabs, string[]]>([
  ["have addresses", []],
  ["have none", []],
  ["are loaded", []],
  ["have addresses that are not read", ["address-home-past-concerts"]],
  ["are a navigation of their own, with addresses that are not read", ["address-home-past-concerts"]],
])("tabs that %s", { timeout: 120_000 }, async (tabs, told) => {
  const limits = { only: /^address-/, pages: 6, actions: 300 };
  expect((await tryPages(browser, hall(tabs), limits)).failing).toEqual(told);
});
