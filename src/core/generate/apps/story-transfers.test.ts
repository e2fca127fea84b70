import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import { written } from "#test/support/written-day.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const limits = { pages: 8, actions: 300, depth: 3 };

type Transfer = { to: string; amount: string; date: string; reference: string };

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
  <nav><a href="/">Home</a> <a href="/transfers">Transfers</a></nav><main><h1>${title}</h1>${main}</main>`;

/** The form, what it sums up and what came of it are one page; a transfer to an account has other fields than one to a payee. */
const form = (day: string, first: boolean, negative: boolean): string =>
  shell(
    "New transfer",
    `<form id=ask><fieldset><legend>Transfer to</legend><label><input type=radio name=kind value=payee checked> To a payee</label>
    <label><input type=radio name=kind value=own> To an own account</label></fieldset>
    <p id=payee><label>Payee <select name=to><option value="">Choose a payee<option>Elbe Energy<option>Aylin Demir<option>Jonas Weber</select></label></p>
    <p id=own hidden><label>Account code <input name=code></label></p>
    <label>Amount <input name=amount required></label> <label>Date <input type=date name=date required value="${day}" min="${day}"></label>
    <label>Reference <input name=reference></label> <p role=alert></p><button>Continue</button></form>
  <section id=check hidden></section>
  <script>const $ = (what) => document.querySelector(what);
    let first = null;
    const text = (words) => words.replace(/[&<>"]/g, (sign) => "&#" + sign.charCodeAt(0) + ";");
    const day = (iso) => new Date(iso).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
    const facts = (t) => "<dl><dt>To<dd>" + text(t.to) + "<dt>Amount<dd>" + (t.amount < 0 ? "-€" + -t.amount : "€" + text(t.amount)) + "<dt>Date<dd>" + day(t.date) + "<dt>Reference<dd>" + text(t.reference || "–") + "</dl>";
    const show = (what) => { $("#ask").hidden = what !== "ask"; $("#check").hidden = what === "ask"; };
    $("#ask").onchange = () => { const own = $("[value=own]").checked; $("#payee").hidden = own; $("#own").hidden = !own; };
    $("#ask").onsubmit = (event) => { event.preventDefault();
      const t = Object.fromEntries(new FormData($("#ask")));
      if (t.kind === "own") t.to = /^[A-Z]{3}:[A-Z]{3}$/.test(t.code) ? t.code : "";
      const wrong = !t.to ? "Who is to have it?" : !/^-?\\d+(\\.\\d\\d)?$/.test(t.amount) || (t.amount <= 0 && !${negative}) ? "How much?" : t.date < "${day}" ? "That day is over." : "";
      $("[role=alert]").textContent = wrong;
      if (wrong) return;
      first = ${first} && first || t;
      $("#check").innerHTML = "<h2>Check your transfer</h2>" + facts(t) + "<button id=go>" + (t.date > "${day}" ? "Schedule transfer" : "Pay now") + "</button> <button id=back>Change</button>";
      $("#back").onclick = () => show("ask");
      $("#go").onclick = async () => {
        const made = await (await fetch("/api/transfers", { method: "POST", body: JSON.stringify(first) })).json();
        $("#check").innerHTML = "<h2>Transfer scheduled</h2>" + facts(made) + "<a href='/transfers'>All transfers</a>"; };
      show("check"); };</script>`,
  );

const bank = (...faults: string[]): RequestListener => {
  const has = (fault: string): boolean => faults.includes(fault);
  let all: (Transfer & { id: number })[] = [
    { id: 1, to: "Elbe Energy", amount: "80.00", date: "2030-02-05", reference: "Power" },
    { id: 2, to: "Jonas Weber", amount: "310.50", date: "2030-03-18", reference: "Rent" },
  ];
  let last = 2;
  return (request, response) => {
    const { method, url = "/" } = request;
    const gone = /^\/transfers\/(\d+)\/cancel$/.exec(url)?.[1];
    const html = (body: string): void =>
      void response.writeHead(200, { "content-type": "text/html" }).end(body);
    if (method === "POST" && url === "/api/transfers") {
      void textOf(request).then((body) => {
        const sent = JSON.parse(body) as Transfer;
        last += 1;
        const made = { ...sent, id: last, date: has("day") ? dayBefore(sent.date) : sent.date };
        all.push(made);
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(made));
      });
    } else if (gone !== undefined) {
      all = all.filter(({ id }) => String(id) !== gone);
      response.writeHead(303, { location: "/transfers" }).end();
    } else if (url === "/transfers/new")
      html(form(new Date().toISOString().slice(0, 10), has("first"), has("negative")));
    else if (url === "/transfers") {
      const rows = all.map(
        ({ id, to, amount, date, reference }) =>
          `<tr><td>${written(date)}<td>${escapeHtml(to)}<td>${escapeHtml(reference)}<td>€${escapeHtml(amount)}<td><form method=post action="/transfers/${id}/cancel"><button aria-label="Cancel transfer to ${escapeHtml(to)}">Cancel</button></form>`,
      );
      html(
        shell(
          "Transfers",
          `<p><a href="/transfers/new">New transfer</a></p><table aria-label="Scheduled transfers"><thead><tr><th>Date<th>To<th>Reference<th>Amount<th>Actions</thead><tbody>${rows.join("")}</table>`,
        ),
      );
    } else if (url === "/") html(shell("Bank", "<p>Money, and where it goes.</p>"));
    else response.writeHead(404).end();
  };
};

it(
  "schedules a transfer for a later day, and another one than was put in at first, and finds nothing wrong with that",
  { timeout: 480_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, bank(), limits);
    expect(failing).toEqual([]);
    expect(yaml).toContain("19 Jun 2030");
    expect(yaml).toContain('Amount: "28.94"');
  },
);

it.each([
  ["day", "steps-new-transfer-end", "stores it for the day before"],
  ["first", "steps-new-transfer-back", "carries out what was put in at first"],
  ["negative", "steps-new-transfer-requires", "takes less than nothing"],
])("finds a transfer (%s, %s) that %s", { timeout: 480_000 }, async (fault, id) => {
  const { failing } = await tryPages(browser, bank(fault), { ...limits, only: new RegExp(`^${id}$`) });
  expect(failing).toEqual([id]);
});
