import { afterAll, beforeAll, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { causeNotAsked } from "#model/root-cause.ts";
import { runSuite, startApp } from "#test/support/run-suite.ts";

const browsers = createBrowserProvider();
let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp({ "/": "<h1>Shop</h1>" });
});
afterAll(async () => {
  await browsers.close();
  await app.close();
});

const failing = (id: string): string =>
  `  - {id: ${id}, steps: [{goto: /}, {click: Nothing, timeout: 100ms}]}\n`;

test("the next case begins while the cause of the one before is still looked for", async () => {
  const begun = Promise.withResolvers<void>();
  const { report } = await runSuite(
    browsers,
    app.url,
    `cases:\n${failing("first")}  - {id: second, steps: [{goto: /}, {expect: {visible: Shop}}]}\n`,
    {
      emit: async (event) => {
        if (event.kind === "case_started" && event.case_id === "second") begun.resolve();
      },
      explain: async ({ caseId }) => {
        await begun.promise;
        return { ...causeNotAsked, summary: `why ${caseId} failed` };
      },
    },
  );
  expect(report.cases).toMatchObject([
    { id: "first", status: "broken", root_cause: { summary: "why first failed" } },
    { id: "second", status: "passed", root_cause: null },
  ]);
});
