import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const TABS = ["About", "Team", "Time away"];

/** A person's page in tabs; `shown`: the panel of each tab, by its place, `labels`: what gives each panel its name. */
const person = (shown: number[], labels: (at: number) => string): { [path: string]: string } => ({
  "/": `<h1>Chloé Dubois</h1><div role=tablist aria-label="Of Chloé">${TABS.map((name, at) => `<button type=button role=tab id=tab${at} aria-selected=${at === 0}>${name}</button>`).join("")}</div>
    ${TABS.map((name, at) => `<section role=tabpanel ${labels(at)}${at === 0 ? "" : " hidden"}><h2>What there is: ${name}</h2><p>${["Works in Lyon since 2019.", "Five colleagues, one of them in Oslo.", "Nothing is planned."][at]}</p></section>`).join("")}
    <script>const panels = [...document.querySelectorAll("[role=tabpanel]")], tabs = [...document.querySelectorAll("[role=tab]")];
      tabs.forEach((tab, at) => tab.onclick = () => { tabs.forEach((each) => each.ariaSelected = String(each === tab));
        panels.forEach((panel, place) => panel.hidden = place !== ${JSON.stringify(shown)}[at]); });</script>`,
});

const byTab = (at: number): string => `aria-labelledby=tab${at}`;

it.each<[string, number[], (at: number) => string, string[], string[]]>([
  ["its own panel", [0, 1, 2], byTab, ["panels-home"], []],
  ["that of another tab", [0, 1, 1], byTab, ["panels-home"], ["panels-home"]],
  [
    "its own panel, one of which has another name",
    [0, 1, 2],
    (at) => (at === 1 ? 'aria-label="Team members"' : byTab(at)),
    ["panels-home"],
    [],
  ],
  ["its own panel, which has no name", [0, 1, 2], () => "", [], []],
])("a tab shows %s", { timeout: 120_000 }, async (_, shown, labels, has, told) => {
  const { failing, yaml } = await tryPages(browser, person(shown, labels), {
    only: /^panels-/,
    actions: 300,
  });
  expect(yaml.match(/id: (panels-\S+)/)?.slice(1) ?? []).toEqual(has);
  expect(failing).toEqual(told);
});
