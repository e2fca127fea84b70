import { afterAll, beforeAll, expect, test } from "vitest";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const watched = { watchTimers: true };
const shown = `<p id=shown>first</p><script>const shown = document.querySelector("#shown");</script>`;

test("a page that plans nothing is idle, where its timers are watched", async () => {
  await using opened = await openPage(browser, shown, watched);
  expect(await opened.page.settle(long)).toBe(true);
  await using other = await openPage(browser, shown);
  expect(await other.page.settle(long)).toBe(false);
});

test.each([
  ["an interval", "setInterval(() => {}, 200)"],
  ["a timer that begins again", "const again = () => setTimeout(again, 400); again()"],
  ["frames that are asked for again and again", "const again = () => requestAnimationFrame(again); again()"],
  ["something that moves", "shown.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 20000 })"],
  ["another document in it", "document.body.append(document.createElement('iframe'))"],
  ["a worker", "new Worker(URL.createObjectURL(new Blob(['0'], { type: 'text/javascript' })))"],
])("a page with %s is quiet, but not known to be idle", async (_, script) => {
  await using opened = await openPage(browser, `${shown}<script>${script}</script>`, watched);
  expect(await opened.page.settle(long)).toBe(false);
});

test.each([
  ["a timer that was far off", "setTimeout(() => {}, 60000)"],
  ["an interval that was ended", "clearInterval(setInterval(() => {}, 100))"],
])("a page with %s is idle", async (_, script) => {
  await using opened = await openPage(browser, `${shown}<script>${script}</script>`, watched);
  expect(await opened.page.settle(long)).toBe(true);
});

test("what a page has planned for soon is waited for as before, and is there when the page is idle", async () => {
  const page = `${shown}<script>setTimeout((text) => { shown.textContent = text; }, 120, "second");
    document.title = [setTimeout, setInterval, requestAnimationFrame].map(String).join().replaceAll(/\\s+/g, " ");
    setTimeout("document.body.dataset.text = 'taken'", 0);</script>`;
  await using opened = await openPage(browser, page, watched);
  await opened.page.settle(long);
  expect(await opened.page.read({ css: "#shown" }, "text", long)).toMatchObject({ value: "second" });
  expect(
    await opened.page.expect({ kind: "visible", target: { css: "[data-text=taken]" } }, long),
  ).toMatchObject({ ok: true });
  const { title } = await opened.page.state();
  expect(title).not.toContain("note");
  expect(title).toContain("[native code]");
});
