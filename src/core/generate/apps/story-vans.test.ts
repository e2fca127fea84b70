import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Browser } from "#ports/browser.ts";
import type { SuiteForApp } from "#test/support/generate-suite.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const VANS = [
  ["HL-12", "Corsa", 900],
  ["HH-34", "Sprinter", 12_400],
  ["KI-56", "Astra", 4_310],
] as const;

/** `both`: a second click on a heading asks for the other way, and says so. */
const list = (query: URLSearchParams, both: boolean): string => {
  const by = query.get("sort") ?? "plate";
  const at = ["plate", "model", "mileage"].indexOf(by);
  const rows = VANS.toSorted((a, b) => (a[at]! < b[at]! ? -1 : 1));
  const way = query.get("dir") === "desc" ? "descending" : "ascending";
  const head = ["plate", "model", "mileage"]
    .map((name) => {
      const isBy = query.get("sort") === name;
      const next = both && isBy && way === "ascending" ? "&dir=desc" : "";
      const says = isBy ? ` aria-sort=${way}` : "";
      return `<th${says}><a href="/?sort=${name}${next}">${name[0]!.toUpperCase()}${name.slice(1)}</a></th>`;
    })
    .join("");
  const body = rows
    .map(
      ([plate, ...rest]) =>
        `<tr><td><a href="/vans/${plate}">${plate}</a>${rest.map((cell) => `<td>${cell}`).join("")}</tr>`,
    )
    .join("");
  return `<h1>Vans</h1><table aria-label=Vans><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
};

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const dated = (name: string, days: number[]): string =>
  `<h2>${name}</h2><table aria-label="${name}"><thead><tr><th>Day<th>Driver</tr></thead><tbody>${days
    .map((each) => `<tr><td>${day(each)}<td>Kim</tr>`)
    .join("")}</tbody></table>`;

const van = (plate: string, days: number[]): string =>
  `<h1>${plate}</h1><h2>Upcoming bookings</h2>${days.length ? dated("Booked", days).replace(/<h2>.*?<\/h2>/, "") : "<p>None.</p>"}${
    days.length ? "" : dated("Latest trips", [-3, -9, -12])
  }`;

const PARTS = [
  ["Rope", 12],
  ["Lamp", 30],
  ["Mirror", 8],
  ["Moving boxes of 12 Nov 2026", 0],
  ["Pots of 1 Nov 2026", 0],
] as const;

/** The newest, or the cheapest or dearest; what costs nothing has no price. */
const parts = (order: string, asText: boolean): string => {
  const sign = { up: 1, down: -1 }[order] ?? 0;
  const by = (a: number, b: number): number => (asText ? (String(a) < String(b) ? -1 : 1) : a - b);
  const shown = PARTS.toSorted((a, b) => (sign === 0 ? 0 : sign * by(a[1], b[1]))).slice(0, 4);
  const option = (value: string, text: string): string =>
    `<option value="${value}"${value === order ? " selected" : ""}>${text}</option>`;
  return `<h1>Parts</h1><form><label>Sort by <select name=sort onchange="this.form.submit()">${option("", "Newest first")}
    ${option("up", "Price: low to high")}${option("down", "Price: high to low")}</select></label></form>
    <ul>${shown.map(([name, price]) => `<li><a href="/parts/${name.split(" ")[0]}">${name}</a> ${price ? `€${price}.00` : "Free"}`).join("")}</ul>`;
};

/** Keeps what is set. */
const settings = (kept: URLSearchParams): string => {
  const rows = [2, 5, 20]
    .map((each) => `<option${String(each) === kept.get("rows") ? " selected" : ""}>${each}`)
    .join("");
  return `<h1>Settings</h1><form method=post><label>Phone <input type=tel name=phone pattern="[0-9 ]{6,}" value="${kept.get("phone") ?? ""}"></label>
    <label>Fax <input name=fax value="${kept.get("fax") ?? ""}"></label>
    <label><input type=checkbox name=news value=on${kept.has("news") ? " checked" : ""}> Send me daily news</label>
    <label>Hour of the daily news <input name=hour value="${kept.get("hour") ?? "8"}" pattern="[0-9]+"${kept.has("news") ? "" : " disabled"}></label>
    <label>Open until <input type=time name=until value="${kept.get("until") ?? "18:30"}"></label> <label>Rows per page <select name=rows>${rows}</select></label><button>Save settings</button></form>`;
};

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return new URLSearchParams(body);
};

const suiteWith = async (both: boolean, days: number[]): Promise<SuiteForApp> => {
  let kept = new URLSearchParams({ phone: "0451 20010", fax: "0451 20019", rows: "5" });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (request.method === "POST") {
      const sent = await bodyOf(request);
      if (both) sent.set("phone", kept.get("phone") ?? "");
      // Words are no number, which nothing on the page says before.
      if (!/^[\d +]*$/.test(sent.get("fax") ?? "")) sent.set("fax", kept.get("fax") ?? "");
      kept = sent;
      response.writeHead(303, { location: url.pathname }).end();
      return;
    }
    const plate = /^\/vans\/(\S+)$/.exec(url.pathname)?.[1];
    const part = /^\/parts\/(\S+)$/.exec(url.pathname)?.[1];
    const main = plate
      ? van(plate, days)
      : part
        ? `<h1>${PARTS.find(([name]) => name.startsWith(part))?.[0] ?? part}</h1>`
        : url.pathname === "/settings"
          ? settings(kept)
          : url.pathname === "/parts"
            ? parts(url.searchParams.get("sort") ?? "", both)
            : list(url.searchParams, both);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Vans</title><nav><a href="/">Vans</a> <a href="/parts">Parts</a> <a href="/settings">Settings</a></nav><main>${main}</main>`,
    );
  };
  return suiteForApp(browser, (request, response) => void answer(request, response));
};

it(
  "takes headings that sort one way, what has no price, and trips beside bookings to come for what they are",
  { timeout: 240_000 },
  async () => {
    const { found, yaml } = await suiteWith(false, []);
    expect(found).toEqual([]);
    expect(yaml).toContain("id: sort-home");
    // The parts in another order are a page of their own address, and no further list.
    expect(yaml.match(/^ *- id: sort-parts/gm)).toHaveLength(1);
    expect(yaml).not.toContain("id: coming-");
    expect(yaml).toContain("Open until: 19:30");
    expect(yaml).toContain("Fax: 0451 20018");
  },
);

it(
  "finds headings that ask for the other way in vain, bookings that are over, and what is not kept",
  { timeout: 240_000 },
  async () => {
    const { found, yaml } = await suiteWith(true, [-2, 4, 6]);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^coming-/),
        expect.stringMatching(/^sort-/),
        "settings-settings",
        "sort-parts",
      ]),
    );
    // What decides how much the lists show is changed by itself, and so changed back whatever else is lost.
    expect(found).not.toContain("settings-settings-rows-per-page");
    expect(yaml).toContain("id: settings-settings-rows-per-page");
  },
);
