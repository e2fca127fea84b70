import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const PLACES = ["Admin home", "Users", "Service accounts", "Groups", "Roles", "Tokens", "Network", "Banners"];
const PARTS = [...PLACES, "Maintenance", "Instance statistics"];
const WHATS = [
  "<p>All is well.",
  "<table><tr><th>Name<th>Role<tr><td>Ann<td>Admin<tr><td>Bo<td>Viewer</table>",
  "<table><tr><th>Name<th>Key<th>Seen<tr><td>Bot<td>k1<td>never</table>",
  "<section><h2>Potters</h2><p>Two.</section><section><h2>Glazers</h2><p>One.</section>",
  "<dl><dt>Admin<dd>All<dt>Viewer<dd>Looks</dl>",
  "<label>Name <input name=token></label>",
  "<figure><figcaption>Traffic</figcaption></figure><p>Quiet.",
  "<label>Text <textarea></textarea></label>",
  "<label><input type=checkbox> Closed</label>",
  "<h2>This week</h2><p>3<h2>Last week</h2><p>4<h2>Before</h2><p>5",
];
const pathOf = (name: string): string => `/${name.toLowerCase().replaceAll(" ", "-")}`;

/** A log of few entries that come late, and a search of it that the address keeps, beside a long menu of the app with groups to unfold. */
const menu = `<ul><li><a href="/">Log</a>${PARTS.map((name) => `<li><a href="${pathOf(name)}">${name}</a>`).join("")}<li><button type=button>Sign-in</button><li><button type=button>Plugins</button></ul>`;
const log = `${menu}<main><h1>Log</h1><label>Search <input type=search></label><ul id=log></ul></main>
  <script>const all = ["Ann Lee changed the kiln", "Bo Berg added a wheel"]; const field = document.querySelector("input");
    const show = () => { document.querySelector("#log").innerHTML = all.filter((line) => line.toLowerCase().includes(field.value.toLowerCase())).map((line) => "<li>" + line).join(""); };
    setTimeout(show, 2500);
    field.oninput = () => { history.replaceState(null, "", field.value ? "/?q=" + encodeURIComponent(field.value) : "/"); show(); };</script>`;

it("a menu beside a search is not what is searched", { timeout: 120_000 }, async () => {
  const others = PARTS.map((name, at): [string, string] => [
    pathOf(name),
    `${menu}<main><h1>${name}</h1>${WHATS[at]}</main>`,
  ]);
  const limits = { only: /^search-/, actions: 300, pages: 14, depth: 2 };
  const { failing } = await tryPages(browser, { "/": log, ...Object.fromEntries(others) }, limits);
  expect(failing).toEqual([]);
});
