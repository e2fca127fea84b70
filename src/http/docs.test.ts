import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";
import { startApp } from "#test/support/run-suite.ts";

let server: TestApi;
let browser: Browser;
beforeAll(async () => {
  server = await startApi();
  browser = await chromium.launch({
    executablePath: process.env.SERVICE_BROWSER_PATH ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox"],
  });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

test("a person who follows a link to a report signs in there", async () => {
  const runId = await server.addRun();
  await server.artifacts.write(`${runId}/report.html`, "<h1>What the run has shown</h1>");
  const page = await browser.newPage();
  await page.goto(`${server.base}/artifacts/${runId}/report.html`);
  await page.getByLabel("E-mail").fill("admin@example.com");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "What the run has shown" }).waitFor();
  expect((await server.send("GET", `/artifacts/${runId}/report.html`, { token: null })).body).toMatchObject({
    type: "unauthorized",
  });
});

test("a picture of a run shows on a page of another origin by its address with a token, and by no other", async () => {
  const runId = await server.addRun();
  const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const path = `/artifacts/${runId}/001.png`;
  await server.artifacts.write(path.slice("/artifacts/".length), Buffer.from(pixel, "base64"));
  const page = await browser.newPage();
  const dashboard = await startApp({
    "/": `<img src="${server.base}${path}?token=${server.token}"><img src="${server.base}${path}">`,
  });
  await page.goto(dashboard.url);
  expect(
    await page
      .locator("img")
      .evaluateAll((all) => all.map((each) => (each as { naturalWidth?: number }).naturalWidth)),
  ).toEqual([1, 0]);
  await dashboard.close();
  const bySession = await server.send("GET", path);
  expect(bySession.headers.get("cross-origin-resource-policy")).toBe("same-origin");
});

test("a person signs in on /docs and tries an operation", async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${server.base}/docs`);
  await page.getByLabel("E-mail").fill("admin@example.com");
  await page.getByLabel("Password").fill("wrong password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("E-mail address or password is wrong.").waitFor();
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("/auth/me", { exact: true }).click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await page.getByText('"email": "admin@example.com"').first().waitFor();
  expect(complaints).toEqual([]);
});
