import { setImmediate as breathe } from "node:timers/promises";
import { AppError } from "#model/errors.ts";
import type { Store, Tx } from "#ports/store.ts";

export type Job = { suite: string; cases?: string[] };

/**
 * Checks that what is to be run is there; `at` says where a job stands in the request, as a path that ends in a dot or is
 * empty. Throws AppError("not_found") for an unknown suite, AppError("invalid_request") that names the unknown cases of a job.
 */
export type JobCheck = (
  orgId: string,
  jobs: readonly Job[],
  at: (place: number) => string,
  tx?: Tx,
) => Promise<void>;

type Dependencies = {
  suites: Pick<Store["suites"], "get">;
  /** Case ids of a suite's YAML. */
  caseIds(yaml: string): string[];
};

/** A large suite takes a while to parse: each is read once a request, and parsed only where cases are named. */
export const createJobCheck =
  ({ suites, caseIds }: Dependencies): JobCheck =>
  async (orgId, jobs, at, tx) => {
    const read = new Map<string, { yaml: string; ids: Set<string> | null }>();
    for (const [place, { suite: file, cases }] of jobs.entries()) {
      const suite = read.get(file) ?? { yaml: await yamlOf(suites, orgId, file, tx), ids: null };
      read.set(file, suite);
      if (cases === undefined) continue;
      if (suite.ids === null) {
        suite.ids = new Set(caseIds(suite.yaml));
        await breathe();
      }
      const { ids } = suite;
      const errors = cases.flatMap((id, index) =>
        ids.has(id) ? [] : [{ path: `${at(place)}cases.${index}`, message: `${file} has no case ${id}` }],
      );
      if (errors.length > 0) throw new AppError("invalid_request", "Some cases do not exist.", { errors });
    }
  };

const yamlOf = async (
  suites: Dependencies["suites"],
  orgId: string,
  file: string,
  tx?: Tx,
): Promise<string> => {
  const suite = await suites.get(orgId, file, tx);
  if (!suite) throw new AppError("not_found", `There is no suite ${file}.`);
  return suite.yaml;
};
