import { afterAll, beforeAll, expect, test } from "vitest";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

test("a count in a name is left out of the target where the rest tells the control from all others", async () => {
  const targetsOf = async (html: string): Promise<unknown[]> => {
    await using opened = await openPage(browser, `<main>${html}</main>`);
    const answer = await opened.page.survey(long);
    if (!answer.ok) throw new Error(answer.message);
    const { buttons, links } = answer.survey;
    return [...buttons, ...links].map(({ target }) => target);
  };
  const button = (name: string): unknown => ({ role: "button", name });
  const tab = (name: string): unknown => ({ role: "tab", name });
  const badge = (name: string, count: number): string =>
    `<button type=button>${name} <span>${count}</span></button>`;
  expect(
    await targetsOf(
      `<div role=group aria-label=Kind>${badge("All", 29)}${badge("Soup", 4)}${badge("Big Soup", 1)}</div><button>Shallots</button>`,
    ),
  ).toEqual([
    { role: "button", name: "All", within: { role: "group", name: "Kind" } },
    "Soup 4",
    button("Big Soup"),
    "Shallots",
  ]);
  expect(
    await targetsOf(
      `<button>Basket (3)</button><button>Mail (2 new)</button><a href="/r">Reviews [1,204]</a><button>Season (2024)</button>`,
    ),
  ).toEqual([button("Basket"), button("Mail"), "Season (2024)", { role: "link", name: "Reviews" }]);
  expect(
    await targetsOf(
      `<div role=tablist><button role=tab>Open 3</button><button role=tab>Done 12</button></div>`,
    ),
  ).toEqual([tab("Open"), tab("Done")]);
  expect(
    await targetsOf(
      `<ul><li><a href="/i">Inbox 3</a><li><a href="/d">Drafts 1</a><li><a href="/s">Spam 99+</a></ul>`,
    ),
  ).toEqual([
    { role: "link", name: "Inbox" },
    { role: "link", name: "Drafts" },
    { role: "link", name: "Spam" },
  ]);
  const plain = ["Step 1", "Step 2", "Level 3", "Windows 11", "7"];
  expect(await targetsOf(plain.map((name) => `<p><button>${name}</button>`).join(""))).toEqual(plain);
  expect(await targetsOf(`${badge("Page", 2)}${badge("Zone A", 1)}<p>${badge("Zone B", 2)}`)).toEqual([
    "Page 2",
    button("Zone A"),
    button("Zone B"),
  ]);
  // What cannot be called without its number keeps it.
  expect(await targetsOf(`${badge("Visit", 3)}<button>Visitors</button>`)).toEqual(["Visit 3", "Visitors"]);
});
