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

const STAGES = ["Lead", "Qualified", "Proposal"];

/**
 * Deals that a script lists below a filter "Stage", of which each has a page with a choice "Stage" of its own that comes a
 * moment later; companies whose column has a number and an amount where
 * there are any, and goes by the latter.
 */
const deals = (): RequestListener => {
  const all = [
    { id: 1, title: "Rollout", stage: "Lead" },
    { id: 2, title: "Pilot", stage: "Proposal" },
    { id: 3, title: "Renewal", stage: "Qualified" },
  ];
  let last = 3;
  return (request, response) => {
    const url = request.url ?? "/";
    const id = Number(/\/deals\/(\d+)/.exec(url)?.[1] ?? 0);
    if (url.startsWith("/api/")) {
      const send = (value: unknown): void => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(value));
      };
      if (request.method !== "POST")
        return void setTimeout(() => send(id > 0 ? all.find((deal) => deal.id === id) : all), 250);
      return void textOf(request).then((body) => {
        const sent = JSON.parse(body) as Partial<(typeof all)[0]>;
        const deal = all.find((each) => each.id === id) ?? { id: (last += 1), title: "", stage: "Lead" };
        if (!all.includes(deal)) all.push(deal);
        send(Object.assign(deal, sent));
      });
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Sales</title><link rel=icon href="data:,"><nav><a href="/" data-in>Deals</a> <a href="/new" data-in>New deal</a> <a href="/companies" data-in>Companies</a></nav><main></main><script>
      const main = document.querySelector("main"), stages = ${JSON.stringify(STAGES)};
      const options = (chosen) => stages.map((each) => "<option" + (each === chosen ? " selected" : "") + ">" + each).join("");
      const ask = (path, body) => fetch("/api" + path, body && { method: "POST", body: JSON.stringify(body) }).then((answer) => answer.json());
      const escape = (text) => text.replace(/[&<>"]/g, (sign) => "&#" + sign.charCodeAt() + ";");
      const lead = (path) => { history.pushState(null, "", path); return show() };
      const companies = [["Adenta", 1, 74070], ["Brolin", 2, 68883], ["Corvin", 4, 90000], ["Dalton", 3, 1200], ...["Elbe", "Farn", "Gamma", "Hertz", "Iris"].map((name) => [name, 0, 0])];
      const show = async () => {
        const path = location.pathname;
        if (path === "/companies") {
          const dir = new URLSearchParams(location.search).get("sort");
          const rows = companies.toSorted((a, b) => dir === "up" ? a[2] - b[2] : dir === "down" ? b[2] - a[2] : 0);
          main.innerHTML = "<h1>Companies</h1><table aria-label=Companies><thead><tr><th>Name<th aria-sort=" + (dir === "up" ? "ascending" : dir === "down" ? "descending" : "none") + "><button type=button>Open deals</button></tr></thead><tbody>" + rows.map(([name, many, sum]) => "<tr><td>" + name + "<td>" + (many === 0 ? "–" : many + " · €" + sum.toLocaleString("en")) + "</tr>").join("") + "</tbody></table>";
          main.querySelector("button").onclick = () => lead("/companies?sort=" + (dir === "up" ? "down" : "up"));
        } else if (path === "/new") {
          main.innerHTML = "<h1>New deal</h1><form><p><label>Title <input name=title required></label><p><label>Stage <select name=stage>" + options("Qualified") + "</select></label><p><button>Create deal</button></form>";
          main.querySelector("form").onsubmit = async (event) => { event.preventDefault(); const { id } = await ask("/deals", Object.fromEntries(new FormData(event.target))); lead("/deals/" + id) };
        } else if (path === "/") {
          const deals = await ask("/deals"), only = new URLSearchParams(location.search).get("stage") ?? "";
          main.innerHTML = "<h1>Deals</h1><p><label>Stage <select id=only><option value=''>All</option>" + options(only) + "</select></label><table aria-label=Deals><thead><tr><th>Title<th>Stage</tr></thead><tbody>" + deals.filter(({ stage }) => !only || stage === only).map(({ id, title, stage }) => "<tr><td><a href='/deals/" + id + "' data-in>" + escape(title) + "</a><td>" + stage + "</tr>").join("") + "</tbody></table>";
          main.querySelector("#only").onchange = (event) => lead("/?stage=" + event.target.value);
        } else {
          const deal = await ask(path);
          main.innerHTML = "<h1>" + escape(deal.title) + "</h1><form><label>Stage <select name=stage>" + options(deal.stage) + "</select></label> <button>Move</button></form>";
          main.querySelector("form").onsubmit = async (event) => { event.preventDefault(); await ask(path, { stage: event.target.stage.value }); show() };
        }
      };
      document.onclick = (event) => { const link = event.target.closest("a[data-in]"); if (link) { event.preventDefault(); lead(link.getAttribute("href")) } };
      onpopstate = show; show();</script>`);
  };
};

it(
  "a column of a number and an amount goes by either, and what an item's page sets is kept where a filter of the list has the same name",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, deals(), { pages: 8, actions: 400, depth: 3 });
    expect(failing).toEqual([]);
    expect(yaml).toContain("is kept");
    expect(yaml).toContain("set-stage-");
  },
);
