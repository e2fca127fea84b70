import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const CATEGORIES: Record<string, string[]> = {
  Expense: ["Groceries", "Rent", "Leisure", "Clothing"],
  Income: ["Salary", "Refunds", "Interest"],
};

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const optionsOf = (names: string[]): string => names.map((name) => `<option>${name}</option>`).join("");

/** A ledger: what may be chosen for a category depends on the type that stands above it. */
const ledger = (): RequestListener => {
  const rows = [
    { id: 1, type: "Expense", payee: "Corner shop", category: "Groceries" },
    { id: 2, type: "Income", payee: "Harbour works", category: "Salary" },
    { id: 3, type: "Expense", payee: "Landlord", category: "Rent" },
  ];
  const page = (problem: string, { payee = "" } = {}): string => `<!doctype html><html lang=en>
    <title>Ledger</title><link rel=icon href="data:,"><main><h1>Ledger</h1>
    <form method=post action="/"><label>Payee <input name=payee required value="${escape(payee)}"></label>
    <label>Type <select name=type>${optionsOf(Object.keys(CATEGORIES))}</select></label>
    <label>Category <select name=category><option value="">Choose…</option>${optionsOf(CATEGORIES["Expense"] ?? [])}</select></label>
    ${problem === "" ? "" : `<p role=alert>${problem}</p>`}<button>Add entry</button></form>
    <table aria-label="Entries"><thead><tr><th>Payee<th>Type<th>Category<th></tr></thead><tbody>${rows
      .map(
        ({ id, type, payee: of, category }) =>
          `<tr><td>${escape(of)}<td>${type}<td>${category}<td><form method=post action="/remove/${id}"><button>Remove</button></form></tr>`,
      )
      .join("")}</tbody></table></main><script>
    const all = ${JSON.stringify(CATEGORIES)}, [type, category] = document.querySelectorAll("select");
    type.onchange = () => { const offered = all[type.value].map((name) => new Option(name)); category.replaceChildren(new Option("Choose…", ""), ...offered); };</script>`;
  return (request, response) => {
    void textOf(request).then((body) => {
      const given = new URLSearchParams(body);
      const [type = "", payee = "", category = ""] = ["type", "payee", "category"].map(
        (name) => given.get(name) ?? "",
      );
      const [, removed] = /^\/remove\/(\d+)$/.exec(request.url ?? "") ?? [];
      const html = { "content-type": "text/html; charset=utf-8" };
      if (removed !== undefined) {
        const at = rows.findIndex(({ id }) => id === Number(removed));
        if (at >= 0) rows.splice(at, 1);
      } else if (request.method === "POST") {
        if (!CATEGORIES[type]?.includes(category)) {
          response.writeHead(422, html).end(page(`Choose a category for ${type.toLowerCase()}`, { payee }));
          return;
        }
        rows.push({ id: rows.length + 100, type, payee, category });
      }
      if (request.method === "POST") response.writeHead(303, { location: "/" }).end();
      else response.writeHead(request.url === "/" ? 200 : 404, html).end(page(""));
    });
  };
};

it(
  "an item whose choices depend on one above them is made, with what is offered then",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, ledger(), { pages: 3, actions: 300 });
    expect(failing).toEqual([]);
    for (const id of ["create-entry", "shows-entry", "delete-entry"]) expect(yaml).toContain(`id: ${id}\n`);
    expect(yaml).toMatch(/select: \{Type: Income\},\s+select: \{Category: Salary\}/);
    expect(yaml).toContain('fill: {Payee: "Tracewright ${tag}"}, select: {Category: Groceries}');
  },
);
