import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const TITLES = ["Paper Boats", "The Long Pier", "Winter Light", "Frankenstein"];
const BRANCHES = ["Central Library", "Hillside Branch", "Harbour Branch"];

type Way =
  | "sound"
  | "given up on its own page"
  | "for another branch"
  | "listed until one comes again"
  | "counted once one comes again"
  | "only marked as cancelled";
type Hold = { title: string; branch: string; over?: boolean };

/** A library that puts books on hold, by a dialog of their pages. */
const library = (way: Way, holds: Hold[]): RequestListener => {
  const shell = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Titles</a> <a href="/holds">Holds</a></nav><main><h1>${title}</h1>${main}</main>`;
  const page = (title: string): string => {
    const own = holds.find((each) => each.title === title);
    const queue = holds.filter((each) => each.title === title && !each.over).length + 13;
    return shell(
      title,
      `<p><b>${queue} people waiting</b></p><div id=own>${own ? `On hold at ${own.branch}.` : "<button type=button id=reserve>Reserve</button>"}</div>
      <dialog aria-label="Place a hold"><form><label>Pick-up branch <select name=branch>${BRANCHES.map((each) => `<option>${each}`).join("")}</select></label><button>Place hold</button> <button type=button id=no>Close</button></form></dialog>
      ${own && way === "given up on its own page" ? `<form method=post action="/holds/${encodeURIComponent(title)}"><button>Cancel hold</button></form>` : ""}
      <script>const dialog = document.querySelector("dialog"), reserve = document.querySelector("#reserve");
        if (reserve) reserve.onclick = () => dialog.showModal();
        document.querySelector("#no").onclick = () => dialog.close();
        document.querySelector("dialog form").onsubmit = async (event) => { event.preventDefault();
          await fetch(location.pathname, { method: "POST", body: event.target.branch.value });
          dialog.close();
          document.querySelector("#own").textContent = "On hold at " + event.target.branch.value + ".";
          if (${way !== "counted once one comes again"}) document.querySelector("b").textContent = "${queue + 1} people waiting"; };</script>`,
    );
  };
  const list = (): string =>
    shell(
      "Holds",
      `<ul aria-label="My holds">${holds.map(({ title, branch, over }) => `<li><h2>${title}</h2><p>Pick-up: ${branch}</p>${over ? "<p>Cancelled</p>" : way === "given up on its own page" ? "" : `<button type=button aria-label="Cancel hold on ${title}" data-title="${title}">Cancel hold</button>`}`).join("")}</ul>${holds.length === 0 ? "<p>You have no holds.</p>" : ""}
      <dialog aria-label="Cancel this hold?"><p>Cancel this hold?</p><button type=button id=yes>Cancel hold</button> <button type=button id=no>Cancel</button></dialog>
      <script>const dialog = document.querySelector("dialog"); let row = null;
        for (const button of document.querySelectorAll("[data-title]")) button.onclick = () => { row = button; dialog.showModal(); };
        document.querySelector("#no").onclick = () => dialog.close();
        document.querySelector("#yes").onclick = async () => { dialog.close();
          await fetch("/holds/" + encodeURIComponent(row.dataset.title), { method: "POST" });
          ${way === "only marked as cancelled" ? "location.reload();" : way === "listed until one comes again" ? "" : "row.closest('li').remove();"} };</script>`,
    );
  return (request, response) => {
    const url = request.url ?? "";
    const title = TITLES[Number(/^\/titles\/(\d)$/.exec(url)?.[1] ?? 0) - 1];
    const given = decodeURIComponent(/^\/holds\/(.+)$/.exec(url)?.[1] ?? "");
    if (request.method === "POST") {
      void textOf(request).then((branch) => {
        if (title !== undefined)
          holds.push({ title, branch: way === "for another branch" ? (BRANCHES[0] ?? "") : branch });
        const at = holds.findIndex((each) => each.title === given);
        if (at >= 0 && way === "only marked as cancelled") holds[at] = { ...(holds[at] as Hold), over: true };
        else if (at >= 0) holds.splice(at, 1);
        if (way === "given up on its own page" && given !== "")
          response.writeHead(303, { location: "/holds" });
        else response.writeHead(204);
        response.end();
      });
      return;
    }
    const pages: Record<string, string> = {
      "/": shell(
        "Titles",
        `<ul>${TITLES.map((each, at) => `<li><a href="/titles/${at + 1}">${each}</a>`).join("")}</ul>`,
      ),
      "/holds": list(),
    };
    const body = title === undefined ? pages[url] : page(title);
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(body ?? "");
  };
};

it.each<[Way, string[], boolean, number]>([
  ["sound", [], true, 1],
  ["given up on its own page", [], true, 1],
  ["for another branch", ["claims-holds"], true, 2],
  ["listed until one comes again", ["claims-holds"], true, 1],
  ["counted once one comes again", ["claims-holds"], true, 2],
  ["only marked as cancelled", [], false, 2],
])("a hold is %s", { timeout: 240_000 }, async (way, told, has, left) => {
  const holds: Hold[] = [{ title: "Frankenstein", branch: "Harbour Branch" }];
  const limits = { only: /^claims-/, pages: 8, actions: 300, depth: 3 };
  const { failing, yaml } = await tryPages(browser, library(way, holds), limits);
  expect(yaml.includes("id: claims-holds\n")).toBe(has);
  expect(failing).toEqual(told);
  expect(holds.length).toBe(left);
});
