import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
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

type Booking = { room: string; date: string; hour: string; purpose: string };

const ROOMS = ["Alder Room", "Birch Room", "Chapel Room"];
const HOURS = ["09:00", "10:00", "11:00", "14:00", "15:00", "16:00", "17:00", "18:00"];
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title} – Hall</title><link rel=icon href="data:,">
  <nav><a href="/rooms">Rooms</a> <a href="/bookings">Bookings</a></nav><main><h1>${title}</h1>${main}</main>`;

/** The hours of the day that is chosen are buttons, and those that somebody has cannot be chosen. */
const roomPage = (name: string, at: number): string =>
  shell(
    name,
    `<form method=post action="/rooms/${at}"><h2>Book this room</h2>
  <label>Date <input type=date name=date required value="${dayIn(1)}" min="${dayIn(0)}" max="${dayIn(60)}"></label>
  <fieldset><legend>Start time</legend><p id=hours></p></fieldset>
  <label>Purpose <input name=purpose required maxlength=80></label> <button>Book room</button></form>
  <script>const date = document.querySelector("[type=date]");
  const show = async () => { const taken = await (await fetch("/rooms/${at}/taken?date=" + date.value)).json();
    document.querySelector("#hours").innerHTML = ${JSON.stringify(HOURS)}.map((hour) => "<label><input type=radio name=hour required value='" + hour + "'" + (taken.includes(hour) ? " disabled> " + hour + " – not free" : "> " + hour) + "</label>").join(" "); };
  date.onchange = show; show();</script>`,
  );

const generate = async (isCut: boolean) => {
  let bookings: Booking[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const show = (html: string, status = 200): void =>
      void response.writeHead(status, { "content-type": "text/html" }).end(html);
    const seeOther = (location: string): void => void response.writeHead(303, { location }).end();
    const [, room, part] = /^\/rooms\/(\d)(\/taken)?$/.exec(pathname) ?? [];
    const name = ROOMS[Number(room)];
    if (name !== undefined && part !== undefined) {
      const taken = bookings.filter((each) => each.room === name && each.date === searchParams.get("date"));
      return void response.end(JSON.stringify(taken.map(({ hour }) => hour)));
    }
    if (name !== undefined && request.method === "POST") {
      const {
        date = "",
        hour = "",
        purpose = "",
      } = Object.fromEntries(new URLSearchParams(await textOf(request)));
      const isTaken = bookings.some((each) => each.room === name && each.date === date && each.hour === hour);
      if (isTaken || !HOURS.includes(hour) || date < dayIn(0) || date > dayIn(60) || purpose.trim() === "")
        return show(shell(name, "<p role=alert>This cannot be booked.</p>"), 422);
      bookings.push({ room: name, date, hour, purpose: isCut ? purpose.slice(0, 8) : purpose });
      return seeOther("/bookings");
    }
    if (request.method === "POST") {
      bookings = bookings.filter((_, at) => String(at) !== searchParams.get("cancel"));
      return seeOther("/bookings");
    }
    if (name !== undefined) return show(roomPage(name, Number(room)));
    if (pathname === "/bookings")
      return show(
        shell(
          "Bookings",
          bookings.length === 0
            ? "<p>You have booked nothing."
            : `<ul>${bookings.map((each, at) => `<li><h2>${each.room}</h2> ${each.date}, ${each.hour}: ${escapeHtml(each.purpose)} <form method=post action="/bookings?cancel=${at}"><button>Cancel booking</button></form>`).join("")}</ul>`,
        ),
      );
    if (pathname !== "/" && pathname !== "/rooms") return show(shell("Not found", ""), 404);
    show(
      shell(
        "Rooms",
        `<ul>${ROOMS.map((each, at) => `<li><a href="/rooms/${at}">${each}</a>`).join("")}</ul>`,
      ),
    );
  };
  return suiteForApp(browser, (request, response) => void answer(request, response));
};

it("an hour that is free is chosen, another each time", { timeout: 480_000 }, async () => {
  const { told, dropped, yaml } = await generate(false);
  expect(told).toEqual([]);
  expect(dropped).toEqual([]);
  expect(yaml).toContain("click: Book room");
  expect(yaml).toContain(`contains: "Tracewright \${tag} Zoë & O'Neil"`);
  // The last day that is taken is another tomorrow.
  expect(yaml).toContain("in_62_days: {date: {after: today, days: 62}}");
});

it("a purpose that is cut is found", { timeout: 480_000 }, async () => {
  const { found } = await generate(true);
  expect(found).toEqual(["room-hard-text", "room-submit"]);
});
