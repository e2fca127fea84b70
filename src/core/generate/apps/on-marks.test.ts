import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Fault = "lost" | "doubled" | "stuck" | "quiet";

/** Recipes with a star in each row and a number of them, and a mark for the page itself, kept by the server but for its faults. */
const recipes = (...faults: Fault[]): RequestListener => {
  const stars = [4, 9, 2].map((number) => ({ number, mine: false }));
  let isRead = false;
  return (request, response) => {
    const [, action, at = ""] = (request.url ?? "").split("/");
    if (request.method === "POST") {
      const star = stars[Number(at)];
      if (action === "star" && star && !faults.includes("lost")) {
        const sets = !star.mine;
        if (sets || !faults.includes("stuck")) star.number += sets ? 1 : -1;
        star.mine = sets;
      }
      if (action === "read" && !faults.includes("quiet")) isRead = !isRead;
      return void response.writeHead(204).end();
    }
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Recipes</title><link rel=icon href="data:,"><main><h1>Recipes</h1>
      <p id=note></p> <button type=button id=read>${isRead ? "Mark as unread" : "Mark as read"}</button>
      <ul aria-label=Recipes>${["Soup", "Bread", "Cake"]
        .map((name, row) => {
          const { number, mine } = stars[row] ?? { number: 0, mine: false };
          return `<li><span>${name}</span> <button type=button class=s>${mine ? "Unstar" : "Star"}</button> <em>${number}</em></li>`;
        })
        .join("")}</ul></main><script>
      read.onclick = async () => { await fetch("/read", { method: "POST" }); read.textContent = read.textContent === "Mark as read" ? "Mark as unread" : "Mark as read";
        note.innerHTML = "All that you have read by now is told on your own page <button type=button onclick='note.replaceChildren()'>Close</button>"; };
      document.querySelectorAll(".s").forEach((button, at) => { button.onclick = async () => { await fetch("/star/" + at, { method: "POST" });
        const sets = button.textContent === "Star"; const number = button.parentElement.querySelector("em");
        number.textContent = Number(number.textContent) + (sets ? ${faults.includes("doubled") ? 2 : 1} : ${faults.includes("stuck") ? 0 : -1});
        button.textContent = sets ? "Unstar" : "Star"; }; });</script>`);
  };
};

type Try = [what: string, app: RequestListener, failing: string[]];

describe("marks", () => {
  const tries: Try[] = [
    ["that are set, kept and taken back", recipes(), []],
    [
      "of which one is lost, and another not kept",
      recipes("lost", "quiet"),
      ["toggle-home-star", "toggle-home-mark-as-read"],
    ],
    ["whose number is another at once than later", recipes("doubled"), ["toggle-home-star"]],
    ["whose number does not go back", recipes("stuck"), ["toggle-home-star"]],
  ];
  it.each(tries)("%s", { timeout: 240_000 }, async (_, app, expected) => {
    const { failing, yaml } = await tryPages(browser, app);
    expect(failing).toEqual(expected);
    expect(yaml).toContain("id: toggle-home-mark-as-read");
  });
});
