import { existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { connect, UsageError } from "./connect.ts";
import type { ConnectOptions } from "./connect.ts";
import { forOutput, printable } from "./printable.ts";
import { readText } from "./validate.ts";

export type GenerateOptions = ConnectOptions & {
  /** The app for kind url; else what to fetch. */
  from?: string;
  kind: string;
  baseUrl?: string;
  /** File that holds the words or the description, in place of an address. */
  file?: string;
  username?: string;
  appPassword?: string;
  loginPath?: string;
  quick: boolean;
  saveAs?: string;
  /** Suite of the service that this renews. */
  regenerate?: string;
  /** Writes the renewed suite at once. */
  apply: boolean;
  /** File to save the suite in. */
  out?: string;
};

const kinds = ["url", "docs", "text", "openapi"] as const;

/**
 * Writes a suite from an app, from words or from an API description, and prints it; with `regenerate` prints what would
 * change in a suite of the service instead. With `out` the suite is saved there. Gives the exit code: 0, or 1 when a case was found to fail.
 */
export const runGenerate = async (options: GenerateOptions): Promise<number> => {
  const kind = kinds.find((each) => each === options.kind);
  if (!kind) throw new UsageError(`--kind is one of ${kinds.join(", ")}.`);
  if ((options.username === undefined) !== (options.appPassword === undefined))
    throw new UsageError("Give --username and --app-password together.");
  if (options.apply && options.regenerate === undefined)
    throw new UsageError("--apply goes with --regenerate.");
  const { out } = options;
  // Found out before the suite is written: that may take many minutes.
  if (out !== undefined && !existsSync(dirname(out)))
    throw new UsageError(`There is no folder ${dirname(out)} to save the suite in.`);
  const text = options.file === undefined ? undefined : readText(options.file);
  const { client } = await connect(options);
  const { username, appPassword } = options;
  const generated = await client.generateSuite({
    body: {
      kind,
      url: options.from,
      base_url: options.baseUrl,
      text,
      exhaustive: !options.quick,
      auth:
        username !== undefined && appPassword !== undefined
          ? { username, password: appPassword, login_path: options.loginPath }
          : undefined,
      save_as: options.saveAs,
      regenerate: options.regenerate,
    },
  });
  if (out !== undefined) writeFileSync(out, generated.yaml);
  for (const note of [...generated.notes, ...notCovered(generated)]) console.error(printable(note));
  const { regeneration } = generated;
  if (!regeneration) {
    if (out === undefined) console.log(forOutput(generated.yaml.trimEnd()));
    if (generated.saved_as !== undefined) console.error(`saved as ${generated.saved_as}`);
  } else if (options.apply) {
    printRegeneration(await client.applyRegeneration({ params: { name: regeneration.suite } }));
    console.error(`${regeneration.suite} was changed.`);
  } else {
    printRegeneration(regeneration);
    console.error(`tracewright regeneration ${regeneration.suite} --apply writes this into the suite.`);
  }
  return generated.findings.length > 0 ? 1 : 0;
};

type Told = {
  notes: string[];
  coverage: { left_out: string[] } | null;
  dropped: { case_id: string; reason: string }[];
};

/** What the suite leaves out and the notes do not tell. */
const notCovered = ({ notes, coverage, dropped }: Told): string[] => {
  const told = new Set([...notes, ...dropped.map(({ case_id: id, reason }) => `case ${id}: ${reason}`)]);
  return (coverage?.left_out ?? []).filter((item) => !told.has(item)).map((item) => `not covered: ${item}`);
};

export type RegenerationOptions = ConnectOptions & { suite: string; apply: boolean };

/** Prints what generating a suite again would change in it, and with `apply` writes it there. Gives the exit code 0. */
export const runRegeneration = async ({ suite, apply, ...options }: RegenerationOptions): Promise<number> => {
  const { client } = await connect(options);
  const params = { name: suite };
  printRegeneration(
    apply ? await client.applyRegeneration({ params }) : await client.getRegeneration({ params }),
  );
  console.error(apply ? `${suite} was changed.` : "--apply writes this into the suite.");
  return 0;
};

type Change = { case_id: string; change: string; why: string };

const printRegeneration = ({ changes, diff }: { changes: Change[]; diff: string }): void => {
  for (const { case_id: id, change, why } of changes)
    console.error(`${change.padEnd(8)}${id}: ${printable(why)}`);
  if (diff === "") console.error("Nothing changes.");
  else console.log(forOutput(diff.trimEnd()));
};
