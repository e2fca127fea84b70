import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { exportSpec } from "#core/suite/export/export-spec.ts";
import { hardPages } from "#test/support/hard-pages.ts";
import { startApp } from "#test/support/run-suite.ts";
import { projectWith, runSpec, runSuite, suiteOf, typeCheck } from "./support.ts";

const yaml = readFileSync(new URL("hard.yaml", import.meta.url), "utf8");
const browsers = createBrowserProvider();
afterAll(() => browsers.close());

/** What a person who looks at the pages would say; every other case passes. */
const failing = [
  "covered",
  "never-enabled",
  "no-option",
  "no-row",
  "trickle",
  "spa",
  "spa-count",
  "spa-chain",
  "spa-not",
  "spa-error",
  "spa-refused",
  "late-script",
  "hops",
  "script-refused",
  "given-up",
  "column-order",
  "own-request",
  "asked",
  "in-order",
];

/** Cases that are to pass have time for it on a busy machine; the others are not waited for as long. */
const suites = [suiteOf(`timeout: 30s\n${yaml}`), suiteOf(yaml)].map((suite, at) => ({
  ...suite,
  cases: suite.cases.filter(({ id }) => failing.includes(id) === (at === 1)),
}));

test("hard pages have the verdicts that they deserve, in the runner and in the spec", async () => {
  const folder = await projectWith(...suites.map((suite) => exportSpec(suite, "hard.yaml")));
  const [ownApp, specApp] = await Promise.all([startApp(hardPages()), startApp(hardPages())]);
  try {
    const ran = [];
    for (const suite of suites) ran.push(await runSuite(browsers, suite, ownApp.url));
    const own = {
      verdicts: Object.fromEntries(ran.flatMap(({ verdicts }) => Object.entries(verdicts))),
      errors: Object.fromEntries(ran.flatMap(({ errors }) => Object.entries(errors))),
    };
    const [exported, problems] = await Promise.all([runSpec(folder, specApp.url), typeCheck(folder)]);
    const wanted = Object.fromEntries(
      suites.flatMap(({ cases }) => cases.map(({ id }) => [id, failing.includes(id) ? "failed" : "passed"])),
    );
    expect(problems).toBe("");
    const other = ({ verdicts, errors }: typeof own) =>
      Object.keys({ ...wanted, ...verdicts })
        .filter((id) => verdicts[id] !== wanted[id])
        .map((id) => `${id} is ${verdicts[id]}: ${errors[id]}`);
    expect({ runner: other(own), spec: other(exported) }).toEqual({ runner: [], spec: [] });
  } finally {
    await Promise.all([ownApp.close(), specApp.close()]);
  }
}, 1_200_000);
