import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const pets = ["Rex", "Ada", "Bo", "Cid", "Dot", "Eve", "Fay", "Gus"].map((name, at) => ({
  name,
  at,
  kind: ["Dog", "Dog", "Cat", "Cat", "Dog", "Bird", "Cat", "Bird"][at] ?? "",
}));

/** Pets with a page each; what comes at the end of the page of a bird is given. */
const pages = (bird: string): Record<string, string> => ({
  "/": `<h1>Pets</h1><table aria-label=Pets><thead><tr><th>Name<th>Kind</tr></thead><tbody>${pets
    .map(({ name, at, kind }) => `<tr><td><a href="/pets/${at}">${name}</a><td>${kind}</tr>`)
    .join("")}</tbody></table>`,
  ...Object.fromEntries(
    pets.map(({ name, at, kind }) => [
      `/pets/${at}`,
      `<h1>${name}</h1><p>${name} is a ${kind} and lives here.</p><script>${kind === "Bird" ? bird : ""}</script>`,
    ]),
  ),
});

it.each([
  ["that are well", "", []],
  ["of which one kind breaks", "null.focus()", ["page-pet-5"]],
])("pages of items %s", { timeout: 240_000 }, async (_, bird, expected) => {
  const { failing } = await tryPages(browser, pages(bird), { pages: 12, actions: 300, only: /^page/ });
  expect(failing).toEqual(expected);
});
