import { json, text } from "node:stream/consumers";
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

type Guest = { name: string; locker: string };

const page = `<!doctype html><html lang=en><meta charset=utf-8><title>Guests</title><link rel=icon href="data:,"><main><h1>Guests</h1>
  <button id=new>New guest</button><table aria-label=Guests><thead><tr><th>Name<th>Locker</tr></thead><tbody></tbody></table>
  <dialog aria-label="New guest"><form method=dialog><label>Name <input name=name></label> <label>Locker <input name=locker></label><p role=alert></p>
  <button value=save>Save guest</button></form></dialog></main><script>
  const dialog = document.querySelector("dialog"), form = document.querySelector("form");
  const draw = async () => { const guests = await (await fetch("/api/guests")).json(); document.querySelector("tbody").replaceChildren(...guests.map((guest) => {
    const row = document.createElement("tr"); for (const text of [guest.name, guest.locker]) row.insertCell().textContent = text; return row; })); };
  document.querySelector("#new").onclick = () => { form.reset(); document.querySelector("[role=alert]").textContent = ""; dialog.showModal(); };
  form.onsubmit = async (event) => { event.preventDefault();
    const answer = await fetch("/api/guests", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(Object.fromEntries(new FormData(form))) });
    if (answer.ok) { dialog.close(); await draw(); } else document.querySelector("[role=alert]").textContent = (await answer.json()).message; };
  draw();</script>`;

it("what can be had once, and was had by an earlier try, is no fault", { timeout: 240_000 }, async () => {
  const guests: Guest[] = [
    { name: "Ann Lee", locker: "2" },
    { name: "Bob Ray", locker: "5" },
  ];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, body: unknown): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url !== "/api/guests")
      return void response
        .writeHead(200, { "content-type": "text/html" })
        .end(request.url === "/" ? page : "");
    if (request.method === "GET") return send(200, guests);
    const { name, locker } = (await json(request)) as Guest;
    if (!name.trim()) return send(422, { message: "Please give a name." });
    if (!/^[1-9]$/.test(locker)) return send(422, { message: "The locker is from 3 to 9, please." });
    if (guests.some((guest) => guest.locker === locker))
      return send(409, { message: `Locker ${locker} is already in use.` });
    guests.push({ name, locker });
    return send(201, {});
  };
  const { told, dropped } = await suiteForApp(browser, (request, response) => void answer(request, response));
  expect(guests.length).toBeGreaterThan(2);
  expect(told).toEqual([]);
  expect(dropped.join("\n")).toMatch(/is there already/);
});

type Room = { number: string; kind: string; about: string };

const roomsIn = (rooms: Room[], by: string, down: boolean): string =>
  `<h1>Rooms</h1><a href="/new">New room</a> <a href="/stay">Your stay</a><table aria-label=Rooms><thead><tr>${[
    ["number", "Number"],
    ["kind", "Type"],
  ]
    .map(([key, name]) => `<th><a href="/?by=${key}${by === key && !down ? "&down=1" : ""}">${name}</a>`)
    .join("")}</tr></thead><tbody>${rooms
    .toSorted(
      (a, b) =>
        (by === "kind" ? a.kind.localeCompare(b.kind) : Number(a.number) - Number(b.number)) *
        (down ? -1 : 1),
    )
    .map(({ number, kind }) => `<tr><td><a href="/edit?room=${number}">${number}</a><td>${kind}</tr>`)
    .join("")}</tbody></table>`;

/** Two of the rooms to begin with, and all that fit once some are asked for. */
const stay = (rooms: Room[], kind: string | null): string =>
  `<h1>Your stay</h1><form><label>Type <select name=kind>${["", "Single", "Double"]
    .map((each) => `<option value="${each}"${each === kind ? " selected" : ""}>${each || "Any"}`)
    .join("")}</select></label><button>Search rooms</button></form><ul aria-label=Offers>${rooms
    .filter((room) => !kind || room.kind === kind)
    .slice(0, kind === null ? 2 : 100)
    .map(({ number, kind: type }) => `<li><h2>Room ${number}</h2><p>${type}</p></li>`)
    .join("")}</ul>`;

const roomForm = (
  room: Room | null,
): string => `<h1>${room ? "Change" : "New"} room</h1><form method=post aria-label="${room ? "Change" : "New"} room"><label>Room number <input name=number maxlength=6 required value="${room?.number ?? ""}"></label>
  <label>Type <select name=kind>${["Single", "Double", "Suite"].map((kind) => `<option${kind === room?.kind ? " selected" : ""}>${kind}`).join("")}</select></label>
  <label>Description <textarea name=about required>${escapeHtml(room?.about ?? "")}</textarea></label><button>Save room</button></form>`;

it(
  "an item is known by what its list shows of it, and numbered where the others are",
  { timeout: 240_000 },
  async () => {
    const rooms = ["7", "12", "101", "25"].map((number, at): Room => ({
      number,
      kind: at % 2 ? "Single" : "Double",
      about: "",
    }));
    const { told, dropped, yaml } = await suiteForApp(browser, (request, response) => {
      const url = new URL(request.url ?? "/", "http://app");
      const show = (status: number, main: string): void =>
        void response
          .writeHead(status, { "content-type": "text/html; charset=utf-8" })
          .end(
            `<!doctype html><html lang=en><title>Rooms</title><link rel=icon href="data:,"><main>${main}</main>`,
          );
      if (request.method === "POST")
        return void text(request).then((sent) => {
          const given = Object.fromEntries(new URLSearchParams(sent)) as Room;
          if (!given.number || !given.about)
            return show(422, `<p role=alert>Please give a number and a description.</p>${roomForm(null)}`);
          const room = rooms.find(({ number }) => number === url.searchParams.get("room"));
          if (room) Object.assign(room, given);
          else rooms.push(given);
          return void response.writeHead(303, { location: "/" }).end();
        });
      const asked = rooms.find(({ number }) => number === url.searchParams.get("room"));
      if (url.pathname === "/edit" && asked) return show(200, roomForm(asked));
      if (url.pathname === "/new") return show(200, roomForm(null));
      if (url.pathname === "/stay") return show(200, stay(rooms, url.searchParams.get("kind")));
      return show(
        url.pathname === "/" ? 200 : 404,
        url.pathname === "/"
          ? roomsIn(rooms, url.searchParams.get("by") ?? "number", url.searchParams.has("down"))
          : "<h1>Not found</h1>",
      );
    });
    expect(told).toEqual([]);
    expect(dropped).toEqual([]);
    for (const id of ["create-room", "edit-room", "sort-home-number", "filter-stay-type"])
      expect(yaml).toContain(`id: ${id}\n`);
  },
);
