import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BugId } from "./bugs.ts";
import type { HTTP_PROBES } from "./probes.ts";
import { createShop } from "./shop.ts";
import { DEMO, PRODUCT } from "./visitor.ts";

type BrowserProbe = (page: Page) => Promise<unknown>;

const rows = (page: Page): Promise<string[]> => page.locator("#rows tr").allInnerTexts();
const counters = (page: Page): Promise<string> => page.locator(".counters").innerText();

async function openInventory(page: Page): Promise<void> {
  await page.request.post("/api/session", { data: DEMO });
  await page.goto("/inventory");
  await page.locator("#rows tr").first().waitFor();
}

const inventory =
  (act: (page: Page) => Promise<unknown>): BrowserProbe =>
  async (page) => {
    await openInventory(page);
    await act(page);
    return [await rows(page), await counters(page)];
  };

async function create(page: Page, name: string = PRODUCT.name): Promise<void> {
  await page.getByRole("button", { name: "New product" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Article").fill(PRODUCT.sku);
  await dialog.getByLabel("Price").fill("19.5");
  await dialog.getByLabel("Stock").fill("3");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
}

const sort = (...headings: string[]): BrowserProbe =>
  inventory(async (page) => {
    for (const name of headings) await page.getByRole("button", { name, exact: true }).click();
  });

/** How each bug that only a browser can show is seen. */
const BROWSER_PROBES: Readonly<Record<Exclude<BugId, keyof typeof HTTP_PROBES>, BrowserProbe>> = {
  "created-not-shown": inventory((page) => create(page)),
  "inventory-count-stale": inventory((page) => create(page)),
  "delete-hides-wrong-row": inventory(async (page) => {
    await page.getByRole("button", { name: "Delete Desk lamp" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("29 items").waitFor();
  }),
  "delivery-option-dead": async (page) => {
    await page.goto("/checkout?product=1");
    await page.getByLabel("Express").check();
    return page.locator("#total").innerText();
  },
  "inventory-tab-dead": inventory((page) => page.getByRole("tab", { name: "Sold out" }).click()),
  "inventory-search-ignored": inventory((page) => page.getByLabel("Search").fill("lamp")),
  "inventory-clear-sticks": inventory(async (page) => {
    await page.getByLabel("Search").fill("lamp");
    await page.getByLabel("Search").fill("");
  }),
  "inventory-sort-lexical": sort("Price"),
  "inventory-sort-dead": sort("Added"),
  "inventory-descending-same": sort("Price", "Price"),
  "inventory-count-off": inventory(async () => {}),
  "inventory-value-wrong": inventory(async () => {}),
  "inventory-back-dead": inventory(async (page) => {
    await page.getByRole("tab", { name: "Sold out" }).click();
    await page.goBack();
  }),
  "new-button-throws": inventory((page) => page.getByRole("button", { name: "New product" }).click()),
  "edit-save-rejects": inventory(async (page) => {
    await page.getByRole("button", { name: "Edit Desk lamp" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }),
  "name-runs-markup": inventory((page) => create(page, "<b>Bold</b>")),
  "inventory-stats-missing": inventory(async () => {}),
  "meant-404": inventory(async () => {}),
};

describe("the bugs of the browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = process.env.SERVICE_BROWSER_PATH ?? "/usr/bin/chromium-headless-shell";
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());

  async function seen(
    probe: BrowserProbe,
    bugs: string[],
  ): Promise<{ shown: unknown; complaints: string[] }> {
    const shop = await createShop({ bugs });
    const page = await browser.newPage({ baseURL: shop.url });
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (message) => complaints.push(message.text()));
    try {
      return { shown: await probe(page), complaints };
    } finally {
      await page.close();
      await shop.close();
    }
  }

  test.each(Object.entries(BROWSER_PROBES))("%s shows, and only when it is on", async (id, probe) => {
    const healthy = await seen(probe, []);
    expect(healthy.complaints).toEqual([]);
    expect(await seen(probe, [id])).not.toEqual(healthy);
  });

  test("an order that throws leaves a plain message on the page", async () => {
    const order: BrowserProbe = async (page) => {
      await page.goto("/checkout?product=1");
      for (const label of ["Full name", "Address", "Postcode", "City"])
        await page.getByLabel(label).fill("01");
      await page.getByLabel("E-mail").fill("ada@example.com");
      await page.getByLabel("Quantity").fill("3");
      await page.getByLabel("I accept the terms").check();
      await page.getByRole("button", { name: "Place order" }).click();
      const ended = page.getByText(/Your order #\d+ is placed|Something went wrong/);
      return (await ended.innerText()).replace(/ We will write.*/, "");
    };
    expect((await seen(order, [])).shown).toBe("Your order #1006 is placed.");
    expect((await seen(order, ["order-throws"])).shown).toBe("Something went wrong. Please try again.");
  });
});
