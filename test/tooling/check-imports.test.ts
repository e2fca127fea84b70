import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root, runScript, script } from "./run-script.ts";

const forbidden: [what: string, file: string, source: string][] = [
  ["core importing an adapter", "src/core/run/a.ts", `import { open } from "#adapters/database/open.ts";`],
  [
    "core importing an adapter's type",
    "src/core/run/a.ts",
    `import type { Db } from "#adapters/database/open.ts";`,
  ],
  ["core doing I/O", "src/core/run/a.ts", `import { readFile } from "node:fs/promises";`],
  ["core doing I/O by the short name", "src/core/run/a.ts", `import { readFile } from "fs/promises";`],
  ["core importing a driver", "src/core/run/a.ts", `import { chromium } from "playwright-core";`],
  [
    "core importing a feature through #src",
    "src/core/run/a.ts",
    `import { a } from "#src/features/runs/runs.ts";`,
  ],
  [
    "a feature importing another",
    "src/features/runs/a.ts",
    `import { b } from "#features/suites/suites.ts";`,
  ],
  [
    "a feature importing an adapter",
    "src/features/runs/a.ts",
    `export { b } from "#adapters/queue/queue.ts";`,
  ],
  [
    "a dynamic import",
    "src/features/runs/a.ts",
    `export const b = () => import("#adapters/queue/queue.ts");`,
  ],
  ["an import in a type", "src/ports/a.ts", `export type A = import("#core/run/execute.ts").A;`],
  ["a port importing the contract", "src/ports/a.ts", `import { a } from "#api/runs.ts";`],
  ["the model importing a port", "src/model/a.ts", `import type { A } from "#ports/store.ts";`],
  ["an adapter importing the core", "src/adapters/logs/a.ts", `import { a } from "#core/run/execute.ts";`],
  ["the command line running suites by itself", "src/cli/a.ts", `import { a } from "#core/run/execute.ts";`],
  ["the product importing an example", "src/http/a.ts", `import { shop } from "#examples/shop/server.ts";`],
  ["the product importing a test's helper", "src/http/a.ts", `import { a } from "#test/support/service.ts";`],
  ["a way up", "src/core/run/a.ts", `import { a } from "../suite/parse.ts";`],
  ["a way up in a test", "src/core/run/a.test.ts", `import { a } from "../suite/parse.ts";`],
  ["a folder without a rule", "src/helpers/a.ts", `import { z } from "zod";`],
  ["an alias that stands for nothing", "src/http/a.ts", `import { a } from "#nowhere/a.ts";`],
];

test.each(forbidden)("%s is caught", (_what, file, source) => {
  const { code, output } = check({ [file]: `// one line before\n${source}\n` });
  expect(output).toContain(`${file}:2: `);
  expect(output).toContain("1 forbidden imports");
  expect(code).toBe(1);
});

test("what the layers allow passes", () => {
  const { code, output } = check({
    "src/main.ts": `import { a } from "#adapters/queue/queue.ts"; import { b } from "./config.ts";`,
    "src/model/a.ts": `import { z } from "zod"; import { b } from "./b.ts";`,
    "src/ports/a.ts": `import type { Run } from "#model/run.ts";`,
    "src/core/run/a.ts": `import { parse } from "#core/suite/parse.ts"; import { createHash } from "node:crypto";`,
    "src/core/run/a.test.ts": `import { open } from "#adapters/x.ts"; import { readFileSync } from "node:fs";`,
    "src/core/suite/export.ts": 'export const text = `import { test } from "@playwright/test";`;',
    "src/features/runs/a.ts": `import { b } from "#features/runs/b.ts"; import type { Queue } from "#ports/queue.ts";`,
    "src/adapters/logs/a.ts": `import { request } from "undici"; import { readFile } from "node:fs/promises";`,
    "src/cli/a.ts": `import { parse } from "#core/suite/parse.ts"; import { Command } from "commander";`,
    "test/a.test.ts": `import { serve } from "#http/serve.ts"; import { shop } from "#examples/shop/server.ts";`,
  });
  expect(output).toBe("");
  expect(code).toBe(0);
});

/** Runs the real check on a folder with this repository's package.json and these files. */
function check(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "imports-"));
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return runScript([script("check-imports.mjs"), folder]);
}
