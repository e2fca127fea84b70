import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import type { Pages } from "#test/support/failing-cases.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const invoice = (total: string, rows = 3): string => `<h1>Invoice</h1><p>${rows} positions</p>
  <table aria-label=Positions><thead><tr><th>Item<th>Price<th>Quantity<th>Sum</tr></thead><tbody>
  <tr><td>Mug<td>€2.00<td>3<td>€6.00</tr><tr><td>Lamp<td>€30.00<td>1<td>€30.00</tr><tr><td>Pen<td>€1.50<td>2<td>€3.00</tr>
  </tbody><tfoot><tr><th colspan=3>${total}</tr></tfoot></table>`;

/** Fines of which some are paid, and what is said to be open of them. */
const fines = (total: string, label = "Total open"): string => `<h1>Fines</h1><table aria-label=Fines>
  <thead><tr><th>Reason<th>Amount<th>State</tr></thead><tbody><tr><td>Late by 17 days<td>€3.40<td><form><button type=button disabled>Mark as paid</button></form></tr>
  <tr><td>Damaged cover<td>€5.00<td><form><button type=button disabled>Mark as paid</button></form></tr><tr><td>Late by 3 days<td>€0.60<td>paid</tr></tbody>
  <tfoot><tr><th>${label}<th>€${total}<th></tr></tfoot></table>`;

/** A desk: its entries lead to pages of several kinds, and to a file. */
const desk = {
  "/": `<h1>Desk</h1><ul><li><a href="/members">Members</a> (3)</li><li><a href="/late">Overdue</a></li><li><a href="/loans.csv">Loans as CSV</a></li></ul>`,
  "/members": `<h1>Members</h1><table><tr><th>Name<th>Loans</tr><tr><td>Ann<td>2</tr><tr><td>Bob<td>1</tr><tr><td>Cleo<td>1</tr></table>`,
  "/late": `<h1>Overdue</h1><p>Nothing is overdue.</p>`,
  "/loans.csv": "Book;Member",
};

/** What came in by month, with the mean of a night below its column. */
const months = `<h1>Months</h1><table aria-label=Months><thead><tr><th>Month<th>Nights<th>Revenue<th>Average per night</tr></thead><tbody>
  <tr><td>May<td>2<td>€140.00<td>€70.00</tr><tr><td>June<td>4<td>€400.00<td>€100.00</tr></tbody>
  <tfoot><tr><th>Total<th>6<th>€540.00<th>€90.00</tr></tfoot></table>`;

const taxed = (first: string, total: string): string =>
  [`${first}<td>€39.00`, "VAT 19 %<td>€7.41", `Total<td>${total}`].join("</tr><tr><th colspan=3>");

/** A bill in lines, a stay in pairs, and what goes into neither. */
const bill = (total: string, { stay = "€240.00", line = "Delivery" } = {}): string => `<h1>Bill</h1>
  <div class=bill><div><span>Subtotal (2 items)</span> <b>£20.00</b></div><div><span>Discount</span> <b>−£2.00</b></div>
  <div><span>${line}</span> <b>£4.95</b></div><div>Shipping insurance <b>free</b></div><div><span>Order total</span> <b>${total}</b></div></div>
  <dl><dt>Nights<dd>3<dt>Guests<dd>2<dt>Price per night<dd>€80.00<dt>Total<dd>${stay}</dl>`;

const gallery = (names: string[]): string =>
  `<h1>Gallery</h1><ul aria-label=Pictures>${names
    .map(
      (name, at) =>
        `<li><img src="/${name}.svg" alt="Picture ${at}"> Picture ${at} <a href="/?p=${at}">Open ${at}</a></li>`,
    )
    .join("")}</ul>`;

const delivery = (counts: boolean): string => `<h1>Delivery</h1><form>
  <label><input type=radio name=d value=4 checked> Standard (€4.00)</label>
  <label><input type=radio name=d value=9> Express (€9.00)</label></form><p>Total €<output>14.00</output></p>
  <script>document.querySelector("form").addEventListener("change", (event) => {
    if (${counts}) document.querySelector("output").textContent = (10 + Number(event.target.value)).toFixed(2);
  });</script>`;

const tasks = (
  how: "text" | "markup" | "lost" | "waits" | "twice" | "blank" | "not blank",
): string => `<h1>Board</h1><h2>Comments</h2><ul></ul>
  <form aria-label="Add a comment"><label>Comment <textarea${how.endsWith("blank") ? "" : " required"}></textarea></label><button>Add comment</button></form><p role=status></p>
  <script>const list = document.querySelector("ul");
    const draw = () => list.replaceChildren(...JSON.parse(localStorage.comments ?? "[]").map((text) => {
      const item = document.createElement("li"); item["${how === "markup" ? "innerHTML" : "textContent"}"] = text; return item; }));
    document.querySelector("form").addEventListener("submit", (event) => { event.preventDefault();
      const field = document.querySelector("textarea");
      if ("${how}" === "not blank" && field.value.trim() === "") document.querySelector("[role=status]").textContent = "Please write something.";
      else if ("${how}" === "waits") document.body.prepend("Thank you, it will appear once it is approved.");
      else if ("${how}" !== "lost") localStorage.comments = JSON.stringify([...JSON.parse(localStorage.comments ?? "[]"), field.value]);
      const text = field.value; field.value = ""; draw();
      if ("${how}" === "twice") { const item = document.createElement("li"); item.textContent = text; list.append(item); } });
    draw();</script>`;

/** A form for a message, whose answer adds something up; `blank`: what it says where nothing was typed. */
const letter = (
  blank: string,
  total = "€24.00",
): string => `<h1>Write to us</h1><form aria-label="Write to us">
  <label>Your name <input name=name></label> <label>Topic <select><option>Order<option>Other</select></label>
  <label>Message <textarea></textarea></label> <button>Send message</button></form><section></section>
  <script>document.querySelector("form").onsubmit = (event) => { event.preventDefault();
    const sent = [...document.querySelectorAll("input, textarea")].every(({ value }) => value.trim() !== "");
    document.querySelector("section").innerHTML = sent ? "<p>Thank you, we have it now.</p><dl class=cost><dt>Subtotal<dd>€20.00<dt>Delivery<dd>€4.00<dt>Total<dd>${total}</dl>" : "<p role=alert>${blank}</p>"; };</script>`;

/** Two forms that keep nothing: a search of several fields, and a comparison of what is ticked. */
const lookups = (answer: string): string => `<h1>Letters</h1><form aria-label="Find letters">
  <input aria-label=Writer> <input aria-label=Town> <button>Search</button></form>
  <form aria-label=Versions><label><input type=checkbox> Monday</label> <label><input type=checkbox> Tuesday</label>
  <label><input type=checkbox> Friday</label> <button disabled>Show differences</button></form><p role=status></p>
  <script>document.forms[1].onchange = () => { document.forms[1].querySelector("button").disabled = document.querySelectorAll(":checked").length < 2; };
  for (const form of document.forms) form.addEventListener("submit", (event) => { event.preventDefault();
    const told = form.querySelectorAll(":checked").length === 2 || form.elements[0].value ? "Two" : "Choose two";
    ${answer}; document.querySelector("[role=status]").textContent = told; });</script>`;

/**
 * Chores that the browser keeps, with a form above them, boxes, buttons in each row, choices of what is shown, a dialog and
 * a page of numbers. Each of `faults` makes one thing go wrong.
 */
const chores = (
  ...faults: string[]
): string => `<nav><a href="#/">Chores</a> <a href="#/numbers">Numbers</a></nav><div id=app></div>
  <script>const has = (fault) => ${JSON.stringify(faults)}.includes(fault);
    const start = ["Sweep the yard", "Clean windows", "Mend the fence", "Paint a door", "Buy nails", "Air the attic"];
    let all = JSON.parse(localStorage.chores ?? "null") ?? start.map((text, at) => ({ id: at, text, room: at % 2 ? "Inside" : "Outside", done: at % 3 === 1 }));
    let shown = "All";
    const keep = () => { localStorage.chores = JSON.stringify(all); };
    const app = document.getElementById("app");
    const make = (tag, props, ...inner) => { const made = Object.assign(document.createElement(tag), props); made.append(...inner); return made; };
    const rows = () => all.filter(({ done }) => shown === "All" || (shown === "Done" ? done || has("choice") : !done));
    const draw = () => {
      const left = all.filter(({ done }) => !done).length + " chores left";
      const count = app.querySelector("[role=status]");
      if (count.textContent === "" || !has("count")) count.textContent = left;
      app.querySelector("ul").replaceChildren(...rows().map((chore) => {
        const box = make("input", { type: "checkbox", checked: chore.done, ariaLabel: chore.text + " is done" });
        box.onchange = () => { chore.done = box.checked; if (!has("tick")) keep(); draw(); };
        const drop = make("button", { textContent: "Delete" });
        drop.onclick = () => { const at = all.indexOf(chore); all.splice(has("delete") ? Math.max(0, at - 1) : at, 1); keep(); draw(); };
        return make("li", {}, box, " ", make("span", { textContent: chore.text }), " ", make("em", { textContent: chore.room }), " ", drop);
      }));
    };
    const list = () => {
      app.innerHTML = \`<h1>Chores</h1><form><label>Chore <input></label> <label>Room <select><option>Inside<option>Outside</select></label> <button>Add chore</button></form>
        <p><button class=c>All</button> <button class=c>Open</button> <button class=c>Done</button></p><p role=status></p><ul aria-label=Chores></ul>
        <button id=how>Show instructions</button><dialog><h2>Instructions</h2><p>Do them all.</p><button id=close>Close</button></dialog>\${has("like") ? "<button>Like</button>" : ""}\`;
      const [text, room] = app.querySelectorAll("form input, form select");
      app.querySelector("form").onsubmit = (event) => { event.preventDefault();
        if (text.value.trim() === "" && !has("empty")) return;
        all.push({ id: Date.now(), text: text.value, room: has("room") ? "Inside" : room.value, done: false }); if (!has("lost")) keep(); text.value = ""; draw(); };
      for (const choice of app.querySelectorAll(".c")) choice.onclick = () => { shown = choice.textContent; draw(); };
      const dialog = app.querySelector("dialog");
      app.querySelector("#how").onclick = () => { if (!has("button")) dialog.showModal(); };
      app.querySelector("#close").onclick = () => { if (!has("close")) dialog.close(); };
      draw();
    };
    const numbers = () => { app.innerHTML = "<h1>Numbers</h1><div><div><span>Chores</span> <b>" + (all.length + (has("tally") ? 1 : 0)) + "</b></div></div>"; };
    const route = () => (location.hash === "#/numbers" ? numbers() : list());
    addEventListener("hashchange", route); route();</script>`;

/** Tabs of which the first is chosen, as ARIA has it, and choices that only look chosen; an option is called like the tab. */
const chosen = `<h1>Stock</h1>
  <div role=tablist><button role=tab aria-selected=true>All</button> <button role=tab aria-selected=false>Sold out</button></div>
  <p><button class="pill pill-active">Show newest</button> <button class=pill>Show oldest</button></p>
  <label>Kind <select><option>All<option>Tools</select></label><p id=out>All of it</p><p id=by>Newest first</p>
  <script>for (const tab of document.querySelectorAll("[role=tab]")) tab.onclick = () => {
      for (const other of document.querySelectorAll("[role=tab]")) other.ariaSelected = other === tab;
      out.textContent = tab.textContent === "All" ? "All of it" : "Nothing is sold out";
    };
    for (const pill of document.querySelectorAll(".pill")) pill.onclick = () => {
      for (const other of document.querySelectorAll(".pill")) other.classList.toggle("pill-active", other === pill);
      by.textContent = pill.textContent === "Show newest" ? "Newest first" : "Oldest first";
    };</script>`;

/** A filter of lines, of which there are none, below links to what else can be looked at. */
const log = `<h1>Log</h1><ul><li><b>error</b></li><li><a href="/debug.svg">debug</a></li>
  <li><a href="/deprecated.svg">deprecated</a></li></ul><label>Filter lines <input type=search></label><p>The file is empty.</p>`;

/** What the app tells about itself is sent elsewhere: nothing that a test has to do. */
const report = `<h1>Report</h1><form method=post action="/sent"><label>Data <textarea name=d readonly>version 1</textarea></label>
  <label><input type=checkbox name=m> Every month</label><button>Send data</button></form>`;

/** Tabs below a list, of which one is called like what shows more of it. */
const tabbed = `<h1>Notes</h1><div><ul aria-label=Notes>${["Bread", "Garden", "Holidays", "Taxes"]
  .map((name, at) => `<li><a href="/?n=${at}">${name}</a></li>`)
  .join("")}</ul><div role=tablist><button role=tab aria-selected=true>Tools</button>
  <button role=tab aria-selected=false>More</button></div><p id=out>Print</p></div>
  <script>for (const tab of document.querySelectorAll("[role=tab]")) tab.onclick = () => {
    for (const other of document.querySelectorAll("[role=tab]")) other.ariaSelected = other === tab;
    out.textContent = tab.textContent === "Tools" ? "Print" : "Plugins and themes"; };</script>`;

/** Tabs of a page, named by the query of its address, which say which of them is open, or that the first one is. */
const marking = (marks: boolean): string => `<h1>House</h1><div role=tablist>${["Rooms", "Garden"]
  .map((name) => `<button role=tab>${name}</button>`)
  .join("")}</div><h2></h2>
  <script>const show = (name) => { document.querySelector("h2").textContent = name;
      for (const tab of document.querySelectorAll("[role=tab]")) tab.ariaSelected = tab.textContent === (${marks} ? name : "Rooms"); };
    for (const tab of document.querySelectorAll("[role=tab]")) tab.onclick = () => {
      history.replaceState(null, "", "/?tab=" + tab.textContent); show(tab.textContent); };
    show(new URLSearchParams(location.search).get("tab") ?? "Rooms");</script>`;

/** A button beside a list that is called like what shows more of it, and shows something else. */
const foldable = `<h1>Notes</h1><div><ul aria-label=Notes>${["Bread", "Garden", "Holidays", "Taxes"]
  .map((name, at) => `<li><a href="/?n=${at}">${name}</a></li>`)
  .join("")}</ul><button id=more>More</button><section hidden><h2>Plugins and themes</h2></section></div>
  <script>more.onclick = () => { document.querySelector("section").hidden = false; };</script>`;

/** A field with a button that writes into it: nothing else on the page changes. */
const editor = `<h1>Note</h1><label>Text <textarea></textarea></label> <button type=button id=sign>Insert signature</button>
  <script>sign.onclick = () => { document.querySelector("textarea").value += "Ann, today"; };</script>`;

/** Instructions beside a search of something else, whose results come up late and go by themselves. */
const handbook = `<h1>Handbook</h1><label>Search the handbook <input type=search></label><p id=found></p>
  <ol aria-label=Steps><li>Open the window<li>Clean the kettle<li>Water the flowers<li>Close the window again</ol>
  <script>document.querySelector("input").oninput = () => setTimeout(() => { found.textContent = "Nothing was found"; }, 3_000);</script>`;

/** A search of more than what the page shows. */
const archive = (onSubmit: string): string => `<h1>Archive of letters</h1><p>Since 1880.</p>
  <form role=search action="/" onsubmit="${onSubmit}"><label>Search letters <input name=q></label><button>Search</button></form>`;

/** Loans as a file, from an entry of a menu; a title with a comma in it is quoted, or is not. */
const file =
  (title: string): Pages =>
  (request, response) => {
    const isFile = request.url === "/loans.csv";
    response.writeHead(200, { "content-type": `text/${isFile ? "csv" : "html"}; charset=utf-8` });
    if (isFile)
      response.end(`Book,Member,Due\nRain,Ann,2030-01-02\n${title},Bob,2030-01-05\nSnow,Cleo,2030-02-03\n`);
    else
      response.end(`<!doctype html><html lang=en><title>Desk</title><link rel=icon href="data:,"><main><h1>Desk</h1>
        <ul><li><a href="/">Desk</a></li><li><a href="/loans.csv">Loans as CSV</a></li></ul></main>`);
  };

/** Tasks with their keys before their titles, by which they can be sorted. */
const keyed = `<h1>Tasks</h1><label>Sort by <select><option value=no>Number<option value=title>Title</select></label>
  <table aria-label=Tasks><thead><tr><th>Task<th>State</tr></thead><tbody></tbody></table>
  <script>const all = ["Write texts", "Collect pages", "Sketch a start", "Move the posts"].map((title, at) => ({ no: at + 1, title }));
    const by = document.querySelector("select");
    const draw = () => { document.querySelector("tbody").innerHTML = all.toSorted((a, b) => by.value === "no" ? a.no - b.no : a.title.localeCompare(b.title))
      .map(({ no, title }) => "<tr><td>WEB-" + no + " " + title + "<td>Open</tr>").join(""); };
    by.onchange = draw; draw();</script>`;

type Try = [what: string, page: Pages, failing: string[]];

describe("a suite for a page", () => {
  const tries: Try[] = [
    ["whose total is that of its rows", invoice("Total<td>€39.00"), []],
    ["whose total leaves out a row", invoice("Total<td>€33.00"), ["totals-home"]],
    ["whose total says that more goes into it", invoice("Total with delivery<td>€44.00"), []],
    ["whose total is that of the rows in one state", fines("8.40"), []],
    ["whose total of one state has the others in it", fines("9.00"), ["totals-home"]],
    ["whose total leaves out rows in one state", fines("8.40", "Total"), []],
    ["of entries that lead to pages and to a file", desk, []],
    ["that gives a file whose values are quoted", file('"Letters, Lies and Rain"'), []],
    ["that gives a file with a comma too many", file("Letters, Lies and Rain"), ["export-home-loans-as-csv"]],
    ["whose total row has a mean in it", months, []],
    ["whose net and VAT come to its total", invoice(taxed("Net", "€46.41")), []],
    ["whose total leaves out the VAT", invoice(taxed("Net", "€39.00")), ["totals-home"]],
    ["whose total has the VAT in it already", invoice(taxed("Subtotal", "€39.00")), []],
    ["whose lines come to their totals", bill("£22.95"), []],
    ["whose price counts for each guest", bill("£22.95", { stay: "€480.00" }), []],
    ["of whose lines one has the tax that is in the others", bill("£18.00", { line: "VAT" }), []],
    ["whose lines have one that may be meant otherwise", bill("£18.00", { line: "Saved so far" }), []],
    ["whose lines come to something else", bill("£18.00", { stay: "€320.00" }), ["sums-home"]],
    ["whose counter is off by one", invoice("Total<td>€39.00", 4), ["counter-home"]],
    ["of different pictures", gallery(["a", "b", "c", "d"]), []],
    ["of one picture for all", gallery(["a", "a", "a", "a"]), ["pictures-home"]],
    ["of stand-ins for pictures", gallery(["placeholder", "placeholder", "placeholder"]), []],
    ["whose total follows the delivery", delivery(true), []],
    ["whose total stays", delivery(false), ["priced-home-d"]],
    ["that shows comments as text", tasks("text"), []],
    ["that runs comments as markup", tasks("markup"), ["post-add-a-comment"]],
    ["that loses comments", tasks("lost"), ["post-add-a-comment"]],
    ["that shows comments twice until it is loaded again", tasks("twice"), ["post-add-a-comment"]],
    ["that shows comments later", tasks("waits"), []],
    ["that takes comments with nothing in them", tasks("blank"), ["post-add-a-comment-empty"]],
    ["that refuses comments with nothing in them", tasks("not blank"), []],
    ["whose message needs words, and whose answer adds up", letter("Please write something."), []],
    [
      "whose message needs no words, and whose answer does not add up",
      letter("Thank you, we have it now.", "€20.00"),
      ["home-submit", "home-requires"],
    ],
    ["whose search is answered", archive(""), []],
    ["whose search breaks", archive("throw new Error('no index')"), ["search-answers-home-search-letters"]],
    ["whose forms look things up", lookups(""), []],
    [
      "whose forms that look things up break",
      lookups("if (told === 'Two') throw new Error('no index')"),
      ["lookup-home-find-letters", "lookup-home-versions"],
    ],
    ["whose tabs say which one is open", marking(true), []],
    ["of whose tabs one stays marked", marking(false), ["controls-home"]],
    ["whose list has a tab beside it that is called More", tabbed, []],
    ["whose list has a button beside it that is called More", foldable, []],
    ["whose filter has no lines yet", log, []],
    ["that would send what nobody has typed", report, []],
    ["whose button writes into a field", editor, []],
    ["of tasks whose keys stand before their titles", keyed, []],
    ["of instructions that its search does not narrow", handbook, []],
    ["whose tab and whose choice are chosen already", chosen, []],
    ["of chores that does all it says", chores(), []],
    [
      "of chores that does little of what it says",
      chores("choice", "count", "tick", "delete", "empty", "room", "close", "tally", "like"),
      [
        "tally-numbers-chores",
        "filter-home-choices",
        "create-chore",
        "tick-chore",
        "delete-chore",
        "create-chore-needs-something",
        "toggle-home-like",
        "opens-home-show-instructions",
      ],
    ],
    [
      "of chores that keeps nothing, and does not open its dialog",
      chores("lost", "button"),
      ["create-chore", "opens-home-show-instructions"],
    ],
  ];
  it.each(tries)("%s", { timeout: 240_000 }, async (_, page, expected) => {
    expect((await tryPages(browser, page)).failing).toEqual(expected);
  });

  it("whose form the browser itself refuses: nothing was taken", { timeout: 240_000 }, async () => {
    const long = letter("Please write something.").replace("<textarea", "<textarea minlength=400");
    const { failing, yaml } = await tryPages(browser, long);
    expect(failing).toEqual([]);
    expect(yaml).not.toContain("accepts proper data");
  });
});
