import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { capture } from "./capture.ts";

test("a capture that the browser never answers, or refuses for the moment, is asked for again", async () => {
  const browser = await chromium.launch({
    executablePath: process.env["SERVICE_BROWSER_PATH"] ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox"],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  let asked = 0;
  const forgetful = {
    send: async (...[method, parameters]: Parameters<typeof session.send>) => {
      asked += 1;
      return asked === 1 ? await new Promise<never>(() => {}) : await session.send(method, parameters);
    },
  };
  const picture = await capture(forgetful as typeof session, {
    x: 0,
    y: 0,
    width: 200,
    height: 100,
    scale: 1,
  });
  expect(
    Buffer.from(picture ?? [])
      .subarray(0, 3)
      .toString("hex"),
  ).toBe("ffd8ff");
  expect(asked).toBe(2);

  const refused = {
    send: async (...[method, parameters]: Parameters<typeof session.send>) => {
      asked += 1;
      if (asked === 3)
        throw new Error("Protocol error (Page.captureScreenshot): Unable to capture screenshot");
      return await session.send(method, parameters);
    },
  };
  expect(
    await capture(refused as typeof session, { x: 0, y: 0, width: 200, height: 100, scale: 1 }),
  ).not.toBeNull();

  await page.close();
  expect(await capture(session, { x: 0, y: 0, width: 200, height: 100, scale: 1 })).toBeNull();
});
