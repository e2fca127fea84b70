import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Members who are booked into a class in a dialog of its page, all by scripts. */
const studio = (isStale: boolean): RequestListener => {
  let members = ["Ada Byron", "Bela Kovacs", "Cleo Marin", "Dara Singh"];
  let booked = ["Ada Byron", "Cleo Marin"];
  const frame = (title: string, main: string, script: string): string =>
    `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Members</a> <a href="/flow">Morning flow</a></nav>
    <main><h1>${title}</h1>${main}</main><script>const $ = (what) => document.querySelector(what), send = (method, body) => fetch("", { method, body });
    const rows = (all, remove) => $("tbody").replaceChildren(...all.map((name) => { const row = document.createElement("tr"), cells = [0, 1].map(() => document.createElement("td")), button = document.createElement("button");
      cells[0].textContent = name; button.textContent = "Remove"; button.onclick = () => remove(name); cells[1].append(button); row.append(...cells); return row; }));${script}</script>`;
  const list = (): string =>
    frame(
      "Members",
      "<form><label>Name <input name=name required></label> <button>Add member</button></form><table><thead><tr><th>Name<th>Action</tr></thead><tbody></tbody></table>",
      `let all = ${JSON.stringify(members)}; const draw = () => rows(all, async (name) => { await send("DELETE", name); all = all.filter((each) => each !== name); draw(); });
       $("form").onsubmit = async (event) => { event.preventDefault(); const name = $("input").value.trim(); if (!name) return; await send("POST", name); all.push(name); $("form").reset(); draw(); }; draw();`,
    );
  const flow = (): string =>
    frame(
      "Morning flow",
      `<dl><dt>Room</dt><dd>Hall B</dd><dt>Places left</dt><dd>${12 - booked.length} of 12</dd><dt>Coach</dt><dd>Noor</dd></dl><h2>Booked</h2><button type=button id=open>Book a member</button>
       <table><thead><tr><th>Member<th>Action</tr></thead><tbody></tbody></table><dialog aria-label="Book a member"><form><label>Member <select name=member required></select></label> <button>Save booking</button></form></dialog>`,
      `let all = ${JSON.stringify(booked)}; const members = ${JSON.stringify(members)}; const count = () => { $("dd:nth-of-type(2)").textContent = 12 - all.length + " of 12"; };
       const draw = () => rows(all, async (name) => { await send("DELETE", name); all = all.filter((each) => each !== name); draw(); count(); });
       $("#open").onclick = () => { $("select").replaceChildren(new Option("Choose one", ""), ...members.filter((each) => !all.includes(each)).map((each) => new Option(each))); $("dialog").showModal(); };
       $("form").onsubmit = async (event) => { event.preventDefault(); const name = $("select").value; await send("POST", name); all.push(name); $("dialog").close(); draw(); ${isStale ? "" : "count();"} }; draw();`,
    );
  return (request, response) =>
    void textOf(request).then((name) => {
      const isFlow = request.url === "/flow";
      if (!isFlow && request.url !== "/") return void response.writeHead(404).end();
      if (request.method === "GET")
        return void response
          .writeHead(200, { "content-type": "text/html" })
          .end((isFlow ? flow() : list()).replaceAll("</samp>", "<\\/samp>"));
      const change = (all: string[]): string[] =>
        request.method === "POST" ? [...all, name] : all.filter((each) => each !== name);
      if (isFlow) booked = change(booked);
      else members = change(members);
      response.writeHead(204).end();
    });
};

it.each([false, true])(
  "the places that are left in a class follow a booking, stale: %s",
  { timeout: 300_000 },
  async (isStale) => {
    const { found, told, yaml } = await suiteForApp(browser, studio(isStale));
    expect(found.filter((id) => !id.startsWith("create-"))).toEqual([]);
    expect(found.length > 0).toBe(isStale);
    expect(yaml).toMatch(/match: Places left \?\\d\+ of \\d\+/);
    expect(told.some((why) => why.includes("Places left"))).toBe(isStale);
  },
);
