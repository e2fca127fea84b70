import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const bills = [
  ["Roof", "Sent"],
  ["Stairs", "Paid"],
  ["Lift", "Overdue"],
  ["Garden", "Paid"],
  ["Cellar", "Overdue"],
  ["Windows", "Sent"],
  ["Heating", "Sent"],
  ["Lights", "Reminded"],
];

/**
 * Bills with a tab for each state. `shows` gives the states that a tab shows where these are not its own, `column`
 * whether the table says the state, `address` whether a tab takes the place of the address or adds one, and whether what
 * it showed is lost on the way back.
 */
const tabs = (
  names: string[],
  shows: Record<string, string[]>,
  {
    column = true,
    counts = {},
    address = null,
  }: { column?: boolean; counts?: Record<string, number>; address?: "replace" | "push" | "lost" | null } = {},
): string => {
  const of = (name: string): string[][] =>
    bills.filter(([, state = ""]) => name === "All" || (shows[name] ?? [name]).includes(state));
  const number = (name: string): number => counts[name] ?? bills.filter(([, state]) => state === name).length;
  const all = Object.fromEntries(names.map((name) => [name, of(name)]));
  return `<h1>Bills</h1><div role=tablist>${names.map((name) => `<button role=tab>${name} (${name === "All" ? bills.length : number(name)})</button>`).join(" ")}</div>
  <table><thead><tr><th>Bill${column ? "<th>State" : "<th>House"}</tr></thead><tbody></tbody></table>
  <script>const all = ${JSON.stringify(all)}; const tabs = [...document.querySelectorAll("[role=tab]")];
    const show = (tab) => { for (const other of tabs) other.ariaSelected = other === tab;
      document.querySelector("tbody").innerHTML = all[tab.textContent.split(" ")[0]].map(([name, state]) =>
        "<tr><td>" + name + "<td>" + (${column} ? state : "No. 7") + "</tr>").join(""); };
    const how = ${JSON.stringify(address)}; const named = () => tabs[Number(location.hash.slice(1))];
    for (const tab of tabs) tab.onclick = () => { const to = "#" + tabs.indexOf(tab);
      if (how === "replace") history.replaceState(null, "", to); else if (how) history.pushState(null, "", to); show(tab); };
    if (how === "push") onpopstate = () => show(named());
    show(how ? named() : tabs[0]);</script>`;
};

/** The same as buttons beside each other. */
const asButtons = (page: string): string =>
  page
    .replaceAll("[role=tab]", ".choice")
    .replaceAll("role=tab>", "class=choice>")
    .replace("role=tablist", "class=row");

const states = ["All", "Sent", "Overdue", "Paid"];

/** Bills as a list, of which each row holds a list, chosen by their state. */
const choices = `<h1>Bills</h1><label>State <select><option>Any state<option>Sent<option>Paid<option>Overdue</select></label><ul class=bills></ul>
  <script>const all = ${JSON.stringify(bills)}; const choice = document.querySelector("select");
    const show = () => { document.querySelector("ul").innerHTML = all.filter(([, state]) => choice.selectedIndex === 0 || state === choice.value).map(([name, state]) =>
      "<li><b>" + name + "</b> " + state + " <ul><li>house<li>yard</ul>").join(""); };
    choice.onchange = show; show();</script>`;

type Try = [what: string, page: string, failing: string[]];

describe("tabs above a list", () => {
  const tries: Try[] = [
    ["that show their own", tabs(states, {}), []],
    [
      "of which one shows as many of another, as their state says",
      tabs(states, { Overdue: ["Paid"] }),
      ["filter-home-tabs"],
    ],
    [
      "of which one shows the other's, where no state is shown",
      tabs(states, { Overdue: ["Sent"] }, { column: false }),
      ["tab-counts-home", "tab-rows-home"],
    ],
    [
      "of which one stands for several states",
      tabs(states, { Overdue: ["Overdue", "Reminded"] }, { counts: { Overdue: 3 } }),
      [],
    ],
    [
      "whose numbers count what is new, where two show the same",
      tabs(["Mine", "Sent"], { Mine: ["Sent"] }, { counts: { Mine: 1, Sent: 1 }, column: false }),
      [],
    ],
    ["that take the place of the address", tabs(states, {}, { address: "replace" }), []],
    ["that Back leads out of", tabs(states, {}, { address: "push" }), []],
    ["that Back leaves as they are", tabs(states, {}, { address: "lost" }), ["back-home-sent"]],
    ["that are buttons", asButtons(tabs(states, {})), []],
    [
      "that are buttons, of which one has a wrong number",
      asButtons(tabs(states, {}, { counts: { Paid: 3 } })),
      ["tab-counts-home"],
    ],
  ];
  it.each(tries)("%s", { timeout: 240_000 }, async (_, page, expected) => {
    expect((await tryPages(browser, page)).failing).toEqual(expected);
  });

  it("rows that hold lists are told from those", { timeout: 240_000 }, async () => {
    const { failing, yaml } = await tryPages(browser, choices);
    expect(failing).toEqual([]);
    expect(yaml).toContain("id: filter-home-state\n");
  });
});
