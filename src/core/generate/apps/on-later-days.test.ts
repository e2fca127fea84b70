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

const today = new Date().toISOString().slice(0, 10);
const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** Reminders, whose form begins with today. `off`: a later day is stored as the one before; `near`: none after this year is taken. */
const reminders = (fault: "" | "off" | "near"): RequestListener => {
  let all = [
    { id: 1, title: "Water the plants", day: "2030-01-07" },
    { id: 2, title: "Call the plumber", day: "2030-03-19" },
    { id: 3, title: "Renew the passport", day: "2030-09-21" },
  ];
  let last = 3;
  return (request, response) => {
    const { method, url = "/" } = request;
    const back = (): void => void response.writeHead(303, { location: "/" }).end();
    const gone = /^\/(\d+)\/delete$/.exec(url)?.[1];
    if (method === "POST" && gone !== undefined) {
      all = all.filter(({ id }) => String(id) !== gone);
      back();
    } else if (method === "POST") {
      void textOf(request).then((body) => {
        const sent = new URLSearchParams(body);
        const [title, day] = [sent.get("title") ?? "", sent.get("day") ?? ""];
        const isFar = fault === "near" && day > `${today.slice(0, 4)}-12-31`;
        if (title.trim() === "" || day < today || isFar)
          return void response.writeHead(422, { "content-type": "text/html" }).end(page("Not that day."));
        last += 1;
        all.push({ id: last, title, day: fault === "off" && day > today ? dayBefore(day) : day });
        back();
      });
    } else if (url === "/")
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(""));
    else response.writeHead(404).end();
  };
  function page(problem: string): string {
    const rows = all.map(
      ({ id, title, day }) =>
        `<tr><td>${escapeHtml(title)}<td>${written(day)}<td><form method=post action="/${id}/delete"><button>Delete</button></form>`,
    );
    return `<!doctype html><html lang=en><meta charset=utf-8><title>Reminders</title><link rel=icon href="data:,"><main><h1>Reminders</h1>
    <form method=post action="/"><label>Title <input name=title required></label> <label>Remind me on <input type=date name=day min="${today}" value="${today}"></label>
    <p role=alert>${problem}</p><button>Add reminder</button></form>
    <table aria-label=Reminders><thead><tr><th>Title<th>Remind me on<th></thead><tbody>${rows.join("")}</table></main>`;
  }
};

it.each([
  ["keeps a later day", "", []],
  ["takes none that is far", "near", []],
  ["keeps the day before", "off", ["shows-reminder"]],
] as const)(
  "a list whose form begins with today, and which %s",
  { timeout: 240_000 },
  async (_, fault, expected) => {
    const { failing, yaml } = await tryPages(browser, reminders(fault), { actions: 300 });
    expect(failing).toEqual(expected);
    expect(yaml.includes("14 Jun 2030")).toBe(fault !== "near");
  },
);
