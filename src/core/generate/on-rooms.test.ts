import { json } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
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
