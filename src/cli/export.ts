import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { exportSpec } from "#core/suite/export/export-spec.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { validateFiles } from "./validate.ts";

/** Prints a suite file as a Playwright spec, or saves it in `out`. Gives the exit code: 1 when the suite has a mistake. */
export const exportFile = (file: string, out: string | undefined): number => {
  const yaml = readFileSync(file, "utf8");
  const { suite } = parseSuite(yaml);
  if (!suite) return validateFiles([{ name: file, yaml }]);
  const spec = exportSpec(suite, basename(file));
  if (out === undefined) console.log(spec);
  else writeFileSync(out, spec);
  return 0;
};
