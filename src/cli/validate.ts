import { counted } from "#model/counted.ts";
import { readFileSync } from "node:fs";
import { parseSuite } from "#core/suite/parse.ts";
import { UsageError } from "./connect.ts";

/** The text of a file that the user has named. Throws UsageError when it cannot be read. */
export const readText = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    const why = { ENOENT: "there is no such file", EISDIR: "it is a folder", EACCES: "it may not be read" }[
      code
    ];
    throw new UsageError(`${file}: ${why ?? code}`);
  }
};

/** Prints every mistake of a suite as `file:line:column: message`. Gives how many there are. */
export const tellMistakes = (name: string, yaml: string): number => {
  const { suite, diagnostics } = parseSuite(yaml);
  for (const { line = 1, column = 1, message } of diagnostics)
    console.error(`${name}:${line}:${column}: ${message}`);
  if (suite) {
    console.log(`${name}: ${counted(suite.cases.length, "case")}, no mistakes`);
  }
  return diagnostics.length;
};

/** Prints every mistake of every file. Gives the exit code: 1 when there was one, 2 when a file cannot be read. */
export const validateFiles = (files: string[]): number => {
  let code = 0;
  for (const file of files) {
    try {
      if (tellMistakes(file, readText(file)) > 0) code = Math.max(code, 1);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      console.error(error.message);
      code = 2;
    }
  }
  return code;
};
