import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { selectors } from "playwright-core";

export const ENGINE = "tracewright";

let bundled: { world: string; engine: string } | null = null;

/** The page script as two expressions: the api object for our world, the selector engine for Playwright's. */
export const pageScript = (): { world: string; engine: string } => {
  if (bundled) return bundled;
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL("page-script/main.ts", import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    globalName: "script",
    target: "chrome120",
    platform: "browser",
    charset: "utf8",
    logLevel: "silent",
  });
  const source = outputFiles[0]?.text ?? "";
  const expression = (part: string): string => `(() => { ${source}; return script.${part}; })()`;
  bundled = { world: expression("api"), engine: expression("engine") };
  return bundled;
};

let registered: Promise<void> | null = null;

/** Makes our targets known to Playwright as a selector engine that runs apart from the page's own script. */
export const registerEngine = (): Promise<void> =>
  (registered ??= selectors.register(ENGINE, { content: pageScript().engine }, { contentScript: true }));
