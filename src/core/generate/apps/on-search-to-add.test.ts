import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A list to read, and a search below it for what else there is, with its results below that; or a search of the list, which does nothing. */
const reading = (results: "below" | "nowhere"): string => `<h1>Holiday reading</h1><ol id=items></ol>
  <h2>${results === "below" ? "Add a title" : "Find a title"}</h2><form role=search><label>Search title or author <input type=search></label> <button>Search</button></form><p role=status></p><ul id=found></ul>
  <script>const all = ["Treasure Island, Stevenson", "Peter Pan, Barrie", "Heidi, Spyri", "Emil and the Detectives, Kaestner", "Momo, Ende"];
    document.querySelector("#items").innerHTML = all.slice(0, 4).map((name, at) => "<li><a href='/?title=" + at + "'>" + name + "</a> <button type=button>Remove " + name + "</button>").join("");
    document.querySelector("form").onsubmit = (event) => { event.preventDefault(); const word = document.querySelector("input").value.trim().toLowerCase();
      if (${results === "nowhere"}) return;
      const found = word === "" ? [] : all.filter((name) => name.toLowerCase().includes(word));
      document.querySelector("[role=status]").textContent = found.length + (found.length === 1 ? " title found." : " titles found.");
      document.querySelector("#found").innerHTML = found.map((name) => "<li><b>" + name + "</b> " + (all.indexOf(name) < 4 ? "On this list" : "<button type=button>Add " + name + "</button>")).join(""); };</script>`;

it.each<["below" | "nowhere", string[]]>([
  ["below", []],
  ["nowhere", ["search-home"]],
])("a search shows what it finds %s", { timeout: 120_000 }, async (results, told) => {
  const limits = { only: /^search-home$/, actions: 300 };
  const { failing } = await tryPages(browser, reading(results), limits);
  expect(failing).toEqual(told);
});
