import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Pages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Cuts that one can take, each with a button; `dead` are those that do nothing. */
const salon = (name: string, dead: number[]): string => `<h1>Cuts</h1><ul aria-label=Cuts>${[
  "Short",
  "Long",
  "Beard",
  "Curls",
]
  .map((cut) => `<li><b>${cut}</b> <span>12 min</span> <button type=button>${name} ${cut}</button></li>`)
  .join("")}</ul><p role=status></p>
  <script>document.querySelectorAll("button").forEach((button, at) => { if (!${JSON.stringify(dead)}.includes(at))
    button.onclick = () => { document.querySelector("[role=status]").textContent = button.textContent + " is noted"; }; });</script>`;

/** A switch that looks pressed or not, a menu, and a button that only stands by. */
const bar = (
  works: boolean,
): string => `<h1>Player</h1><button type=button id=loud aria-pressed=false>Loud</button>
  <button type=button id=jobs aria-haspopup=menu>Jobs</button><ul role=menu hidden><li role=menuitem>Dust</ul>
  <button type=button>Refresh view</button> <button type=button>Hum</button>
  <script>if (${works}) { loud.onclick = () => { loud.ariaPressed = String(loud.ariaPressed !== "true"); };
    jobs.onclick = () => { document.querySelector("[role=menu]").hidden = false; }; }</script>`;

/** One thing, and what can be done with it: what is said to begin something does so, or does nothing. */
const ware = (works: boolean): string => `<h1>Copper wire</h1><p>In stock: 40</p>${[
  "Adjust stock",
  "Record delivery",
  "Order replacement",
  "Hum",
]
  .map((name) => `<button type=button>${name}</button> `)
  .join(
    "",
  )}<dialog><h2>How many?</h2><label>Number <input type=number></label> <button>Close</button></dialog>
  <script>const [dialog] = document.getElementsByTagName("dialog"); dialog.querySelector("button").onclick = () => dialog.close();
    if (${works}) document.querySelectorAll("main > button").forEach((button) => { if (button.textContent !== "Hum") button.onclick = () => dialog.showModal(); });</script>`;

/** What shows something further down, what leads to a field, and what brings up a chooser of files; each does so, or nothing. */
const restaurant = (works: boolean): string => `<h1>Osteria</h1><p><label>Your name <input></label></p>
  <p><button type=button id=menu>View menu</button> <button type=button id=write>New remark</button> <button type=button id=photos>Add photos</button></p>
  <label>Words <textarea></textarea></label><h2 style="margin-top: 200vh">Menu</h2><p>Soup, bread, cheese.</p>
  <script>document.querySelector("input").focus(); if (${works}) {
    menu.onclick = () => document.querySelector("h2").scrollIntoView({ behavior: "smooth" });
    write.onclick = () => document.querySelector("textarea").focus();
    photos.onclick = () => Object.assign(document.createElement("input"), { type: "file" }).click(); }</script>`;

/** It can be printed, where the button for that does not throw. */
const recipe = (
  works: boolean,
): string => `<h1>Roast tomato soup</h1><p>Serves four.</p><button type=button>Print</button>
  <script>document.querySelector("button").onclick = () => { ${works ? "window.print()" : "window.printer.print()"}; };</script>`;

/** Cancelling leads to where one came from. */
const form = {
  "/": `<h1>Start</h1><p><a href="/wares/new">New ware</a></p>`,
  "/wares/new": `<h1>New ware</h1><button type=button onclick="history.back()">Cancel</button> <button type=button onclick="this.nextElementSibling.hidden = false">Show help</button> <p hidden>Ask at the desk.</p>`,
};

type Try = [what: string, page: Pages, failing: string[]];

describe("buttons", () => {
  const tries: Try[] = [
    ["in rows that all act", salon("Take", []), []],
    ["in rows, of which one is dead", salon("Take", [1]), ["opens-home-take-long"]],
    ["in rows that may have nothing to do at an end", salon("Move up", [0]), []],
    ["that lead back", form, []],
    ["that begin something", ware(true), []],
    [
      "that begin nothing",
      ware(false),
      ["opens-home-adjust-stock", "opens-home-record-delivery", "opens-home-order-replacement"],
    ],
    ["that scroll, lead to a field or choose files", restaurant(true), []],
    [
      "that do not scroll, lead to no field and choose no files",
      restaurant(false),
      ["opens-home-view-menu", "opens-home-new-remark", "opens-home-add-photos"],
    ],
    ["that print", recipe(true), []],
    ["that throw where they are to print", recipe(false), ["opens-home-print"]],
    ["that are pressed and bring up a menu", bar(true), []],
    ["that are neither pressed nor bring up a menu", bar(false), ["opens-home-loud", "opens-home-jobs"]],
  ];
  it.each(tries)("%s", { timeout: 240_000 }, async (_, page, expected) => {
    expect((await tryPages(browser, page, { actions: 300 })).failing).toEqual(expected);
  });
});
