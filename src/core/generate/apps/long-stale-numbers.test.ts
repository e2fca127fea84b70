import { text as textOf } from "node:stream/consumers";
import type { RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Kind =
  | "sound"
  | "deaf to making"
  | "deaf to removing"
  | "says it aloud"
  | "asks again"
  | "hears of it later"
  | "tells of others now and then"
  | "goes up with each visit"
  | "lists what was opened last";

/** Guests of an evening, whom a script adds and removes, with numbers of them in a list of terms. */
const evening = (kind: Kind): RequestListener => {
  let all = ["Ada Byron", "Bela Kovacs", "Cleo Marin"];
  let visits = 40;
  let deeds = 8;
  const streams = new Set<ServerResponse>();
  const told = (): string => JSON.stringify([deeds, deeds + 40]);
  return (request, response) => {
    if (request.method === "POST" || request.method === "DELETE") {
      void textOf(request).then((name) => {
        all = request.method === "POST" ? [...all, name] : all.filter((each) => each !== name);
        deeds += 1;
        setTimeout(() => streams.forEach((stream) => stream.write(`data: ${all.length}\n\n`)), 4000);
        response.writeHead(204).end();
      });
      return;
    }
    if (request.url === "/left") return void response.writeHead(200).end(String(all.length));
    if (request.url === "/told") return void response.writeHead(200).end(told());
    if (request.url === "/stream") {
      streams.add(response.writeHead(200, { "content-type": "text/event-stream" }));
      response.flushHeaders();
      return void request.on("close", () => streams.delete(response));
    }
    if (!/^\/(?:\?|$)/.test(request.url ?? "")) return void response.writeHead(404).end();
    visits += 1;
    const isDeaf = ["deaf to making", "asks again", "hears of it later"].includes(kind);
    response.writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><html lang=en><meta charset=utf-8><title>Evening</title><link rel=icon href="data:,">
      <main><h1>Summer evening</h1>${kind === "lists what was opened last" ? `<ul aria-label="Opened last"><li><a href="/?of=3">Hall of mirrors</a><li><a href="/?of=${deeds > 12 ? 2 : 1}">${deeds > 12 ? "Cellar" : "Garden"}</a></ul><p>Free <b id=free></b></p>` : ""}<p><span>Places left</span><b id=left style="display: inline-block; margin-left: 8px"></b></p><dl><dt>Room</dt><dd>Hall 2</dd><dt>Opened</dt><dd>${visits}</dd>
      ${kind === "goes up with each visit" ? `<dt>Requests</dt><dd>${visits} of 9000</dd>` : ""}${kind === "tells of others now and then" ? "<dt>Activity</dt><dd id=deeds></dd><dt>Approvals</dt><dd id=asked></dd>" : ""}<dt>Checked</dt><dd id=since>0 s ago</dd></dl>
      <form><label>Guest <input name=guest required></label> <button>Add guest</button></form>
      <table><thead><tr><th>Guest<th>Action</tr></thead><tbody></tbody></table></main>
      <script>let all = ${JSON.stringify(all)}, began = Date.now(); const $ = (what) => document.querySelector(what);
        const count = (many = all.length) => { $("#left").textContent = (20 - many) + " of 20"; if ($("#free")) $("#free").textContent = 20 - many; };
        const say = (text) => { if (${kind !== "says it aloud"}) return; const p = document.createElement("p"); p.role = "status"; p.textContent = text; $("h1").after(p); setTimeout(() => p.remove(), 4000); };
        const draw = () => { $("tbody").replaceChildren(...all.map((name) => {
          const row = document.createElement("tr"), cell = document.createElement("td"), last = document.createElement("td"), button = document.createElement("button");
          cell.textContent = name; button.textContent = "Remove"; last.append(button); row.append(cell, last);
          button.onclick = async () => { await fetch("/", { method: "DELETE", body: name });
            all = all.filter((each) => each !== name); draw(); if (${kind !== "deaf to removing"}) count(); say("Places left 1 of 20 more"); };
          return row; })); };
        $("form").onsubmit = async (event) => { event.preventDefault(); const name = $("input").value.trim();
          if (!name) return; await fetch("/", { method: "POST", body: name });
          all = [...all, name]; $("form").reset(); draw(); if (${!isDeaf}) count(); say("Places left 1 of 20 fewer"); };
        if (${kind === "asks again"}) setInterval(async () => count(Number(await (await fetch("/left")).text())), 3000);
        if (${kind === "hears of it later"}) new EventSource("/stream").onmessage = ({ data }) => count(Number(data));
        const tell = ([deeds, asked]) => { $("#deeds").textContent = deeds; $("#asked").textContent = asked; };
        if (${kind === "tells of others now and then"}) { tell(${told()}); setInterval(async () => tell(await (await fetch("/told")).json()), 20000); }
        setInterval(() => { $("#since").textContent = Math.round((Date.now() - began) / 1000) + " s ago"; }, 1000);
        draw(); count();</script>`);
  };
};

it.each<[Kind, string[], boolean]>([
  ["sound", [], true],
  ["deaf to making", ["create-guest-whole"], true],
  ["deaf to removing", ["delete-guest"], true],
  ["says it aloud", [], false],
  ["asks again", [], false],
  ["hears of it later", [], false],
  ["tells of others now and then", [], true],
  ["goes up with each visit", [], true],
  ["lists what was opened last", [], true],
])("numbers of a page that is %s", { timeout: 240_000 }, async (kind, expected, isTold) => {
  const { found, yaml } = await suiteForApp(browser, evening(kind));
  expect(found).toEqual(expected);
  expect(yaml.includes("told_with_guest")).toBe(isTold);
  expect(yaml).not.toMatch(/match: .*(?:Opened|Requests|Checked|9000|Activity|Approvals|Garden|Cellar)/);
});
