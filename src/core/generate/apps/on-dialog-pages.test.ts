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

/** Trips whose pages lie as a dialog over the list of all trips; steps are added there. */
const createTrips = (): RequestListener => {
  const trips = ["Coast", "Forest", "Hills", "Islands", "Lakes"];
  const steps = ["Book the train", "Pack", "Buy a map"];
  const listed = (name: string): string => `<li>${escapeHtml(name)}</li>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const form = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const name = form.get("name")?.trim() ?? "";
    const [, at] = /^\/trips\/(\d)$/.exec(pathname) ?? [];
    if (request.method === "POST") {
      if (name !== "" && at === undefined) trips.push(name);
      if (name !== "" && at !== undefined) steps.push(name);
      return void response.writeHead(303, { location: pathname }).end();
    }
    const trip = at === undefined ? undefined : trips[Number(at)];
    const dialog =
      trip === undefined
        ? ""
        : `<dialog aria-labelledby=trip><h2 id=trip>${escapeHtml(trip)}</h2><p><a href="/">Close</a></p><ul aria-label=Steps>${steps.map(listed).join("")}</ul>
          <form method=post action="${pathname}"><label>New step <input name=name required></label><button>Add step</button></form></dialog><script>document.querySelector("dialog").showModal()</script>`;
    const isThere = pathname === "/" || trip !== undefined;
    response.writeHead(isThere ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>${escapeHtml(trip ?? "Trips")}</title><link rel=icon href="data:,"><main><h1>Trips</h1>
      <ul aria-label=Trips>${trips.map((each, place) => `<li><a href="/trips/${place}">${escapeHtml(each)}</a></li>`).join("")}</ul>
      <form method=post action="/"><label>New trip <input name=name required></label><button>Add trip</button></form></main>${dialog}`);
  };
  return (request, response) => void answer(request, response);
};

it(
  "what is added in a dialog that lies over a list is looked for in the dialog",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, createTrips(), {
      only: /^create-/,
      pages: 6,
      actions: 300,
    });
    const added = yaml.replaceAll(/\s+/g, " ").split("click: Add step, wait_for: idle, expect: ").slice(1);
    expect(added.some((rest) => rest.startsWith("{text: {target: Steps, contains:"))).toBe(true);
    expect(added.some((rest) => rest.startsWith("{text: {target: Trips, contains:"))).toBe(false);
    expect(failing).toEqual([]);
  },
);
