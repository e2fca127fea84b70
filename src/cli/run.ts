import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { parseSuite } from "#core/suite/parse.ts";
import type { Report } from "#model/report.ts";
import type { FileIssues } from "#model/run.ts";
import { connect, UsageError } from "./connect.ts";
import type { Connection, ConnectOptions } from "./connect.ts";
import { follow, saveReport } from "./follow.ts";
import { junitXml } from "./junit.ts";
import { printResult } from "./print-result.ts";
import { readText, tellMistakes } from "./validate.ts";

export type RunOptions = ConnectOptions & {
  /** Files on this machine, or names of suites of the service. */
  suites: string[];
  cases?: string[];
  baseUrl?: string;
  sharded: boolean;
  fileIssues?: FileIssues;
  /** A file takes the place of the service's suite of the same title where the two differ. */
  replace: boolean;
  json: boolean;
  /** File to save the report page in; for one suite only. */
  report?: string;
  /** File to save the results in, as JUnit XML. */
  junit?: string;
};

/** The service's name of the suite in a file: that of the same title, made or replaced so that both are equal. */
const placeFile = async ({ client }: Connection, path: string, replace: boolean): Promise<string> => {
  const yaml = readText(path);
  const { suite } = parseSuite(yaml);
  if (!suite) {
    tellMistakes(path, yaml);
    throw new UsageError(`${path} is no valid suite.`);
  }
  const { items } = await client.listSuites({ query: { q: suite.title, limit: 200 } });
  const named = items.filter(({ title }) => title === suite.title);
  if (named.length > 1) {
    const names = named.map(({ file }) => file).join(", ");
    throw new UsageError(
      `The service has several suites "${suite.title}": ${names}. Give the name of one instead of ${path}, or another title to the file.`,
    );
  }
  const [there] = named;
  if (!there) return (await client.createSuite({ body: { yaml } })).file;
  const params = { name: there.file };
  if ((await client.getSuite({ params })).yaml === yaml) return there.file;
  if (!replace) {
    throw new UsageError(
      `${there.file} of the service has the title of ${path} and another text. --replace puts the file in its place; run ${there.file} runs what the service has.`,
    );
  }
  await client.updateSuite({ params, body: { yaml } });
  console.error(`${there.file} now is ${path}`);
  return there.file;
};

/** Runs suites and prints what is broken and why. Gives the exit code: 0 when every case passed, 1 when not. */
export const runSuites = async (options: RunOptions): Promise<number> => {
  const { suites, cases, report, junit } = options;
  if (report !== undefined && suites.length > 1)
    throw new UsageError("--report takes one suite; --junit takes any number.");
  const connection = await connect(options);
  const names: string[] = [];
  for (const given of suites)
    names.push(existsSync(given) ? await placeFile(connection, given, options.replace) : given);
  const { run_ids } = await connection.client.startRuns({
    body: {
      jobs: names.map((suite) => ({ suite, cases })),
      base_url: options.baseUrl,
      sharded: options.sharded || undefined,
      file_issues: options.fileIssues,
    },
  });
  const reports: Report[] = [];
  let passed = true;
  for (const id of run_ids) {
    const run = await follow(connection, id);
    if (run.report === null) throw new UsageError(`Run ${id} was ${run.status} before it had a report.`);
    reports.push(run.report);
    if (!options.json) console.log(printResult(run.report.title, run.report));
    await saveReport(connection, id, report);
    const { failed, broken, skipped } = run.report.summary;
    passed &&= run.status === "done" && failed + broken + skipped === 0;
  }
  if (options.json) console.log(JSON.stringify(reports, null, 2));
  if (junit !== undefined) await writeFile(junit, junitXml(reports));
  return passed ? 0 : 1;
};
