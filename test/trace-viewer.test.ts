import type { ServerResponse } from "node:http";
import { chromium } from "playwright-core";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { readEntries } from "#adapters/playwright/trace/zip.ts";
import { runSuite, startApp } from "#test/support/run-suite.ts";
import { serveTraceViewer } from "#test/support/trace-viewer.ts";

const browsers = createBrowserProvider({ executablePath: process.env["SERVICE_BROWSER_PATH"] });
afterAll(() => browsers.close());

const canary = "C4nary & <secret>";

const pages = {
  "/": `<link rel=stylesheet href=/look.css><h1>Till</h1><img src=/dot.svg alt=Dot width=40>
    <label>Key <input></label><label><input type=checkbox checked> Gift</label><button>Pay</button><p id=said></p><div id=host></div>
    <iframe title=Inner srcdoc="<b>Inside</b>"></iframe>
    <script>host.attachShadow({ mode: "open" }).innerHTML = "<i>In the shadow</i>";
      document.querySelector("button").onclick = async () => {
        console.error("paying with " + document.querySelector("input").value);
        await fetch("/pay?key=" + encodeURIComponent(document.querySelector("input").value), { method: "POST" });
        said.textContent = "Refused " + document.querySelector("input").value; setTimeout(() => { throw new Error("till jammed") }) }</script>`,
  "/look.css": (_: unknown, response: ServerResponse) =>
    response.writeHead(200, { "content-type": "text/css" }).end("h1 { color: rgb(200, 0, 0) }"),
  "/dot.svg": (_: unknown, response: ServerResponse) =>
    response
      .writeHead(200, { "content-type": "image/svg+xml" })
      .end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="20" fill="red"/></svg>',
      ),
  "/pay": (_: unknown, response: ServerResponse) =>
    response.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify({ refused: canary })),
};

const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["TRACE_PICTURES"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

test("the archive of a case that did not pass opens in Playwright's trace viewer, without secrets", async () => {
  const app = await startApp(pages);
  const { cases, files } = await runSuite(
    browsers,
    app.url,
    `cases:
  - id: pay
    title: Pay with \${secret.KEY}
    steps:
      - goto: /
      - fill: {Key: "\${secret.KEY}"}
      - click: Pay
      - expect: {text: Thank you}
        timeout: 500
  - id: fine
    title: Look
    steps: [{goto: /}]`,
    { secrets: { KEY: canary } },
  );
  await app.close();
  expect(cases["fine"]?.trace).toBeNull();
  expect(cases["pay"]?.trace).toBe("cases/pay/trace.zip");
  const archive = Buffer.from(files.get("cases/pay/trace.zip") ?? []);
  const entries = readEntries(archive);
  const texts = entries.map(({ name, content }) => name + content.toString("latin1")).join("\n");
  for (const form of [canary, encodeURIComponent(canary), "C4nary", btoa(canary).slice(0, 20)])
    expect(texts).not.toContain(form);

  const browser = await chromium.launch({
    executablePath: process.env["SERVICE_BROWSER_PATH"],
    args: ["--no-sandbox"],
  });
  await using viewer = await serveTraceViewer(archive);
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.goto(viewer.url);
  const actions = page.getByTestId("actions-tree").getByRole("treeitem");
  await actions.first().waitFor();
  const lines = (await actions.allInnerTexts()).map((text) => text.split("\n")[0]);
  const failing = 'expect text contains "Thank you"';
  expect(lines).toEqual(["open /", 'fill "Key" with "********"', 'click "Pay"', failing]);

  await actions.filter({ hasText: failing }).click();
  await page.getByRole("tab", { name: "Errors" }).click();
  await page.getByText("expected text contains", { exact: false }).last().waitFor();
  await picture(page, "errors");
  const shown = page.frameLocator("iframe.snapshot-visible[name=snapshot]");
  await page.getByRole("tab", { name: "Action", exact: true }).click();
  await shown.locator("img[src^='data:image/jpeg']").waitFor();
  await picture(page, "action");
  await page.getByRole("tab", { name: "After" }).click();

  await shown.getByText("Refused ********").waitFor();
  expect(await shown.getByLabel("Key").inputValue()).toBe("********");
  expect(await shown.getByLabel("Gift").isChecked()).toBe(true);
  expect(await shown.getByRole("heading").evaluate((element) => getComputedStyle(element).color)).toBe(
    "rgb(200, 0, 0)",
  );
  await shown.getByText("In the shadow").waitFor();
  await shown.frameLocator("iframe").getByText("Inside").waitFor();
  expect(await shown.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
  await picture(page, "after");

  await actions.filter({ hasText: "click" }).click();
  await page.getByRole("tab", { name: "Console" }).click();
  await page.getByText("paying with ********").waitFor();
  await page.getByText("till jammed").first().waitFor();
  await picture(page, "console");
  await page.getByRole("tab", { name: "Network" }).click();
  await page.getByText("pay?key=").first().click();
  await page.getByRole("tab", { name: "Response" }).click();
  await page.getByText("refused").first().waitFor();
  await picture(page, "network");
  await browser.close();
}, 240_000);
