import { afterAll, beforeAll, expect, test } from "vitest";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const attachment = { "content-type": "text/plain", "content-disposition": "attachment; filename=a.txt" };

// A rejection that nobody catches would end the process, and fails a test run.
test("a session that is closed while a file is read leaves no rejection behind", async () => {
  for (let round = 0; round < 6; round += 1) {
    await using opened = await openPage(browser, "<a href=/file>File</a>");
    opened.site.set("/file", (_, response) =>
      response.writeHead(200, attachment).end("x".repeat(8 * 1024 * 1024)),
    );
    expect(await opened.page.act("File", { kind: "click" }, long)).toMatchObject({ ok: true });
    const isHere = (): boolean => opened.session.downloads.length > 0;
    await expect.poll(isHere).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, round * 15));
  }
});

test("a file is told with its size and its text, of a long one with its beginning", async () => {
  await using opened = await openPage(browser, "<a href=/short>Short</a><a href=/long>Long</a>");
  opened.site.set("/short", (_, response) => response.writeHead(200, attachment).end("Zoë, 3\n"));
  opened.site.set("/long", (_, response) =>
    response.writeHead(200, attachment).end("x".repeat(3 * 1024 * 1024)),
  );
  for (const name of ["Short", "Long"]) await opened.page.act(name, { kind: "click" }, long);
  const states = (): string[] => opened.session.downloads.map(({ state }) => state);
  await expect.poll(states).toEqual(["done", "done"]);
  const [first, second] = opened.session.downloads;
  expect(first).toMatchObject({ name: "a.txt", bytes: 8, text: "Zoë, 3\n" });
  expect(second).toMatchObject({ bytes: 3 * 1024 * 1024 });
  expect(second?.text).toHaveLength(1024 * 1024);
});
