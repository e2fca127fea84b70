import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import type { ShownChange } from "#ports/edge.ts";

let bundled: string | null = null;

const source = (): string => {
  if (bundled !== null) return bundled;
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL("page-script.ts", import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    globalName: "edge",
    target: "chrome120",
    platform: "browser",
    charset: "utf8",
    logLevel: "silent",
  });
  bundled = outputFiles[0]?.text ?? "";
  return bundled;
};

/** An expression that gives what the document shows. */
export const factsExpression = (): string => `(() => { ${source()}; return edge.facts(); })()`;

/** A script that puts a change in force; it calls the function of that name whenever the change takes effect. */
export const changeScript = (change: ShownChange, told: string): string =>
  `(() => { ${source()}; edge.install(${JSON.stringify(change)}, ${JSON.stringify(told)}); })()`;
