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

const CLUBS = ["Chess at noon", "Early runners", "Film evenings", "Garden friends"];

type Way =
  | "just that"
  | "just that, as it is asked about at its beginning, too"
  | "the first"
  | "none"
  | "the last two"
  | "just that, as the page counts at once"
  | "just that, as the page counts later"
  | "that at a price"
  | "nothing that can be left";

/** Clubs that one joins and leaves, the latter once a page was asked; `way`: what is left then. */
const createClubs = (way: Way, joined: number[]): RequestListener => {
  const frame = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Clubs</a> <a href="/mine">My clubs</a></nav><main><h1>${title}</h1>${main}</main>`;
  const form = (action: string, name: string): string =>
    `<form method=post action="${action}"><button>${name}</button></form>`;
  const listed = (some: number[]): string =>
    `<ul>${some.map((at) => `<li><a href="/clubs/${at + 1}">${CLUBS[at]}</a> meets each week</li>`).join("")}</ul>`;
  const drop = (at: number): void => {
    const place = { "the first": 0, "the last two": joined.length - 2 }[way as string] ?? joined.indexOf(at);
    if (way !== "none") joined.splice(place, way === "the last two" ? 2 : 1);
  };
  return (request, response) => {
    const [, number = "", deed = ""] = /^\/clubs\/(\d)\/?(\w*)$/.exec(request.url ?? "") ?? [];
    const at = Number(number) - 1;
    const name = CLUBS[at];
    if (request.method === "POST" && name !== undefined) {
      if (deed === "join" && !joined.includes(at)) joined.push(at);
      if (deed === "leave") drop(at);
      return void response
        .writeHead(303, { location: deed === "leave" ? "/mine" : `/clubs/${number}` })
        .end();
    }
    const price = way === "that at a price" ? "<p>€12.00 a month</p>" : "";
    const joining = form(`/clubs/${number}/join`, way.includes("asked") ? "Join" : "Join this club");
    const join = way.includes("asked")
      ? `<button type=button onclick="document.querySelector('dialog').showModal()">Join this club</button><dialog aria-label="Join ${name}?"><h2>Join ${name}?</h2>${joining}<button type=button onclick="this.closest('dialog').close()">Cancel</button></dialog>`
      : joining;
    const members = joined.filter((each) => each === at).length + 7;
    const count = way.includes("counts")
      ? `<p>So far <b>${members} members</b> have joined.</p><script>document.addEventListener("submit", async (event) => {
          event.preventDefault();
          await fetch(event.target.action, { method: "POST" });
          const page = await (await fetch(location.href)).text();
          const said = ${way.endsWith("later")} && document.querySelector("b").textContent;
          document.body.innerHTML = new DOMParser().parseFromString(page, "text/html").body.innerHTML;
          if (said) document.querySelector("b").textContent = said;
        });</script>`
      : "";
    const own =
      way === "nothing that can be left"
        ? "<p>You are a member.</p>"
        : `<a href="/clubs/${number}/leave">Leave club</a>`;
    const pages: Record<string, string> = {
      "/": frame("Clubs", listed(CLUBS.map((_, each) => each))),
      "/mine": frame("My clubs", joined.length > 0 ? listed(joined) : "<p>You have joined none.</p>"),
      [`/clubs/${number}`]: frame(
        name ?? "",
        `<p>It meets each week.</p>${count}${price}${joined.includes(at) ? own : join}`,
      ),
      [`/clubs/${number}/leave`]: frame(
        `Leave ${name}?`,
        `${form(`/clubs/${number}/leave`, "Leave club")}<a href="/clubs/${number}">Stay</a>`,
      ),
    };
    const page = number === "" || name !== undefined ? pages[request.url ?? ""] : undefined;
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(page);
  };
};

it.each<[Way, number[], string[], boolean, number]>([
  ["just that", [0, 1], [], true, 2],
  ["just that, as it is asked about at its beginning, too", [0, 1], [], true, 2],
  ["the first", [0, 1], ["joins-mine"], true, 2],
  ["none", [0, 1], [], false, 3],
  ["the last two", [0, 1, 2], [], false, 2],
  ["just that, as the page counts at once", [0, 1], [], true, 2],
  // It ends before it leaves.
  ["just that, as the page counts later", [0, 1], ["joins-mine"], true, 3],
  ["that at a price", [0, 1], [], false, 2],
  ["nothing that can be left", [0, 1], [], false, 2],
])("leaving a club ends %s", { timeout: 240_000 }, async (way, joined, told, has, left) => {
  const limits = { only: /^joins/, pages: 12, actions: 300, depth: 3 };
  const { failing, yaml } = await tryPages(browser, createClubs(way, joined), limits);
  expect(failing).toEqual(told);
  expect(yaml.includes("id: joins-mine\n")).toBe(has);
  expect(joined.length).toBe(left);
});
