import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A form that says whether it has booked; `careless`, it takes an end before its beginning. */
const page = (title: string, fields: string, careless: boolean): string =>
  `<h1>${title}</h1><form novalidate>${fields} <label>Purpose <input name=purpose></label> <p role=alert></p><button>Book</button></form>
  <script>const form = document.querySelector("form"); form.onsubmit = (event) => { event.preventDefault();
    const [begin, end] = [...form.elements].map(({ value }) => value);
    const early = form.elements.departure ? end <= begin : isNaN(begin) ? end < begin : Number(end) < Number(begin);
    const wrong = [...form.elements].some((field) => field.name && !field.value) ? "Please fill in all fields." : [...form.elements].some(({ min, value }) => min && value < min) ? "That day is over." : early && !${careless} ? "The end is before the beginning." : "";
    if (wrong) document.querySelector("[role=alert]").textContent = wrong; else form.outerHTML = "<p role=status>It is booked.</p>"; };</script>`;

const today = new Date().toISOString().slice(0, 10);

const pages = (careless: boolean): Record<string, string> => ({
  "/": `<h1>Vans</h1><p><a href="/book">Book a van</a> <a href="/drive">Record a trip</a> <a href="/check">Order a check</a> <a href="/stay">Stay with us</a> <a href="/fair">Plan a fair</a> <a href="/pass">Get a pass</a></p>`,
  "/fair": page(
    "Plan a fair",
    "<label>Date <input type=date name=date></label> <label>End date <input type=date name=end></label>",
    careless,
  ),
  // Who was born on a day has nothing that begins then.
  "/pass": page(
    "Get a pass",
    "<label>Date of birth <input type=date name=born></label> <label>Until <input type=date name=until></label>",
    true,
  ),
  "/stay": page(
    "Stay with us",
    `<label>Arrival <input type=date name=arrival min="${today}"></label> <label>Departure <input type=date name=departure></label>`,
    careless,
  ),
  "/book": page(
    "Book a van",
    "<label>From <input type=datetime-local name=from></label> <label>To <input type=datetime-local name=to></label>",
    careless,
  ),
  "/drive": page(
    "Record a trip",
    "<label>Mileage at start <input type=number name=start></label> <label>Mileage at end <input type=number name=end></label>",
    careless,
  ),
  "/check": page(
    "Order a check",
    "<label>Start <input type=date name=start></label> <label>Due <input type=date name=due></label>",
    careless,
  ),
});

it.each([
  ["refuse", false, []],
  ["take", true, ["book-bounds", "check-bounds", "drive-bounds", "fair-bounds", "stay-bounds"]],
])("forms that %s an end before its beginning", { timeout: 240_000 }, async (_, careless, expected) => {
  const { failing, yaml } = await tryPages(browser, pages(careless), { pages: 9 });
  expect(failing.toSorted()).toEqual(expected);
  for (const id of ["book-bounds", "check-bounds", "drive-bounds", "fair-bounds", "stay-bounds"])
    expect(yaml).toContain(`id: ${id}`);
  expect(yaml).not.toContain("id: pass-bounds");
  expect(yaml).toContain('Arrival: "${today}", Departure: "${day}"');
});

const others = (careless: boolean): Record<string, string> => ({
  "/": `<h1>Market</h1><p><a href="/order">Order a delivery</a> <a href="/group">Name a group</a> <a href="/price">Watch a price</a> <a href="/open">Open a stand</a></p>`,
  "/order": page(
    "Order a delivery",
    `<label>Next payment <input type=date name=next min="${today}" value="${today}"></label> <label>End date (optional) <input type=date name=end></label>`,
    careless,
  ),
  "/group": page(
    "Name a group",
    "<label>Least guests <input type=number name=least value=2></label> <label>Most guests <input type=number name=most value=8></label>",
    careless,
  ),
  "/price": page(
    "Watch a price",
    "<label>Price from <input name=from></label> <label>Price to <input name=to></label>",
    careless,
  ),
  // It may close on the next day.
  "/open": page(
    "Open a stand",
    "<label>Hour it opens <input type=number name=opens value=9></label> <label>Hour it closes <input type=number name=closes value=17></label>",
    true,
  ),
});

it.each([
  ["refuse", false, []],
  ["take", true, ["group-bounds", "order-bounds", "price-bounds"]],
])(
  "forms that %s an end of other names, or of what stands there already, before its beginning",
  { timeout: 240_000 },
  async (_, careless, expected) => {
    const { failing, yaml } = await tryPages(browser, others(careless), { pages: 9 });
    expect(failing.toSorted()).toEqual(expected);
    for (const id of ["group", "order", "price"]) expect(yaml).toContain(`id: ${id}-bounds`);
    expect(yaml).not.toContain("id: open-bounds");
  },
);
