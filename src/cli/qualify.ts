import { qualificationSchema } from "#model/qualification.ts";
import { connect, UsageError } from "./connect.ts";
import type { ConnectOptions } from "./connect.ts";
import { follow, saveReport } from "./follow.ts";
import { printQualification } from "./print-qualification.ts";

export type QualifyOptions = ConnectOptions & {
  /** File name of a suite of the service. */
  suite: string;
  cases?: string[];
  baseUrl?: string;
  maxFaults?: number;
  budgetS?: number;
  seed?: number;
  /** Case of the suite that puts the app back. */
  reset?: string;
  /** Least score, 0 to 100, that is good enough. */
  least?: number;
  json: boolean;
  /** File to save the report page in. */
  report?: string;
};

/** Qualifies a suite and prints what it would not notice. Gives the exit code: 1 when the score is below the least. */
export const runQualify = async (options: QualifyOptions): Promise<number> => {
  const connection = await connect(options);
  const started = await connection.client.qualifySuite({
    params: { name: options.suite },
    body: {
      cases: options.cases,
      base_url: options.baseUrl,
      max_faults: options.maxFaults,
      budget_s: options.budgetS,
      seed: options.seed,
      reset: options.reset,
    },
  });
  const run = await follow(connection, started.run_id);
  if (run.status !== "done") throw new UsageError(`The run was ${run.status}.`);
  const result = qualificationSchema.parse(run.result);
  console.log(options.json ? JSON.stringify(result, null, 2) : printQualification(result));
  await saveReport(connection, run.id, options.report);
  return options.least !== undefined && (result.score ?? 0) * 100 < options.least ? 1 : 0;
};
