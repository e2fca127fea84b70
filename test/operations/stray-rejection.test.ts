import { expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { startServiceProcess } from "#test/support/process.ts";

/** What a library leaves behind in the service: an error that nobody waits for. */
const STRAY = `data:text/javascript;base64,${Buffer.from(
  `setTimeout(() => Promise.reject(new Error("locator.fill: typed hunter2")), 3000);`,
).toString("base64")}`;

test("an error that nobody waits for is told in the log, without its words, and the service goes on", async () => {
  await using service = await startServiceProcess({ NODE_OPTIONS: `--import "${STRAY}"` });
  await eventually(() => expect(service.output()).toContain("nobody waited for"));
  expect(service.output()).not.toContain("hunter2");
  expect(service.output()).toMatch(/"level":50.*nobody waited for/);
  expect((await service.send("GET", "/health")).status).toBe(200);
  expect(await service.stop()).toBe(0);
});
