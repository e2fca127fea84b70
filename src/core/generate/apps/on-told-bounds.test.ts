import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Tool = { name: string; rate: string; days: string; bought: string; tagline: string };
/** What becomes of what the page says may not be; "clamped" puts days within where the page only says where those lie, and "lies" takes them. */
type Way = "refused" | "clamped" | "lies" | "advised" | keyof Tool;

const HINTS = {
  rate: "Must be greater than 0.",
  days: "Must be between 1 and 90 days.",
  bought: "Cannot be in the future.",
  tagline: "40 characters at most.",
};
const ADVICE = {
  rate: "Tools above 100 need a deposit, which must be at least 50.",
  days: "Ideally between 1 and 14 days.",
  bought: "Tools bought in the future are shown as ordered.",
  tagline: "Best at most 40 characters.",
};

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
  <nav><a href="/">Tools</a> <a href="/about">About</a></nav><main><h1>${title}</h1>${main}</main>`;

/** Tools for hire, which are made on a page of their own; no field states its bounds, and what is wrong is said on top. */
const shed = (way: Way): RequestListener => {
  const isLoose = way === "clamped" || way === "lies";
  const hints = way === "advised" ? ADVICE : isLoose ? { ...HINTS, days: "Between 1 and 90 days" } : HINTS;
  const tools: Tool[] = [
    { name: "Drill", rate: "8.50", days: "14", bought: "2024-03-01", tagline: "Makes holes" },
    { name: "Sander", rate: "6.00", days: "30", bought: "2023-11-12", tagline: "Makes dust" },
  ];
  const wrongs = (tool: Tool): string[] => {
    const found: [keyof Tool, boolean, string][] = [
      ["name", tool.name === "", "Give the tool a name."],
      ["rate", !(Number(tool.rate) > 0), "The daily rate is to be above nothing."],
      ["days", !(Number(tool.days) >= 1 && Number(tool.days) <= 90), "The longest hire is not possible."],
      ["bought", tool.bought > new Date().toISOString().slice(0, 10), "It was bought later than now."],
      ["tagline", tool.tagline.length > 40, "The tagline is too long."],
    ];
    const unchecked: Partial<Record<Way, string[]>> = {
      advised: ["rate", "days", "bought", "tagline"],
      lies: ["days"],
    };
    return found.flatMap(([field, isWrong, words]) =>
      isWrong && !(unchecked[way] ?? [way]).includes(field) ? [words] : [],
    );
  };
  const row = (tool: Tool): string =>
    `<tr><td>${escapeHtml(tool.name)}<td>€${Number(tool.rate).toFixed(2)}<td>${Number(tool.days)} days<td>${tool.bought}<td>${escapeHtml(tool.tagline)}`;
  return (request, response) =>
    void textOf(request).then((body) => {
      const sent = new URLSearchParams(body);
      const of = (name: keyof Tool): string => (sent.get(name) ?? "").trim();
      const { pathname } = new URL(request.url ?? "/", "http://app");
      const show = (title: string, main: string): void =>
        void response.writeHead(200, { "content-type": "text/html" }).end(shell(title, main));
      if (pathname === "/about") return show("About", "<p>We lend tools to our neighbours.</p>");
      if (pathname === "/")
        return show(
          "Tools",
          `<p><a href="/new">New tool</a></p><table><thead><tr><th>Name<th>Daily rate<th>Longest hire<th>Bought<th>Tagline</thead><tbody>${tools.map(row).join("")}</tbody></table>`,
        );
      if (pathname !== "/new") return void response.writeHead(404).end(shell("Not found", ""));
      const days = of("days");
      const kept = way === "clamped" ? String(Math.min(Math.max(Number(days), 1), 90)) : days;
      const tool = {
        name: of("name"),
        rate: of("rate"),
        days: kept,
        bought: of("bought"),
        tagline: of("tagline"),
      };
      const wrong = request.method === "POST" ? wrongs(tool) : [];
      if (request.method === "POST" && wrong.length === 0) {
        tools.push(tool);
        return void response.writeHead(303, { location: "/" }).end();
      }
      const field = (name: keyof Tool, label: string, type: string): string =>
        `<div class=field><label for=${name}>${label}</label> <input id=${name} name=${name} ${type} value="${escapeHtml(of(name))}">
        ${name === "name" ? "" : `<p class=hint>${hints[name]}</p>`}</div>`;
      show(
        "New tool",
        `${wrong.map((words) => `<p role=alert>${words}</p>`).join("")}<form method=post novalidate>${field("name", "Name", "required")}
        ${field("rate", "Daily rate", "type=number step=0.01 required")}${field("days", "Longest hire", "type=number required")}
        ${field("bought", "Bought on", "type=date required")}${field("tagline", "Tagline", "")}<button>Save tool</button></form>`,
      );
    });
};

const tried = (way: Way): Promise<{ failing: string[]; yaml: string }> =>
  tryPages(browser, shed(way), { pages: 5, actions: 90, only: /bounds/ });

it.each(["rate", "days", "lies", "bought", "tagline"] as const)(
  "what the page says of the %s is to be kept to",
  { timeout: 300_000 },
  async (way) => {
    const { failing } = await tried(way);
    expect(failing).toEqual([way === "lies" ? "create-tool-within-bounds" : "new-bounds"]);
  },
);

it.each(["refused", "clamped", "advised"] as const)(
  "nothing is wrong where that is %s",
  { timeout: 300_000 },
  async (way) => {
    const { failing, yaml } = await tried(way);
    expect(failing).toEqual([]);
    expect(yaml.includes("out of bounds")).toBe(way !== "advised");
  },
);
