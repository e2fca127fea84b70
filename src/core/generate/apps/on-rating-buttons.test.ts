import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const page = (onRate: string): string => `<h1>Lentil soup</h1><section><h2>Your rating</h2>
  <div role=group aria-label="Your rating">${[1, 2, 3, 4, 5].map((stars) => `<button type=button aria-label="${stars} star${stars === 1 ? "" : "s"}" aria-pressed=false>☆</button>`).join("")}</div><p id=said></p></section>
  <script>const stars = [...document.querySelectorAll("button")], said = document.querySelector("#said");
  for (const [at, star] of stars.entries()) star.onclick = () => { ${onRate} };</script>`;

const tried = async (onRate: string): Promise<string[]> =>
  (await tryPages(browser, page(onRate), { actions: 300 })).failing;

it("stars that rate without an error are well", async () => {
  const rates =
    'for (const [each, other] of stars.entries()) { other.textContent = each <= at ? "★" : "☆"; other.setAttribute("aria-pressed", String(each === at)); } said.textContent = "You gave " + (at + 1);';
  expect(await tried(rates)).toEqual([]);
});

it("an error at rating something is found, and told once for all stars", async () => {
  expect(await tried("rating.value = at + 1;")).toEqual(["opens-home-1-star"]);
});
