import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserProvider } from "#adapters/playwright/provider.ts";
import { executeSuite } from "#core/run/execute.ts";
import { exportSpec } from "#core/suite/export/export-spec.ts";
import { parseSuite } from "#core/suite/parse.ts";
import type { Suite } from "#model/suite.ts";
import { z } from "zod";

const run = promisify(execFile);
const root = new URL("../../", import.meta.url).pathname;
const modules = join(root, "node_modules");

const environment: Record<string, string> = {
  SHOP_USER: "demo@shop.example",
  SECRET_SHOP_PASSWORD: "demo1234",
  APP_USER: "ann",
  SECRET_APP_PASSWORD: "open sesame",
};

/** Verdicts by case id; Playwright has one word for failed and broken. */
export type Verdicts = Record<string, "passed" | "failed" | "skipped">;

export const suiteOf = (yaml: string): Suite => {
  const { suite, diagnostics } = parseSuite(yaml);
  if (!suite) throw new Error(JSON.stringify(diagnostics, null, 2));
  return suite;
};

const examplesFolder = join(root, "examples/suites");

/** The suites of examples/suites, and the spec that each is exported as; failing expects are not waited for very long. */
export const exampleSuites = (): { suite: Suite; spec: string }[] =>
  readdirSync(examplesFolder).map((name) => {
    const suite = suiteOf(`timeout: 8s\n${readFileSync(join(examplesFolder, name), "utf8")}`);
    return { suite, spec: exportSpec(suite, name) };
  });

/** A project of its own with the specs and a configuration that says no more than which browser to use. */
export const projectWith = async (...specs: string[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "export-"));
  await symlink(modules, join(folder, "node_modules"));
  await Promise.all(specs.map((spec, at) => writeFile(join(folder, `suite-${at}.spec.ts`), spec)));
  const launch = {
    executablePath: process.env["SERVICE_BROWSER_PATH"] ?? "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox"],
  };
  await writeFile(
    join(folder, "playwright.config.ts"),
    `import { defineConfig } from "@playwright/test";\nexport default defineConfig({ workers: 1, reporter: [["json", { outputFile: "report.json" }]], use: { launchOptions: ${JSON.stringify(launch)} } });\n`,
  );
  const options = {
    strict: true,
    noEmit: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noUncheckedIndexedAccess: true,
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "nodenext",
    types: ["node"],
    skipLibCheck: true,
  };
  await writeFile(join(folder, "package.json"), "{}");
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: options, include: ["*.spec.ts"] }),
  );
  return folder;
};

const attempt = async (
  command: string[],
  folder: string,
  env: Record<string, string> = {},
): Promise<string> => {
  const [script = "", ...args] = command;
  try {
    const { stdout, stderr } = await run(process.execPath, [join(modules, script), ...args], {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, TMPDIR: tmpdir(), ...env },
      maxBuffer: 1e8,
    });
    return stdout + stderr;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return stdout + stderr;
  }
};

/** What the compiler says of the project; empty when all is well. */
export const typeCheck = (folder: string): Promise<string> =>
  attempt(["typescript/bin/tsc", "-p", "."], folder);

type Listed = {
  specs?: {
    title: string;
    tests: { status: string; results: { status: string; error?: { message?: string } }[] }[];
  }[];
  suites?: Listed[];
};
const listed: z.ZodType<Listed> = z.object({
  get suites() {
    return z.array(listed).optional();
  },
  specs: z
    .array(
      z.object({
        title: z.string(),
        tests: z.array(
          z.object({
            status: z.string(),
            results: z.array(
              z.object({
                status: z.string(),
                error: z.object({ message: z.string().optional() }).optional(),
              }),
            ),
          }),
        ),
      }),
    )
    .optional(),
});

export type SpecRun = { verdicts: Verdicts; errors: Record<string, string>; output: string };

/** Runs the project's spec with `playwright test`. */
export const runSpec = async (folder: string, baseUrl: string): Promise<SpecRun> => {
  const output = await attempt(["@playwright/test/cli.js", "test"], folder, {
    ...environment,
    BASE_URL: baseUrl,
  });
  const report = listed.parse(JSON.parse(await readFile(join(folder, "report.json"), "utf8")));
  const verdicts: Verdicts = {};
  const errors: Record<string, string> = {};
  const read = (part: Listed): void => {
    for (const { title, tests } of part.specs ?? []) {
      const id = title.split(":", 1)[0] ?? title;
      const [test] = tests;
      const words = {
        expected: "passed",
        flaky: "passed",
        unexpected: "failed",
        skipped: "skipped",
      } as const;
      verdicts[id] = words[(test?.status ?? "skipped") as keyof typeof words];
      const message = test?.results.at(-1)?.error?.message;
      if (message !== undefined) errors[id] = message;
    }
    part.suites?.forEach(read);
  };
  read(report);
  return { verdicts, errors, output };
};

/** Runs the suite with the runner of the service. */
export const runSuite = async (
  browsers: Pick<BrowserProvider, "get">,
  suite: Suite,
  baseUrl: string,
): Promise<{ verdicts: Verdicts; errors: Record<string, string> }> => {
  const { cases } = await executeSuite({
    suite,
    only: null,
    baseUrl,
    browser: browsers.get,
    values: { env: (name) => environment[name], secret: (name) => environment[`SECRET_${name}`] },
    seed: suite.seed ?? 1,
    emit: () => Promise.resolve(),
    saveFile: () => Promise.resolve(),
    explain: () => Promise.reject(new Error("not asked for")),
    signal: new AbortController().signal,
    injectTraceparent: false,
    pictures: "failure",
    trace: "off",
    now: () => new Date(),
  });
  return {
    verdicts: Object.fromEntries(
      cases.map(({ id, status }) => [id, status === "broken" ? "failed" : status]),
    ),
    errors: Object.fromEntries(cases.filter(({ why }) => why !== "").map(({ id, why }) => [id, why])),
  };
};
