import { writeFile } from "node:fs/promises";
import type { RunDetail } from "#model/run.ts";
import { isOpen } from "#model/run.ts";
import { UsageError } from "./connect.ts";
import type { Connection } from "./connect.ts";
import { printable } from "./printable.ts";

const pollMs = 500;

/** Waits for the end of a run and tells, on standard error, what happens meanwhile. Throws UsageError when it could not be carried out. */
export const follow = async ({ client }: Connection, id: string): Promise<RunDetail> => {
  console.error(`run ${id}`);
  for (let since = 0; ;) {
    const run = await client.getRun({ params: { id }, query: { since } });
    for (const event of run.events) {
      since = event.seq;
      if (event.kind === "log") console.error(`  ${printable(event.message)}`);
      if (event.kind === "case_finished") console.error(`  ${event.status.padEnd(7)} ${event.case_id ?? ""}`);
    }
    if (run.status === "error") throw new UsageError(run.error ?? "The run could not be carried out.");
    if (!isOpen(run.status)) return run;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
};

/** Saves a run's report page in a file, or says where it is. */
export const saveReport = async (
  { client, url }: Connection,
  id: string,
  file: string | undefined,
): Promise<void> => {
  if (file === undefined) {
    console.error(`report page: ${url}/api/v1/artifacts/${id}/report.html; --report FILE saves it`);
    return;
  }
  const page = await client.getArtifact({ params: { path: `${id}/report.html` } });
  await writeFile(file, Buffer.from(await page.arrayBuffer()));
  console.error(`report page: ${file}`);
};
