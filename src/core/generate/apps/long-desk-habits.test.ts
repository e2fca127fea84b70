import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const DAYS = ["Monday", "Tuesday", "Wednesday"];
const HOURS = ["06:00", "07:00", "08:00", "09:00", "16:00", "17:00", "18:00", "19:00"];

type Visit = { id: number; pet: string; state: string };

/**
 * A surgery, sound: what leads back to a list remembers its page, opening hours have to be in order, bills begin with
 * nothing and stay, a visit is completed but once, and a form that refuses a code leads back to itself to say so.
 */
const surgery = (keepsHours: boolean): RequestListener => {
  const visits: Visit[] = ["Archie", "Bella", "Coco", "Duke", "Elsa"].map((pet, at) => ({
    id: at + 1,
    pet,
    state: at === 1 ? "Checked in" : "Booked",
  }));
  const bills = [
    ["B-2", "£84.50"],
    ["B-1", "£23.00"],
  ] as string[][];
  const codes = [
    ["CON-01", "Check-up"],
    ["VAC-02", "Vaccination"],
  ] as string[][];
  const hours = DAYS.map(() => ["08:00", "17:00"]);
  let [list, said] = ["/visits", ""];
  const option = (value: string, chosen: string): string =>
    `<option${value === chosen ? " selected" : ""}>${value}`;
  const pages = (path: string, query: URLSearchParams): string | null => {
    const [, part = "", id = "", act = ""] = path.split("/");
    const back = `<a href="${list}">← Back to visits</a>`;
    if (part === "") return "<h1>Surgery</h1><p>Good to see you.</p>";
    if (part === "visits" && id === "") {
      const page = Number(query.get("page") ?? 1);
      const state = query.get("state") ?? "";
      const found = visits.filter((visit) => state === "" || visit.state === state);
      list = query.size > 0 ? `/visits?${query}` : "/visits";
      const turn = (to: number, word: string): string =>
        to > 0 && (to - 1) * 3 < found.length
          ? ` <a href="/visits?page=${to}&state=${state}">${word}</a>`
          : "";
      return `<h1>Visits</h1><form><label>State <select name=state onchange="form.submit()"><option value="">Any state${["Booked", "Checked in", "Completed"].map((each) => option(each, state)).join("")}</select></label></form>
        <table><thead><tr><th>Pet<th>State</thead><tbody>${found
          .slice(page * 3 - 3, page * 3)
          .map((visit) => `<tr><td><a href="/visits/${visit.id}">${visit.pet}</a><td>${visit.state}`)
          .join("")}</tbody></table><p>${turn(page - 1, "Previous")}${turn(page + 1, "Next")}</p>`;
    }
    const visit = visits.find((each) => String(each.id) === id);
    if (part === "visits" && visit)
      return act === "complete"
        ? visit.state === "Checked in"
          ? `<h1>Complete the visit of ${visit.pet}</h1><form method=post><label>Diagnosis <textarea name=diagnosis required></textarea></label> <button>Complete visit</button></form>`
          : null
        : `${back}<h1>Visit of ${visit.pet}</h1><p>${visit.state}</p>${visit.state === "Checked in" ? `<a href="/visits/${id}/complete">Complete</a>` : ""}`;
    if (part === "bills" && id === "")
      return `<h1>Bills</h1><form method=post><label>Note <input name=note required></label> <button>New bill</button></form><table><thead><tr><th>Number<th>Total</thead><tbody>${bills.map(([number, total]) => `<tr><td><a href="/bills/${number}">${number}</a><td>${total}`).join("")}</tbody></table>`;
    const bill = bills.find(([number]) => number === id);
    if (part === "bills" && bill)
      return `<h1>Bill ${bill[0]}</h1>${bill[1] === "£0.00" ? "<p>No lines yet.</p>" : `<p>Total ${bill[1]}</p>`}`;
    if (part === "treatments") {
      const message = said;
      said = "";
      return `<h1>Treatments</h1><form method=post><p role=alert>${message}</p><label>Name <input name=name required></label> <div><label for=code>Code</label> <input id=code name=code required maxlength=12 pattern="[A-Za-z0-9\\-]+"><p>Letters, digits and dashes, for example CON-05</p></div> <button>Add treatment</button></form><table><thead><tr><th>Code<th>Name</thead><tbody>${codes.map(([code = "", name = ""]) => `<tr><td>${code}<td>${escapeHtml(name)}`).join("")}</tbody></table>`;
    }
    if (part === "settings") {
      const message = said;
      said = "";
      return `<h1>Opening hours</h1><form method=post><p role=alert>${message}</p>${DAYS.map((day, at) => `<p><label>${day} opens at <select name=o${at}>${HOURS.map((each) => option(each, hours[at]?.[0] ?? "")).join("")}</select></label> <label>${day} closes at <select name=c${at}>${HOURS.map((each) => option(each, hours[at]?.[1] ?? "")).join("")}</select></label></p>`).join("")}<button>Save opening hours</button></form>`;
    }
    return null;
  };
  const take = (path: string, sent: URLSearchParams): string => {
    const [, part = "", id = ""] = path.split("/");
    const visit = visits.find((each) => String(each.id) === id);
    if (part === "visits" && visit) {
      visit.state = "Completed";
      return `/visits/${id}`;
    }
    if (part === "bills") bills.unshift([`B-${bills.length + 1}`, "£0.00"]);
    const [code, name] = [(sent.get("code") ?? "").toUpperCase(), sent.get("name") ?? ""];
    const twin = codes.some(([each]) => each === code);
    if (part === "treatments" && twin) said = `Another treatment already has the code ${code}.`;
    if (part === "treatments" && !twin) codes.push([code, name]);
    if (part === "settings") {
      const wanted = DAYS.map((_, at) => [sent.get(`o${at}`) ?? "", sent.get(`c${at}`) ?? ""]);
      if (wanted.some(([opens = "", closes = ""]) => opens >= closes))
        said = "Closing must be after opening.";
      else for (const [at, each] of wanted.entries()) if (keepsHours || at !== 2) hours[at] = each;
    }
    return path;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    if (request.method === "POST") {
      const location = take(pathname, new URLSearchParams(await textOf(request)));
      return void response.writeHead(303, { location }).end();
    }
    const main = pages(pathname, searchParams);
    response.writeHead(main === null ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Surgery</title><link rel=icon href="data:,"><nav aria-label=Main><a href="/">Start</a> <a href="/visits">Visits</a> <a href="/bills">Bills</a> <a href="/treatments">Treatments</a> <a href="/settings">Opening hours</a></nav><main>${main ?? "<h1>Not found</h1>"}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["sound", true, []],
  ["one that loses the hours of a day", false, ["settings-settings"]],
])("a surgery, %s", { timeout: 240_000 }, async (_, keepsHours, expected) => {
  const { found, dropped, cases } = await suiteForApp(browser, surgery(keepsHours));
  expect(found).toEqual(expected);
  expect(dropped).toEqual([]);
  expect(cases).toEqual(expect.arrayContaining(["filter-visits-state", "items-bills", "settings-settings"]));
});
