import { parseSuite } from "#core/suite/parse.ts";

/** Prints every mistake of every file as `file:line:column: message`. Gives the exit code: 1 when there was one. */
export const validateFiles = (files: { name: string; yaml: string }[]): number => {
  let mistakes = 0;
  for (const { name, yaml } of files) {
    const { suite, diagnostics } = parseSuite(yaml);
    for (const { line = 1, column = 1, message } of diagnostics)
      console.error(`${name}:${line}:${column}: ${message}`);
    if (suite) console.log(`${name}: ${suite.cases.length} cases, no mistakes`);
    mistakes += diagnostics.length;
  }
  return mistakes > 0 ? 1 : 0;
};
