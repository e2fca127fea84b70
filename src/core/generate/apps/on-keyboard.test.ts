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

const POINTER = "<style>.on { cursor: pointer }</style>";

/** Further filters that are unfolded, and two parts of a profile; `tag` begins what both are used with. */
const profile = (tag: string, end: string): string => `${POINTER}<h1>Ada Ferris</h1>
  <form role=search onsubmit="return false"><label>Search notes <input type=search name=q></label>
    <${tag} class=on id=more>More filters</${end}></form>
  <p id=filters hidden>Only notes with pictures of the harbour are shown.</p>
  <div tabindex=-1><p>She was born beside the harbour, went to sea with her brother as soon as she could tie a knot, and came back with a
      book in which every tide of eleven years is written down, from the lowest ebb to the spring tide that took the old pier away with all that stood on it.</p>
    <div><${tag} class=on data-part="She wrote about tides.">Notes</${end}> <${tag} class=on data-part="Ben and Cleo read her.">Readers (2)</${end}></div></div>
  <p id=part>She wrote about tides.</p>
  <script>more.onclick = () => { filters.hidden = !filters.hidden; };
    document.querySelectorAll("[data-part]").forEach((tab) => { tab.onclick = () => { part.textContent = tab.dataset.part; }; });</script>`;

const shelf = (entry: string): Pages => ({
  "/": `${POINTER}<h1>Shelf</h1><p>Two books stand here.</p>${entry}`,
  "/tides": `<h1>Tides</h1><p>Of the moon and the sea.</p>`,
});

/** Everything here answers the mouse by a text at the end of the page. */
const alike = `${POINTER}<style>.tip:hover::after { content: " - of the harbour" } .menu:hover + p { display: block } .menu + p { display: none }</style>
  <h1>Harbour</h1>
  <table><thead><tr><th>Boat<th>Crew</thead><tr class=on data-says="Gull"><td><a href="/gull">Gull</a><td>Four
    <tr class=on data-says="Tern"><td>Tern<td>Five</table>
  <label class=on data-says="Lights">Lights of the pier <input type=checkbox></label>
  <div><input type=checkbox aria-label="Horns"><span class=on data-says="Horns">Sound the horns</span></div>
  <div role=tablist aria-label=Parts><button role=tab aria-selected=true aria-controls=panel id=one>Boats</button>
    <span role=tab aria-selected=false aria-controls=panel tabindex=-1 class=on id=two>Crews</span></div><div role=tabpanel id=panel>Of boats.</div>
  <button type=button data-says="Bell"><span class=on>Ring bell</span></button>
  <div class=on draggable=true data-says="Card">Paint the hull</div>
  <div id=said><span>The harbour is open.</span> <span class=on id=close>Dismiss</span></div>
  <div class=on id=note>Storm is over</div>
  <ul><li><span class=on data-says="Anchor">Anchor chain</span> <button type=button data-says="Anchor">Show</button></ul>
  <div><button type=button aria-expanded=false aria-label=Toggle data-says="Rules">+</button><span class=on data-says="Rules">Rules of entry</span></div>
  <div><span class=on data-says="Chart">Sea chart</span></div><div><button type=button data-says="Chart">Show the sea chart</button></div>
  <div><span class=on data-opens>Captain of the day</span></div><div><button type=button data-opens>Who commands</button></div>
  <dialog><h2>Captain Reed</h2><button type=button>Close</button></dialog>
  <label>Berth <input type=text id=berth></label> <p><span class=on id=toberth>Name a berth</span></p><p id=hint></p>
  <span class="on tip">Weather word</span> <span class="on menu">Harbour trips</span><p>Only while the mouse is there.</p>
  <span class=on>Nothing comes of it</span> <span class=on id=kept>Note the tide</span> <a class=on href="/gull">To the gull</a> <div class=on id=gull>Boat of the day</div>
  <p id=says>Nothing yet.</p>
  <script>document.querySelectorAll("[data-says]").forEach((each) => { each.onclick = () => { says.textContent = each.dataset.says + " was used."; }; });
    const [first, second] = document.querySelectorAll("[role=tab]");
    const open = (tab, other, text) => { tab.ariaSelected = "true"; other.ariaSelected = "false"; tab.tabIndex = 0; other.tabIndex = -1; tab.focus(); panel.textContent = text; };
    first.onclick = () => open(first, second, "Of boats."); second.onclick = () => open(second, first, "Of crews.");
    first.onkeydown = ({ key }) => { if (key === "ArrowRight") second.click(); }; second.onkeydown = ({ key }) => { if (key === "ArrowLeft") first.click(); };
    document.getElementById("close").onclick = () => said.remove(); note.onclick = () => note.remove();
    kept.onclick = async () => { await fetch("/tide", { method: "POST" }); says.textContent = "The tide is noted."; };
    const [dialog] = document.getElementsByTagName("dialog"); dialog.querySelector("button").onclick = () => dialog.close();
    document.querySelectorAll("[data-opens]").forEach((each) => { each.onclick = () => dialog.showModal(); });
    berth.onfocus = () => { hint.textContent = "Berths have names of birds."; }; toberth.onclick = () => berth.focus();
    gull.onclick = () => { location.href = "/gull"; };</script>`;

type Try = [what: string, page: Pages, failing: string[], used: string[]];

describe("what can be clicked", () => {
  const tries: Try[] = [
    [
      "spans that react to the mouse alone",
      profile("span", "span"),
      ["keyboard"],
      ["More filters", "{text: Readers}"],
    ],
    ["the same as buttons", profile("button type=button", "button"), [], []],
    [
      "the same that can have the focus, which may take other keys",
      profile("span tabindex=0", "span"),
      [],
      [],
    ],
    [
      "an entry that leads to its page by the mouse alone",
      shelf(`<div class=on onclick="location.href = '/tides'">Tides</div>`),
      ["keyboard"],
      ["Tides"],
    ],
    ["an entry that is a link", shelf(`<a class=on href="/tides">Tides</a>`), [], []],
    ["what looks alike", { "/": alike, "/gull": "<h1>Gull</h1><p>A boat for four.</p>" }, [], []],
  ];
  it.each(tries)("%s", { timeout: 240_000 }, async (_, page, expected, used) => {
    const { failing, yaml } = await tryPages(browser, page, { actions: 300, only: /^keyboard/ });
    expect(failing).toEqual(expected);
    const [, steps = ""] = /id: keyboard$([^]*?)- id: /m.exec(yaml) ?? [];
    expect([...steps.matchAll(/key: Enter, target: (.*?)\},/g)].map(([, target]) => target)).toEqual(used);
  });
});
