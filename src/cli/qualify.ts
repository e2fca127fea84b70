import { writeFile } from "node:fs/promises";
import { qualificationSchema } from "#model/qualification.ts";
import { isOpen } from "#model/run.ts";
import { connect, UsageError } from "./connect.ts";
import type { ConnectOptions } from "./connect.ts";
import { printQualification } from "./print-qualification.ts";

export type QualifyOptions = ConnectOptions & {
  /** File name of a suite of the service. */
  suite: string;
  cases?: string[];
  baseUrl?: string;
  maxFaults?: number;
  budgetS?: number;
  seed?: number;
  /** Least score, 0 to 100, that is good enough. */
  least?: number;
  json: boolean;
  /** File to save the report page in. */
  report?: string;
};

/** Qualifies a suite and prints what it would not notice. Gives the exit code: 1 when the score is below the least. */
export const runQualify = async (options: QualifyOptions): Promise<number> => {
  const { client, url } = await connect(options);
  const started = await client.qualifySuite({
    params: { name: options.suite },
    body: {
      cases: options.cases,
      base_url: options.baseUrl,
      max_faults: options.maxFaults,
      budget_s: options.budgetS,
      seed: options.seed,
    },
  });
  const id = started.run_id;
  console.error(`run ${id}`);
  for (let since = 0; ;) {
    const run = await client.getRun({ params: { id }, query: { since } });
    for (const event of run.events) {
      since = event.seq;
      if (event.kind === "log") console.error(`  ${event.message}`);
    }
    if (isOpen(run.status)) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    if (run.status !== "done") throw new UsageError(run.error ?? `The run was ${run.status}.`);
    const result = qualificationSchema.parse(run.result);
    console.log(options.json ? JSON.stringify(result, null, 2) : printQualification(result));
    if (options.report === undefined) {
      console.error(`report page: ${url}/api/v1/artifacts/${id}/report.html; --report FILE saves it`);
    } else {
      const page = await client.getArtifact({ params: { path: `${id}/report.html` } });
      await writeFile(options.report, Buffer.from(await page.arrayBuffer()));
      console.error(`report page: ${options.report}`);
    }
    return options.least !== undefined && (result.score ?? 0) * 100 < options.least ? 1 : 0;
  }
};
