import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Whether points of a JPEG lie under a cover: they are dark then. */
const covered = async (jpeg: Uint8Array | null, points: [number, number][]): Promise<boolean[]> => {
  const reader = await chromium.launch({
    executablePath: process.env["SERVICE_BROWSER_PATH"] ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox"],
  });
  try {
    const page = await reader.newPage();
    const source = `data:image/jpeg;base64,${Buffer.from(jpeg ?? []).toString("base64")}`;
    return await page.evaluate(
      async ([address, list]) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        if (!context) throw new Error("no canvas");
        context.drawImage(image, 0, 0);
        return list.map(([x, y]) =>
          context
            .getImageData(x, y, 1, 1)
            .data.slice(0, 3)
            .every((part) => part < 160),
        );
      },
      [source, points] as const,
    );
  } finally {
    await reader.close();
  }
};

test("secrets are covered in pictures: in fields, texts, editable texts, shadow roots, frames, placeholders and what styles draw", async () => {
  const secret = "hunter2-secret";
  const place = (top: number): string =>
    `position:absolute;left:0;top:${top}px;width:300px;height:40px;margin:0`;
  const html = `<style>body{margin:0}</style><p style="${place(0)}">${secret}</p><input style="${place(50)}" value="${secret}">
    <div contenteditable style="${place(100)}">my ${secret}!</div><div id=host style="${place(150)}"></div>
    <iframe style="${place(200)};border:0" srcdoc="<p style='margin:0;height:40px'>${secret}</p>"></iframe>
    <p style="${place(250)}">ha<b>r</b>mless</p><p style="${place(300)}">hun<b>ter2</b>-secret</p>
    <input style="${place(350)}" placeholder="${secret}"><p class=drawn data-key="${secret}" style="${place(400)}"></p>
    <style>.drawn::after{content:attr(data-key)}</style><p style="${place(450)}">key: ${btoa(secret)}</p><p style="${place(500)}" data-key="${secret}">harmless</p>
    <script>host.attachShadow({mode:"open"}).innerHTML = "<div id=inner></div>";
      host.shadowRoot.firstChild.attachShadow({mode:"open"}).innerHTML = "<p style='margin:0;height:40px'>${secret}</p>"</script>`;
  await using opened = await openPage(browser, html, { secrets: [secret] });
  const picture = await opened.page.screenshot({ fullScale: true });
  const rows = [0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500].map((top): [number, number] => [
    290,
    top + 20,
  ]);
  expect(await covered(picture, rows)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
});
