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

/** A list whose entries are all dead, for whatever reason that has. */
const nowhere = `<h1>Notes</h1><ul aria-label=Notes>${["Bread", "Garden", "Holidays", "Taxes"]
  .map((name) => `<li><a href="/notes/${name}">${name}</a></li>`)
  .join("")}</ul>`;

/** Pages below a logo, one of which asks for what fails, too. */
const withLogo = (picture: string): Pages =>
  Object.fromEntries(
    ["/", "/frogs"].map((path) => [
      path,
      `<header><img src="${picture}" alt="Park" width=20 height=20> <a href="/">Home</a> <a href="/frogs">Frogs</a></header>
      <h1>${path === "/" ? "Park" : path.slice(1)}</h1><p>All about ${path}.</p><button aria-expanded=false onclick="more.hidden = false; this.ariaExpanded = true">More</button><p id=more hidden>More of it</p>
      ${path === "/frogs" ? `<script>fetch("/api/frogs")</script>` : ""}`,
    ]),
  );

/** A single page whose routes stand in the address; Back changes what is shown, or the address alone. */
const routes = (follows: boolean): Pages => {
  const main = `<nav><a href="/">House</a> <a href="/?to=garden">Garden</a></nav><div id=view></div><script>
    const draw = () => { view.innerHTML = location.search ? "<h1>Garden</h1><p>Trees and a pond.</p><label>Say hello <input></label>" : "<h1>House</h1><p>Four rooms and a cellar.</p>"; };
    for (const link of document.querySelectorAll("a")) link.onclick = (event) => { event.preventDefault(); history.pushState(null, "", link.href); draw(); };
    if (${follows}) onpopstate = draw; draw();</script>`;
  return { "/": main };
};

/** Routes in the hash, each below a link past the head that is out of sight. */
const skipping: Pages = (_, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(`<!doctype html><html lang=en><title>House</title><link rel=icon href="data:,">
    <a href="#main" style="position:absolute;left:-999px;top:0">Skip to content</a><main id=main></main><script>
    onhashchange = () => { document.querySelector("main").innerHTML = location.hash.startsWith("#/garden")
      ? "<h1>Garden</h1><p>Trees and a pond.</p><label>Say hello <input></label>" : '<h1>House</h1><p>Four rooms.</p><p><a href="#/garden">Garden</a></p>'; };
    onhashchange();</script></html>`);
};

/** Questions that unfold their answers, but for one where it is `stuck`. */
const questions = (stuck: string): string =>
  `<h1>Questions</h1>${["How long does it take?", "How can I pay?", "Can I send it back?"]
    .map(
      (name) =>
        `<h2><button aria-expanded=false onclick="if (this.textContent !== '${stuck}') { this.ariaExpanded = true; this.parentElement.nextElementSibling.hidden = false; }">${name}</button></h2><p hidden>About ${name.length} days, or ${name.length * 2} where it is far.</p>`,
    )
    .join("")}`;

/** Bookings that are known by their codes and looked for by the guest; `fold` is what is done to words before they are compared. */
const bookings = (fold: string): string => `<h1>Bookings</h1><label>Search <input type=search></label>
  <table aria-label=Bookings><thead><tr><th>Code<th>Guest<th>Room</tr></thead><tbody></tbody></table>
  <script>const all = ["Ann Moor", "Bert Lund", "Cleo Hart", "Dan Pike"].map((guest, at) => ({ code: "R-10" + at, guest, room: 100 + at }));
    const draw = () => { const word = ${fold}(document.querySelector("input").value);
      document.querySelector("tbody").innerHTML = all.filter(({ guest }) => ${fold}(guest).includes(word)).map(({ code, guest, room }) => "<tr><td>" + code + "<td>" + guest + "<td>" + room + "</tr>").join(""); };
    document.querySelector("input").oninput = draw; draw();</script>`;

/** A start page whose tiles lead to parts of the app, of which one is not there. */
const tiles: Pages = Object.fromEntries(
  ["/", "/staff/people", "/staff/rooms", "/staff/people?in=1", "/staff/rooms?free=1"].map((path) => [
    path,
    `<nav><a href="/staff/people">People</a> <a href="/staff/rooms">Rooms</a></nav><h1>${path === "/" ? "Today" : path.slice(7)}</h1>${
      path === "/"
        ? `<ul class=tiles><li><a href="/staff/arrivals">Arrivals</a> 4</li><li><a href="/staff/people?in=1">In the house</a> 7</li><li><a href="/staff/rooms?free=1">Free</a> 2</li></ul>`
        : "<p>Nothing to see today.</p>"
    }`,
  ]),
);

