import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { exportSpec } from "#core/suite/export/export-spec.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { readText, tellMistakes } from "./validate.ts";

/** Prints a suite file as a Playwright spec, or saves it in `out`. Gives the exit code: 1 when the suite has a mistake. */
export const exportFile = (file: string, out: string | undefined): number => {
  const yaml = readText(file);
  const { suite } = parseSuite(yaml);
  if (!suite) {
    tellMistakes(file, yaml);
    return 1;
  }
  const spec = exportSpec(suite, basename(file));
  if (out === undefined) console.log(spec);
  else writeFileSync(out, spec);
  return 0;
};
