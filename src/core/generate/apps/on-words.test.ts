import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const rows = (...cells: string[]): string =>
  `<tbody>${cells.map((text) => `<tr><td>${text}<td>Hall</tr>`).join("")}</tbody>`;

/** Each stands for a text that was to take its place. */
const remains: Record<string, string> = {
  "orders.empty.title": "<p>orders.empty.title</p>",
  "account.delivery.hint": "<p>Ships tomorrow. account.delivery.hint</p>",
  "{0}": "<p>Page {0} of {1}</p>",
  "{count}": "<p>You have {count} letters</p>",
  "${name}": "<p>Good day, ${name}!</p>",
  "%s": "<p>There are %s chairs</p>",
  "&amp;": "<p>Salt &amp;amp; pepper</p>",
  NaN: "<p>NaN members</p>",
  "Hello undefined": "<p>Hello undefined</p>",
  "search.field.hint": "<label>Find <input placeholder=search.field.hint></label>",
  "help.button.tip": "<button title=help.button.tip>Fold</button>",
  "status.paid": "<label>State <select><option>Open<option>status.paid</select></label>",
  "table.column.place": `<table><thead><tr><th>Name<th>table.column.place</tr></thead>${rows("Ball", "Net")}</table>`,
};

const written = `<h1>Help</h1>${Object.values(remains).join("")}`;

/** Keys in place of what the rows are, though rows are what users wrote. */
const states = `<h1>Copies</h1><table><thead><tr><th>Copy<th>State</tr></thead>${rows("C1", "C2")
  .replace("Hall", "copy.status.in")
  .replace("Hall", "copy.status.out, due 3 May 2030")}</table>
  <form><label><input type=checkbox> Tell me</label> <label><input type=checkbox> copies.mail.sender</label></form>`;

it("finds what was to be a text, wherever it stands", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, {
    "/": `${written}<a href="/states">Copies</a>`,
    "/states": `${states}<table><thead><tr><th>Lender<th>Hall</tr></thead>${rows("Swift &amp;#39;n&amp;#39; Sons", "Mill")}</table><a href="/lenders">Lenders</a>`,
    "/lenders": `<h1>Lenders</h1><table><thead><tr><th>Lender<th>Hall</tr></thead>${rows("Swift 'n' Sons", "Mill")}</table>`,
  });
  expect(failing).toContain("wording");
  const wording = yaml.slice(yaml.indexOf("- id: wording"));
  expect(
    [...Object.keys(remains), "copy.status.", "copies.mail.sender", "Swift &#39;n&#39; Sons"].filter(
      (each) => !yaml.includes(each) && !wording.includes(each),
    ),
  ).toEqual([]);
});

/** What only looks so: names of files, hosts, versions and permissions, samples, a page that is about such things. */
const plain = `<h1>Set-up</h1><h2>package.json</h2><h2>shop.example.com</h2>
  <p>Write to ann.lee@mail.example.org or see docs.shop.example.com, version 1.2.3, node.js, e.g. at 10.30 p.m.</p>
  <p>Call <code>orders.list.title</code> for <code>{{ name }}</code>. Open config.settings.local.yaml, then run app.start.now().</p>
  <p>Get 20 % size off, 5 %d, or ask GET /users/{id}. It is 100%safe. Write a{2} for two. Ann NaNcy. A &amp; B.</p>
  <label>Right <select><option>users.roles.read<option>users.roles.write</select></label>
  <fieldset><legend>Events</legend>${["order.created", "customer.updated", "invoice.paid", "payment.failed"].map((name) => `<div><label><input type=checkbox value="${name}"> ${name}</label></div>`).join("")}</fieldset>
  <label>Server <input placeholder="mail.example.com" title="e.g. mail.example.com"></label>
  <table><thead><tr><th>Key<th>Place</tr></thead>${rows("cluster.routing.mode", "server.port.number", "order.created.event")}</table>
  <table><thead><tr><th>Event<th>Place</tr></thead>${rows("order.status.changed", "order.payment.failed", "order.status.reset")}</table>
  <table><thead><tr><th>Right<th>Place</tr></thead>${rows("users.roles.read", "users.roles.write")}</table>`;

const manual = `<h1>Templates</h1><p>In a template the placeholders {name}, {0}, %s and \${total} are replaced; mail.subject.text is its key.
  The value undefined is no number, NaN is none either.</p>`;

it("lets words be that only look so", { timeout: 240_000 }, async () => {
  expect(
    (await tryPages(browser, { "/": `${plain}<a href="/manual">Manual</a>`, "/manual": manual })).failing,
  ).toEqual([]);
});

const answers = `<h1>Answers</h1><p>Dear {{name}}, thank you for writing.</p><a href="/answer">Change it</a>`;

it.each([
  ["are written", `<label>Text <textarea>Dear {{name}}, thank you for writing.</textarea></label>`, []],
  ["are not written", "<p>Thank you for writing.</p>", ["page-home"]],
])(
  "what stands for a value is a fault where texts with it %s",
  { timeout: 240_000 },
  async (_, answer, expected) => {
    const main = { "/": answers, "/answer": `<h1>An answer</h1>${answer}` };
    expect((await tryPages(browser, main)).failing).toEqual(expected);
  },
);
