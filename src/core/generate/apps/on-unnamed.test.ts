import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Order = { id: number; payee: string; cents: number; often: string; reference: string };
/** `form`: the form for a change always says "Monthly". `amount`: a changed amount is lost. `neighbour`: another one is removed. `bare`: the server breaks where nothing is referred to. */
type Fault = "form" | "amount" | "neighbour" | "bare";

const payees = ["Alster Print", "Baltic Freight", "City Energy", "Dockside Rent"];
const rhythms = ["Monthly", "Weekly", "Quarterly"];

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
  <nav><a href="/">Home</a> <a href="/orders">Standing orders</a></nav><main><h1>${title}</h1>${main}</main>`;

const money = (cents: number): string => `€${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",")}`;

const select = (name: string, label: string, options: string[], chosen: string): string =>
  `<label>${label} <select name=${name}>${options.map((option) => `<option${option === chosen ? " selected" : ""}>${option}`).join("")}</select></label>`;

const form = (order: Order | null, said = ""): string =>
  shell(
    order ? "Change standing order" : "New standing order",
    `${said}<form method=post>${select("payee", "Payee", payees, order?.payee ?? "")}
    <label>Amount in EUR <input name=amount inputmode=decimal required value="${order ? (order.cents / 100).toFixed(2) : ""}"></label>
    ${select("often", "How often", rhythms, order?.often ?? "Monthly")}
    <label>Reference (optional) <input name=reference value="${order?.reference ?? ""}"></label> <button>Save</button> <a href="/orders">Cancel</a></form>`,
  );

const generate = (fault: Fault | null) => {
  let last = 4;
  let orders = payees.map((payee, at): Order => {
    return {
      id: at + 1,
      payee,
      cents: 12_050 + at * 133_391,
      often: rhythms[at % 3] ?? "",
      reference: `R-${at}`,
    };
  });
  const list = (): string =>
    shell(
      "Standing orders",
      `<p><a href="/orders/new">New standing order</a></p><table aria-label="Standing orders"><thead><tr><th>Payee<th>Amount<th>Often<th>Actions</tr></thead><tbody>${orders
        .map(
          ({ id, payee, cents, often }) =>
            `<tr><td>${payee}<td>${money(cents)}<td>${often}<td><a href="/orders/${id}/edit">Edit</a> <form method=post action="/orders/${id}/remove"><button>Delete</button></form></tr>`,
        )
        .join("")}</tbody></table>`,
    );
  const save = (sent: URLSearchParams, order: Order | undefined): boolean => {
    const cents = Math.round(Number(sent.get("amount") || Number.NaN) * 100);
    if (!(cents > 0)) return false;
    const [payee, often, reference] = ["payee", "often", "reference"].map((name) => sent.get(name) ?? "");
    const given = { payee: payee ?? "", often: often ?? "", reference: reference ?? "" };
    if (order) Object.assign(order, given, fault === "amount" ? {} : { cents });
    else orders.push({ id: (last += 1), cents, ...given });
    return true;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const [, id = "", verb = ""] = /^\/orders\/(\d+)\/(edit|remove)$/.exec(pathname) ?? [];
    const order = orders.find((each) => String(each.id) === id);
    const show = (html: string, status = 200): void =>
      void response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      if (verb === "remove" && order) {
        const at = orders.indexOf(order);
        orders = orders.toSpliced(fault === "neighbour" ? (at + orders.length - 1) % orders.length : at, 1);
      } else if (fault === "bare" && sent.get("reference") === "") {
        return show(shell("Error", "<p>Something went wrong.</p>"), 500);
      } else if (!save(sent, order)) {
        return show(form(order ?? null, "<p role=alert>Enter an amount above 0.</p>"), 422);
      }
      return void response.writeHead(303, { location: "/orders" }).end();
    }
    if (pathname === "/") return show(shell("Home", `<p>All is well at your bank.</p>`));
    if (pathname === "/orders") return show(list());
    if (pathname === "/orders/new") return show(form(null));
    if (order) return show(form(fault === "form" ? { ...order, often: "Monthly" } : order));
    return show(shell("Not found", "<p>There is no such page.</p>"), 404);
  };
  return suiteForApp(browser, (request, response) => void answer(request, response));
};

it.each<[Fault | null, string[]]>([
  [null, []],
  ["form", ["edit-standing-order"]],
  ["amount", ["edit-standing-order"]],
  ["neighbour", ["delete-standing-order"]],
  ["bare", ["create-standing-order-without-optional"]],
])("items without a name are known by their amounts: %s", { timeout: 300_000 }, async (fault, expected) => {
  const { found, dropped, yaml } = await generate(fault);
  expect(found).toEqual(expected);
  expect(fault === null ? dropped : []).toEqual([]);
  expect(yaml).toContain("- id: create-standing-order");
});
