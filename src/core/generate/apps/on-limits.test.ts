import { text } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Fault = "" | "loses the second" | "takes too much" | "loses what is chosen";

/** Two cards with a limit each, and how mail is sent and days are written, of which one is chosen. */
const createBank = (fault: Fault): RequestListener => {
  const limits = new Map([
    ["Everyday debit card", 500],
    ["Online shopping card", 200],
  ]);
  let [mail, days] = ["At once", "31.12.2026"];
  const cards = (said: string): string =>
    `<h1>Cards</h1><p role=status>${said}</p>${[...limits].map(([card, limit]) => `<section aria-label="${card}"><h2>${card}</h2><form method=post novalidate><input type=hidden name=card value="${card}"><label>New daily limit in £ for ${card} <input name=limit inputmode=numeric value="${limit}" required aria-describedby="of-${limit}"></label> <small id="of-${limit}">Whole pounds, from £50 to £5,000.</small> <button>Save limit</button></form></section>`).join("")}`;
  const buttons = (name: string, chosen: string, options: string[]): string =>
    `<fieldset><legend>${name}</legend>${options.map((option) => `<label><input type=radio name="${name}" value="${option}"${option === chosen ? " checked" : ""}> ${option}</label>`).join(" ")}</fieldset>`;
  const preferences = (): string =>
    `<h1>Preferences</h1><form method=post>${buttons("Mail", mail, ["At once", "Once a day"])}${buttons("Days", days, ["31.12.2026", "31/12/2026"])}<button>Save preferences</button></form>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isCards = request.url === "/cards";
    let said = "";
    if (request.method === "POST") {
      const sent = new URLSearchParams(await text(request));
      if (isCards) {
        const [card, limit] = [sent.get("card") ?? "", Number(sent.get("limit"))];
        const fits = Number.isInteger(limit) && limit >= 50 && (limit <= 5000 || fault === "takes too much");
        said = fits ? "The limit was saved." : "Enter whole pounds from £50 to £5,000.";
        const isLost = fault === "loses the second" && card.startsWith("Online");
        if (fits && !isLost) limits.set(card, limit);
      } else {
        mail = sent.get("Mail") ?? mail;
        if (fault !== "loses what is chosen") days = sent.get("Days") ?? days;
      }
    }
    const main = isCards
      ? cards(said)
      : request.url === "/preferences"
        ? preferences()
        : `<h1>Bank</h1><p>Your <a href="/cards">cards</a> and <a href="/preferences">preferences</a>.</p>`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><meta charset=utf-8><title>Bank</title><link rel=icon href="data:,"><main>${main}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

const LOST = ["settings-online-shopping-card"];
const TOO_MUCH = ["settings-everyday-debit-card-bounds", "settings-online-shopping-card-bounds"];

it.each<[Fault, string[]]>([
  ["", []],
  ["loses the second", LOST],
  ["takes too much", TOO_MUCH],
  ["loses what is chosen", ["settings-preferences"]],
])("limits of cards and what is chosen, of a bank that: %s", { timeout: 120_000 }, async (fault, told) => {
  const limits = { only: /^settings-/, pages: 6, actions: 300 };
  const { failing, yaml } = await tryPages(browser, createBank(fault), limits);
  for (const id of [...LOST, ...TOO_MUCH, "settings-preferences"]) expect(yaml).toContain(`- id: ${id}\n`);
  expect(failing).toEqual(told);
});
