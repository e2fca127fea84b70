import { counted } from "#model/counted.ts";
import { describeTarget } from "#model/target.ts";
import { connect } from "./connect.ts";
import type { ConnectOptions } from "./connect.ts";
import { forOutput, printable } from "./printable.ts";

export type PatchOptions = ConnectOptions & {
  runId: string;
  /** Write the change into the suite; else it is only shown. */
  apply: boolean;
};

/**
 * Prints what a run's healed targets change in its suite, as a unified diff, and with `apply` writes it there. Gives the
 * exit code: 0 when there is a change, 1 when there is none. Throws AppError("conflict") when it cannot be written.
 */
export const runPatch = async ({ runId, apply, ...options }: PatchOptions): Promise<number> => {
  const { client } = await connect(options);
  const params = { id: runId };
  const patch = apply ? await client.applyRunPatch({ params }) : await client.getRunPatch({ params });
  for (const { from, to, place, reason } of patch.unpatched)
    console.error(
      printable(`left: ${describeTarget(from)} -> ${describeTarget(to)} at ${place.join(".")}: ${reason}`),
    );
  if (patch.diff === "") {
    console.error(`Run ${runId} healed nothing that could be written into ${patch.suite}.`);
    return 1;
  }
  console.log(forOutput(patch.diff.trimEnd()));
  const count = counted(patch.patched.length, "target");
  console.error(
    apply ? `${patch.suite} was changed: ${count}.` : `${count}; --apply writes this into ${patch.suite}.`,
  );
  return 0;
};
