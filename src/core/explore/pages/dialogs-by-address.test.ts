import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, html, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const TEAMS = ["red", "blue", "green", "gold", "grey", "pink"];
const PARTS = ["board", "list", "plan", "people"];

/** Each part of each team lists tasks, whose dialog is drawn over it by a parameter; each dialog offers something of its own. */
const page = (address: string): string => {
  const url = new URL(address, "http://app");
  const [, kind, team = "", part = ""] = url.pathname.split("/");
  if (kind !== "teams")
    return `<h1>Teams</h1><ul>${TEAMS.map((name, at) => `<li><a href="/teams/${at + 1}/board">Team ${name}</a></li>`).join("")}</ul>`;
  const menu = `<nav>${PARTS.map((name) => `<a href="/teams/${team}/${name}">${name}</a>`).join(" ")}</nav>`;
  const tasks = Array.from({ length: 12 }, (_, at) => {
    const number = Number(team) * 100 + at;
    return `<li><a href="?task=${number}">Task ${number}</a></li>`;
  }).join("");
  const task = Number(url.searchParams.get("task"));
  const offered = ["h3", "h4", "h5", "h6", "p"]
    .filter((_, at) => ((task >> at) & 1) === 1)
    .map((tag) => `<button>Do ${tag}</button><${tag}>More</${tag}>`);
  const dialog = task
    ? `<div role="dialog" aria-label="Task ${task}"><h2>Task ${task}</h2>${offered.join("")}</div>`
    : "";
  // One team alone has more than fits a page.
  const more = team === "6" && part === "plan" ? `<nav aria-label="Pages"><button>Next</button></nav>` : "";
  return `<h1>${part}</h1>${menu}<ul>${tasks}</ul>${more}${dialog}`;
};

it("does not let a dialog that any page shows by a parameter take the visits of pages", async () => {
  const listener: RequestListener = (request, response) => html(page(request.url ?? "/"))(request, response);
  await withApp(listener, async (url) => {
    const found = await exploreApp(browser, url, undefined, { actions: 300, pages: 60, timeMs: 240_000 });
    if (!found.ok) throw new Error(found.message);
    const { pages, samples } = found.site;
    expect(pages.map(({ path }) => path)).toContain("/teams/6/plan");
    const looked = [
      ...pages.flatMap(({ path, examples }) => [path, ...examples]),
      ...samples.map(({ path }) => path),
    ];
    for (const team of [1, 6]) for (const part of PARTS) expect(looked).toContain(`/teams/${team}/${part}`);
    expect([...new Set(looked)].filter((path) => path.includes("task=")).length).toBeLessThan(20);
  });
});
