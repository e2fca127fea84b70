import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { exportSpec } from "#core/suite/export/export-spec.ts";
import { parseSuite } from "#core/suite/parse.ts";
import type { Job, Outcome } from "./job.ts";

const root = new URL("../../", import.meta.url).pathname;

/** A picture after every statement of every test; where Chromium gives none, as it does now and then, the test goes on as ours does. */
const withPictures = (spec: string): string => {
  const shot =
    'await page.screenshot({ type: "jpeg", quality: 70, timeout: 2000, path: test.info().outputPath(`${shots += 1}.jpg`) }).catch(() => null);';
  let inTest = false;
  const lines = spec.split("\n").map((line) => {
    if (/^ {0,2}test\("/.test(line)) inTest = true;
    else if (/^ {0,2}\}\);$/.test(line)) inTest = false;
    return inTest && /^ {2,4}await .*;$/.test(line) ? `${line}\n  ${shot}` : line;
  });
  return `${lines.join("\n")}\nlet shots = 0;\n`;
};

const configuration = ({ browser, lanes }: Job): string => `import { defineConfig } from "@playwright/test";
export default defineConfig({
  workers: ${lanes},
  fullyParallel: true,
  reporter: [["json", { outputFile: "report.json" }]],
  use: { launchOptions: { executablePath: ${JSON.stringify(browser)}, args: ["--no-sandbox", "--disable-gpu"] } },
});
`;

/** Writes the project whose specs the suites are exported as, and gives the command that runs it. */
export const writeProject = async (folder: string, job: Job): Promise<string[]> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), "{}");
  await writeFile(join(folder, "playwright.config.ts"), configuration(job));
  for (const { name, text } of job.suites) {
    const { suite, diagnostics } = parseSuite(text);
    if (!suite) throw new Error(JSON.stringify(diagnostics));
    const spec = exportSpec(suite, `${name}.yaml`);
    await writeFile(join(folder, `${name}.spec.ts`), job.pictures ? withPictures(spec) : spec);
  }
  return [join(root, "node_modules/@playwright/test/cli.js"), "test"];
};

type Listed = {
  file?: string | undefined;
  specs?:
    | {
        title: string;
        tests: { status: string; results: { error?: { message?: string | undefined } | undefined }[] }[];
      }[]
    | undefined;
  suites?: Listed[] | undefined;
};
const listed: z.ZodType<Listed> = z.object({
  file: z.string().optional(),
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
            results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
          }),
        ),
      }),
    )
    .optional(),
});
const report = z.intersection(listed, z.object({ stats: z.object({ duration: z.number() }) }));

const words = { expected: "passed", flaky: "passed", unexpected: "failed", skipped: "skipped" } as const;

/** What the project's report says. */
export const readReport = async (folder: string): Promise<Outcome> => {
  const read = report.parse(JSON.parse(await readFile(join(folder, "report.json"), "utf8")));
  const outcome: Outcome = { verdicts: {}, errors: {}, runMs: read.stats.duration, pictures: 0 };
  const visit = (part: Listed, file: string): void => {
    const name = basename(part.file ?? file, ".spec.ts");
    for (const { title, tests } of part.specs ?? []) {
      const key = `${name}/${title.split(":", 1)[0] ?? title}`;
      const [test] = tests;
      outcome.verdicts[key] = words[(test?.status ?? "skipped") as keyof typeof words];
      const message = test?.results.at(-1)?.error?.message;
      if (message !== undefined) outcome.errors[key] = message;
    }
    for (const inner of part.suites ?? []) visit(inner, part.file ?? file);
  };
  visit(read, "");
  return outcome;
};
