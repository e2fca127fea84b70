import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { selectors } from "playwright-core";
import type { api as core } from "./page-script/main.ts";
import type { api as more } from "./page-script/more.ts";

export const ENGINE = "tracewright";

export type PageApi = typeof core & typeof more;

/** The functions that few documents are asked for. */
const extras: Record<Exclude<keyof PageApi, keyof typeof core>, true> = {
  heal: true,
  outline: true,
  targetOfRef: true,
  quiet: true,
  seek: true,
  seenState: true,
  survey: true,
};

export const isExtra = (method: keyof PageApi): boolean => method in extras;

type PageScript = {
  /** An expression: the functions that nearly every document is asked for. */
  core: string;
  /** The others. */
  more: string;
  /** For Playwright: our targets as a selector engine. */
  engine: string;
};

let bundled: PageScript | null = null;

/**
 * One character of another alphabet doubles what is sent and read of all the others; the bundler leaves those of regular
 * expressions.
 */
const inAscii = (script: string): string =>
  script.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

const bundle = (): { main: string; more: string } => {
  const { outputFiles } = buildSync({
    entryPoints: ["main", "more"].map((name) =>
      fileURLToPath(new URL(`page-script/${name}.ts`, import.meta.url)),
    ),
    // Nothing is written there.
    outdir: fileURLToPath(new URL("page-script", import.meta.url)),
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    globalName: "script",
    target: "chrome120",
    platform: "browser",
    charset: "ascii",
    logLevel: "silent",
  });
  const textOf = (name: string): string =>
    inAscii(outputFiles.find(({ path }) => basename(path) === name)?.text ?? "");
  return { main: textOf("main.js"), more: textOf("more.js") };
};

const expression = (source: string, part: "api" | "engine"): string =>
  `(() => { ${source}; return script.${part}; })()`;

/** The page script, made once. It is sent to every document, so it is kept small. */
export const pageScript = (): PageScript => {
  if (bundled) return bundled;
  const { main, more } = bundle();
  bundled = {
    core: expression(main, "api"),
    more: expression(more, "api"),
    engine: expression(main, "engine"),
  };
  return bundled;
};

let registered: Promise<void> | null = null;

/** Makes our targets known to Playwright as a selector engine that runs apart from the page's own script. */
export const registerEngine = (): Promise<void> =>
  (registered ??= selectors.register(ENGINE, { content: pageScript().engine }, { contentScript: true }));
