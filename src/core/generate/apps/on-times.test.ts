import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
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

type Way =
  | "is sound"
  | "writes am and pm"
  | "takes mornings alone"
  | "keeps seconds"
  | "offers an afternoon as a morning"
  | "lists an afternoon as a morning";

const halved = (time: string): string => {
  const hour = Number(time.slice(0, 2));
  return `${String(hour % 12 || 12).padStart(2, "0")}:${time.slice(3, 5)}`;
};
const withHalf = (time: string): string =>
  `${halved(time).replace(/^0/, "")} ${Number(time.slice(0, 2)) < 12 ? "am" : "pm"}`;

/** Meetings, each at a time that is typed. */
const createMeetings = (way: Way): RequestListener => {
  let meetings = ["Stand-up 08:15", "Review 09:00", "Retro 20:45", "Lunch 12:30"].map((text, id) => ({
    id,
    name: text.split(" ")[0] ?? "",
    time: text.slice(-5),
  }));
  let last = meetings.length;
  const listed = (time: string): string => {
    if (way === "writes am and pm") return withHalf(time);
    return way === "lists an afternoon as a morning" ? halved(time) : time;
  };
  const offered = (time: string): string => {
    if (way === "offers an afternoon as a morning") return halved(time);
    return way === "keeps seconds" ? `${time}:00` : time;
  };
  const form = (title: string, name: string, time: string, said = ""): string =>
    `<h1>${title}</h1><p role=alert>${said}</p><form method=post><label>Name <input name=name value="${escapeHtml(name)}" required></label>
    <label>Starts <input type=time step=any name=time value="${time}" required></label> <button>Save meeting</button></form>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const sent = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const show = (main: string, status = 200): void =>
      void response
        .writeHead(status, { "content-type": "text/html; charset=utf-8" })
        .end(
          `<!doctype html><html lang=en><meta charset=utf-8><title>Meetings</title><link rel=icon href="data:,"><nav><a href="/">Meetings</a></nav><main>${main}</main>`,
        );
    const home = (): void => void response.writeHead(303, { location: "/" }).end();
    const [, id = "", what = ""] = /^\/meetings\/(\d+)\/(edit|delete)$/.exec(pathname) ?? [];
    const meeting = meetings.find((each) => String(each.id) === id);
    const [name, time] = [(sent.get("name") ?? "").trim(), (sent.get("time") ?? "").slice(0, 5)];
    const isLate = way === "takes mornings alone" && time > "12:59";
    if (pathname === "/new" || (meeting && what === "edit")) {
      const title = meeting ? "Edit meeting" : "New meeting";
      if (request.method !== "POST")
        return show(form(title, meeting?.name ?? "", meeting ? offered(meeting.time) : ""));
      if (isLate) return show(form(title, name, time, "Please choose a time in the morning."), 422);
      if (meeting) Object.assign(meeting, { name, time });
      else meetings.push({ id: (last += 1), name, time });
      return home();
    }
    if (meeting && what === "delete") {
      meetings = meetings.filter((each) => each !== meeting);
      return home();
    }
    if (pathname !== "/") return show("<h1>Not found</h1>", 404);
    const rows = meetings
      .map(
        (each) =>
          `<tr><td>${escapeHtml(each.name)}<td>${listed(each.time)}<td><a href="/meetings/${each.id}/edit">Edit</a> <form method=post action="/meetings/${each.id}/delete"><button>Delete</button></form>`,
      )
      .join("");
    return show(
      `<h1>Meetings</h1><p><a href="/new">New meeting</a></p><table><thead><tr><th>Name<th>Starts<th>Actions<tbody>${rows}</table>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[Way, string[], RegExp]>([
  ["is sound", [], /contains: "?15:30/],
  ["writes am and pm", [], /contains: "?3:30 pm/],
  ["takes mornings alone", [], /contains: "?10:30/],
  ["keeps seconds", [], /contains: "?15:30/],
  ["offers an afternoon as a morning", ["edit-meeting"], /is: "?15:30/],
  ["lists an afternoon as a morning", ["shows-meeting"], /contains: "?15:30/],
])("a plan of meetings that %s", { timeout: 240_000 }, async (way, expected, says) => {
  const { failing, yaml } = await tryPages(browser, createMeetings(way), { only: /meeting/, pages: 5 });
  expect(failing).toEqual(expected);
  expect(yaml).toMatch(says);
});
