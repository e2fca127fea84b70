import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
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

type Fault = "departure" | "markup" | "around";
type Stay = { id: number; guest: string; room: string; from: string; to: string; remarks: string };

const GUESTS = ["Ann Moor", "Bert Lund", "Cleo Hart"];
const ROOMS = ["Lighthouse", "Anchor"];

const daysOn = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Stays in rooms, each of which is had once at a time; the form begins with days of its own. */
const createStays = (has: (fault: Fault) => boolean): RequestListener => {
  const today = new Date().toISOString().slice(0, 10);
  const stays: Stay[] = GUESTS.map((guest, at) => ({
    id: 101 + at,
    guest,
    room: ROOMS[at % 2] ?? "",
    from: daysOn(today, 20 + 5 * at),
    to: daysOn(today, 22 + 5 * at),
    remarks: "",
  }));
  const isTaken = ({ id, room, from, to }: Stay): boolean =>
    stays.some(
      (other) =>
        other.id !== id &&
        other.room === room &&
        (has("around")
          ? (from >= other.from && from < other.to) || (to > other.from && to <= other.to)
          : from < other.to && to > other.from),
    );
  const options = (all: string[], chosen: string): string =>
    all.map((each) => `<option${each === chosen ? " selected" : ""}>${escapeHtml(each)}</option>`).join("");
  const form = ({ guest, room, from, to, remarks }: Stay, said: string): string => `${said}<form method=post>
    <label>Guest <select name=guest required><option value="">Choose a guest</option>${options(GUESTS, guest)}</select></label>
    <label>Room <select name=room required><option value="">Choose a room</option>${options(ROOMS, room)}</select></label>
    <label>Arrival <input type=date name=from required value="${from}"></label>
    <label>Departure <input type=date name=to required value="${to}"></label>
    <label>Remarks <textarea name=remarks>${escapeHtml(remarks)}</textarea></label><button>Save booking</button></form>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang=en><title>${escapeHtml(title)}</title><link rel=icon href="data:,"><nav><a href="/">Bookings</a></nav>
        <main><h1>${escapeHtml(title)}</h1>${main}</main>`);
    };
    const [, id = "", deed = ""] = /^\/bookings\/(\w+)\/?(\w*)$/.exec(pathname) ?? [];
    const one = stays.find((each) => String(each.id) === id);
    if (pathname === "/")
      return show(
        "Bookings",
        `<p><a href="/bookings/new">New booking</a></p><table aria-label=Bookings><thead><tr><th>Number<th>Guest<th>Arrival</tr></thead><tbody>${stays
          .map(
            (each) =>
              `<tr><td><a href="/bookings/${each.id}">${each.id}</a><td>${each.guest}<td>${written(each.from)}</tr>`,
          )
          .join("")}</tbody></table>`,
      );
    const empty: Stay = {
      id: 0,
      guest: "",
      room: "",
      from: daysOn(today, 1),
      to: daysOn(today, 3),
      remarks: "",
    };
    if ((id !== "new" && !one) || !/^(?:|edit)$/.test(deed)) return show("Not found", "", 404);
    const title = one ? "Edit booking" : "New booking";
    if (request.method === "POST") {
      const put = { ...(one ?? empty), ...Object.fromEntries(new URLSearchParams(await textOf(request))) };
      const wrong =
        put.guest === "" || put.room === ""
          ? "Please choose a guest and a room."
          : put.to <= put.from
            ? "Departure must be after the arrival."
            : isTaken(put)
              ? `${put.room} is already booked on these days.`
              : "";
      if (wrong !== "") return show(title, form(put, `<p role=alert>${escapeHtml(wrong)}</p>`), 422);
      const kept = one ? Object.assign(one, put) : { ...put, id: 101 + stays.length };
      if (!one) stays.push(kept);
      return void response.writeHead(303, { location: `/bookings/${kept.id}` }).end();
    }
    if (!one) return show(title, form(empty, ""));
    if (deed === "edit")
      return show(title, form({ ...one, to: has("departure") ? daysOn(one.to, -1) : one.to }, ""));
    return show(
      `Booking ${one.id}`,
      `<p>${escapeHtml(one.guest)}, ${escapeHtml(one.room)}</p><p>${written(one.from)} to ${written(one.to)}</p><p>${has("markup") ? one.remarks : escapeHtml(one.remarks)}</p><p><a href="/bookings/${one.id}/edit">Edit booking</a></p>`,
    );
  };
  return (request, response) => void answer(request, response);
};

const cases: Record<Fault, string> = {
  departure: "edit-booking",
  markup: "create-booking",
  around: "create-booking-overlaps",
};
const limits = { only: /^(?:create|edit)-/, pages: 8, actions: 300 };

it("stays in rooms that are had once are on days of their own", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(
    browser,
    createStays(() => false),
    limits,
  );
  for (const id of Object.values(cases)) expect(yaml).toContain(`- id: ${id}\n`);
  expect(yaml).toContain("after: free_day");
  expect(failing).toEqual([]);
});

it.each(Object.entries(cases))("a fault of stays is found: %s", { timeout: 240_000 }, async (fault, id) => {
  const { failing } = await tryPages(
    browser,
    createStays((each) => each === fault),
    limits,
  );
  expect(failing[0]).toBe(id);
});
