import { expect, test } from "vitest";
import { startTestService } from "./support/service.ts";

test("an analysis for which no browser starts is a generation error, not an empty result", async () => {
  await using service = await startTestService({ SERVICE_BROWSER_PATH: "/nowhere/chromium" });
  const { status, body } = await service.send<{ type: string; detail: string }>("POST", "/analyze", {
    app_url: service.url,
  });
  expect([status, body.type]).toEqual([502, "generation_error"]);
  expect(body.detail).toMatch(/browser/i);
});