/** Reviews with what was chosen for them, or the best of all. */
const reviews = (kept: boolean): string => `<h1>Kettle</h1><h2>Reviews</h2><ul></ul><h2>Write a review</h2>
  <form aria-label="Write a review"><label>Rating <select required><option value="">Please choose</option>${[
    5, 4, 3, 2, 1,
  ]
    .map(
      (number) =>
        `<option value=${number}>${number} – ${["poor", "fair", "fine", "good", "excellent"][number - 1]}`,
    )
    .join(
      "",
    )}</select></label> <label>Review <textarea required></textarea></label><button>Send review</button></form>
  <script>const all = () => JSON.parse(localStorage.all ?? '[{"stars": 3, "text": "It does what it says."}]');
    const draw = () => document.querySelector("ul").replaceChildren(...all().map(({ stars, text }) => { const item = document.createElement("li");
      item.append(Object.assign(document.createElement("b"), { textContent: stars + " of 5" }), Object.assign(document.createElement("p"), { textContent: text })); return item; }));
    document.querySelector("form").onsubmit = (event) => { event.preventDefault(); const [stars, text] = event.target.elements;
      localStorage.all = JSON.stringify([...all(), { stars: ${kept} ? stars.value : 5, text: text.value }]); event.target.reset(); draw(); };
    draw();</script>`;

const ARTICLES = [
  ["Notebook", "paper", 12],
  ["Calendar", "paper", 9],
  ["Envelopes", "paper", 4],
  ["Ink", "pens", 7],
  ["Fountain pen", "pens", 39],
  ["Pencils", "pens", 3],
  ["Lamp", "light", 30],
] as const;

/** Articles of which the address chooses a kind; to sort them keeps to it, or does not. */
const articles =
  (keeps: boolean): Pages =>
  (request, response) => {
    const { pathname, searchParams: asked } = new URL(request.url ?? "/", "http://shop");
    const kind = asked.get("kind") ?? "";
    const sign = { low: 1, high: -1 }[asked.get("sort") ?? ""] ?? 0;
    const shown = ARTICLES.filter((each) => !kind || each[1] === kind).toSorted(
      (a, b) => sign * (a[2] - b[2]),
    );
    const option = (value: string, name: string): string =>
      `<option value="${value}"${asked.get("sort") === value ? " selected" : ""}>${name}`;
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html" });
    response.end(`<!doctype html><html lang=en><meta charset=utf-8><title>Shop</title><link rel=icon href="data:,"><main><h1>Articles</h1>
      <p><a href="/">All</a> <a href="/?kind=paper">Paper</a> <a href="/?kind=pens">Pens</a></p>
      <form>${keeps && kind ? `<input type=hidden name=kind value=${kind}>` : ""}<label>Sort by <select name=sort>${option("", "Newest")}${option("low", "Price: low to high")}${option("high", "Price: high to low")}</select></label> <button>Show</button></form>
      <table aria-label=Articles><thead><tr><th>Article<th>Price</tr></thead><tbody>${shown.map(([name, , price]) => `<tr><td>${name}<td>€${price}.00</tr>`).join("")}</tbody></table></main>`);
  };

type Try = [what: string, page: Pages, failing: string[]];

describe("a suite for what leads on", () => {
  const tries: Try[] = [
    ["below a logo", withLogo("/logo.svg"), ["page-frogs"]],
    ["below a logo that is missing: told once", withLogo("/logo.png"), ["page-home", "page-frogs"]],
    ["that Back leads back on", routes(true), []],
    ["that Back leads back on in its address alone", routes(false), ["back-returns"]],
    ["of routes below a link that is out of sight", skipping, []],
    ["whose reviews show the rating", reviews(true), []],
    ["whose reviews show the best rating", reviews(false), ["post-write-a-review"]],
    ["whose questions unfold", questions(""), []],
    ["whose question of paying does not unfold", questions("How can I pay?"), ["opens-home-how-can-i-pay"]],
    ["whose search finds whom a row is about", bookings("(text => text.toLowerCase())"), []],
    ["whose search heeds upper and lower case", bookings("String"), ["search-home"]],
  ];
  it.each(tries)("%s", { timeout: 240_000 }, async (_, page, expected) => {
    expect((await tryPages(browser, page)).failing).toEqual(expected);
  });

  it("whose tile leads nowhere", { timeout: 240_000 }, async () => {
    expect((await tryPages(browser, tiles, { pages: 8 })).failing).toEqual(["link-arrivals"]);
  });

  it.each([
    ["keeps to", true, []],
    ["forgets", false, ["kept-choice-home"]],
  ])("whose order %s what was chosen", { timeout: 240_000 }, async (_, keeps, expected) => {
    const { failing, yaml } = await tryPages(browser, articles(keeps), { pages: 8 });
    expect(failing).toEqual(expected);
    expect(yaml).toContain("id: kept-choice-home");
  });

  it("whose entries all lead nowhere is told so by two", { timeout: 240_000 }, async () => {
    expect((await tryPages(browser, nowhere, { pages: 8 })).failing).toHaveLength(2);
  });
});
