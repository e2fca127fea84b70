import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** A boat's trips: a list, a trip's page, and a page in another language. */
const trips = ({ list, trip, german }: { list: string; trip: string; german: string }) => ({
  "/": `<h1>Trips</h1><table aria-label=Trips><thead><tr><th>Trip<th>Day</tr></thead><tbody>
    <tr><td><a href="/trips/1">Seal bank</a><td>Fri 27 Nov 2026, 10:00</tr>
    <tr><td>Old harbour<td>${list}</tr></tbody></table><a href="/hafen">Hafen</a>`,
  "/trips/1": `<h1>Seal bank</h1><dl><dt>Leaves<dd>${trip}</dl>`,
  "/hafen": `<h1>Hafen</h1><p>Geöffnet bis ${german}</p>`,
});

it("says nothing of weekdays that are those of their days", { timeout: 240_000 }, async () => {
  const { yaml } = await tryPages(
    browser,
    trips({
      list: "Sat, Nov 28, 2026",
      trip: "Saturday 28th November 2026",
      german: "Samstag, 28. November 2026",
    }),
    { only: /^weekdays/ },
  );
  expect(yaml).not.toContain("id: weekdays");
});

it("finds weekdays of other days, told once", { timeout: 240_000 }, async () => {
  const wrong = {
    list: "Sun, Nov 28, 2026",
    trip: "Sunday 28/11/2026",
    german: "Sonntag, den 28. November 2026",
  };
  const { failing, yaml } = await tryPages(browser, trips(wrong), { only: /^weekdays/ });
  expect(failing).toEqual(["weekdays"]);
  expect(Object.values(wrong).filter((text) => !yaml.includes(text))).toEqual([]);
  expect(yaml).toContain("28 Nov 2026 is a Saturday");
});

it("finds a weekday in an element of its own, beside its day", { timeout: 240_000 }, async () => {
  const page = `<h1>Trip</h1><p>Leaves <b>Sunday</b>, 28 November 2026</p>`;
  expect((await tryPages(browser, page, { only: /^weekdays/ })).failing).toEqual(["weekdays"]);
});

/** 28 November 2026 is a Saturday: these name a weekday, but not as that of the day that stands behind it, or leave it open. */
const others = `<h1>Concerts</h1><h2>Closed on Sunday</h2><p>28 November 2026</p>
  <p><a href="#a">See you Sunday</a> 28 November 2026</p>
  <p><span>Here comes the Sun</span> <span>28 Nov 2026</span></p>
  <p>Every Sunday, from 28 November 2026</p><p>Every Sunday 28 November 2026 to 9 May 2027</p>
  <p>Sundays 28 November 2026</p><p>Fri 27 – Sun 29 Nov 2026</p><p>Fri–Sun 27–29 Nov 2026</p>
  <p>Sat/Sun 28 November 2026</p><p>The Sun, 28 November 2026</p><p>Evening Sun, 28 November 2026</p>
  <p>Sam 29 November 2026</p><p>Dom 28 Nov 2026</p><p>Sunday 28 November</p><p>Sunday 6/12/2026</p>
  <p>Monday 30 February 2026</p><p>Sunday, 25 October 1815</p><p>Black Friday, 28 November 2026</p>
  <p><code>Sunday, 28 November 2026</code></p><p>Sunday, 28 Novella 2026</p><p>Plácido Domingo, 28 November 2026</p>
  <table><thead><tr><th>Name<th>Saturday<th>Sunday</tr></thead><tbody><tr><td>28 November 2026<td>1<td>2</tr></tbody></table>
  <p><b>Saturday</b> <b>Sunday</b> 28 November 2026</p>
  <p>We had met in the old harbour for years and nobody knew then what was going to come of it all, until on Sunday, 28 November 2026, it did.</p>`;

it("lets be what is no weekday of the day behind it", { timeout: 240_000 }, async () => {
  const { yaml } = await tryPages(browser, others, { only: /^weekdays/ });
  expect(yaml).not.toContain("id: weekdays");
});
