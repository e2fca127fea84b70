import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const LANES = [
  {
    name: "Backlog",
    cards: ["Mend the gate", "Paint the shed", "Order seed"],
    points: 9,
    members: 2,
    limit: 0,
  },
  { name: "Doing", cards: ["Dig the pond", "Cut the hedge"], points: 14, members: 2, limit: 4 },
  { name: "Done", cards: ["Clear the path"], points: 3, members: 1, limit: 0 },
];

/** A board that says what all of its lanes come to, in front of them; members may be in several of them. */
const board = (said: { cards: number; points: number }): string => `<h1>Garden</h1>
  <p>${said.cards} cards · ${said.points} points in total · 3 members · 1 overdue</p>
  <div class=wall>${LANES.map(
    ({ name, cards, points, members, limit }) => `<section class=lane aria-label="${name}"><h2>${name}</h2>
      <p>${cards.length}${limit ? `/${limit}` : ""} card${cards.length === 1 ? "" : "s"} · ${points} points · ${members} member${members === 1 ? "" : "s"}</p>
      <ul>${cards.map((card) => `<li><h3><a href="/#${card.at(-1)}">${card}</a></h3><span>2 points</span></li>`).join("")}</ul></section>`,
  ).join("")}</div><style>.wall { display: grid; grid-template-columns: 1fr 1fr 1fr }</style>`;

it.each([
  ["come to what the page says", { cards: 6, points: 26 }, []],
  ["have fewer points than the page says", { cards: 6, points: 31 }, ["lane-sums-home"]],
] as const)("a suite for lanes that %s", { timeout: 240_000 }, async (_, said, expected) => {
  const { failing, yaml } = await tryPages(browser, board(said), { only: /^lane-sums-/ });
  expect(yaml).toContain("- id: lane-sums-home\n");
  expect(yaml).not.toContain("members?");
  expect(failing).toEqual(expected);
});

it("a suite for lanes says nothing of what they are not all of", { timeout: 240_000 }, async () => {
  const { yaml } = await tryPages(browser, board({ cards: 9, points: 31 }), { only: /^lane-sums-/ });
  expect(yaml).not.toContain("lane-sums");
});
