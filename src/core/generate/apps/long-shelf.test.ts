import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Fault = "lists none" | "removes the last" | "keeps one" | "compares others" | "brings back";

const boats = ["Albatross", "Blue Heron", "Cormorant", "Dunlin", "Egret"];
const MOST_COMPARED = 2;

/** Boats for hire: hearts in the rows of all, with a page of one's own for what they mark, and two that are compared side by side. */
const hire = (saved: number[], ...faults: Fault[]): RequestListener => {
  const compared: number[] = [];
  /** What the next page leaves out, and the one after that does not. */
  let hidden: number | null = null;
  const nav = (): string =>
    `<nav aria-label=Main><a href="/">Boats</a> <a href="/saved">Saved (${saved.length})</a> <a href="/compare">Compare</a> <a href="/about">About</a></nav>`;
  const button = (action: string, name: string, boat: string): string =>
    `<form method=post action="${action}"><button>${name}<span style="position:absolute;left:-9999px">: ${boat}</span></button></form>`;
  const rows = (each: (boat: string, at: number) => string, some: number[]): string =>
    `<ul>${some.map((at) => `<li><a href="/boats/${at}">${boats[at]}</a> ${each(boats[at] ?? "", at)}</li>`).join("")}</ul>`;
  const pages: Record<string, () => string> = {
    "/": () =>
      `<h1>Boats</h1>${rows(
        (boat, at) => button(`/save/${at}`, saved.includes(at) ? "♥ Saved" : "♡ Save", boat),
        boats.map((_, at) => at),
      )}`,
    "/saved": () =>
      `<h1>Saved boats</h1>${saved.length === 0 || faults.includes("lists none") ? "<p>None yet.</p>" : rows((boat, at) => button(`/drop/${at}`, "Remove", boat), saved)}`,
    "/compare": () =>
      `<h1>Compare</h1>${compared.length === 0 ? "<p>Nothing to compare.</p>" : `<table><tr><th>Boat${compared.map((at) => `<td>${boats[at]}`).join("")}<tr><th>Remove${compared.map((at) => `<td>${button(`/part/${at}`, "Remove", boats[at] ?? "")}`).join("")}</table>`}`,
    "/about": () => "<h1>About</h1><p>We have hired out boats for thirty years.</p>",
  };
  const drop = (list: number[], at: number): void => {
    const place = list.indexOf(at);
    if (place >= 0) list.splice(place, 1);
  };
  return (request, response) => {
    const [, action = "", id = ""] = (request.url ?? "").split("/");
    const at = Number(id);
    if (request.method === "POST") {
      if (action === "drop" && faults.includes("brings back")) hidden = at;
      if (action === "save" && saved.includes(at)) drop(saved, at);
      else if (action === "save") saved.splice(0, faults.includes("keeps one") ? saved.length : 0, at);
      if (action === "drop" && faults.includes("removes the last")) saved.pop();
      else if (action === "drop" && hidden === null) drop(saved, at);
      const other = (at + 1) % boats.length;
      if (action === "compare" && compared.length < MOST_COMPARED && !compared.includes(at))
        compared.push(faults.includes("compares others") && at > 0 ? other : at);
      if (action === "part") drop(compared, at);
      const back = { save: "/", drop: "/saved", part: "/compare" }[action] ?? `/boats/${id}`;
      return void response.writeHead(303, { location: back }).end();
    }
    const isBoat = action === "boats" && boats[at] !== undefined;
    const shown = saved.slice();
    if (hidden !== null) drop(saved, hidden);
    const body = isBoat
      ? `<h1>${boats[at]}</h1><p>Sleeps ${at + 2}.</p><form method=post action="/compare/${at}"><button>Compare</button></form>`
      : pages[request.url ?? ""]?.();
    if (hidden !== null) saved.splice(0, saved.length, ...shown);
    hidden = null;
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Boats for hire</title><link rel=icon href="data:,"><header>${nav()}</header><main>${body ?? "<h1>Not found</h1>"}</main>`,
    );
  };
};

type Try = [what: string, app: RequestListener, failing: string[]];

describe("what one has marked", () => {
  const tries: Try[] = [
    ["is listed and removed", hire([]), []],
    ["is only what was marked last", hire([], "keeps one"), ["shelf-saved"]],
    [
      "loses its last where another is removed, or is another than was marked",
      hire([], "removes the last", "compares others"),
      ["shelf-saved", "shelf-compare"],
    ],
    ["is back when the page is opened again", hire([], "brings back"), ["shelf-saved"]],
  ];
  it.each(tries)("%s", { timeout: 240_000 }, async (_, app, expected) => {
    const { failing, yaml } = await tryPages(browser, app, { pages: 20, actions: 400 });
    expect(failing).toEqual(expected);
    expect(yaml).toContain("id: shelf-saved");
    expect(yaml).toContain("id: shelf-compare");
  });

  it(
    "is to be on the page that is there for it, and taken back where it is not",
    { timeout: 240_000 },
    async () => {
      const limits = { pages: 20, actions: 400 };
      const saved: number[] = [];
      const { yaml } = await tryPages(browser, hire(saved, "lists none"), { ...limits, only: /^none$/ });
      expect(yaml).toContain("id: shelf-saved");
      expect(saved).toEqual([]);
      const { failing } = await tryPages(browser, hire(saved, "lists none"), { ...limits, only: /^shelf/ });
      expect(failing).toEqual(["shelf-saved"]);
    },
  );
});
