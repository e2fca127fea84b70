import { createGenerateFromApp } from "#features/generation/generate-from-app.ts";
import type { Generated, GenerationRequest } from "#features/generation/generate-from-app.ts";
import type { Browser } from "#ports/browser.ts";

/** The suite that is generated for a live app by rule, as no organisation in particular. */
export const generateSuiteFor = (
  browser: Browser,
  request: Pick<GenerationRequest, "url" | "auth" | "exhaustive">,
): Promise<Generated> =>
  createGenerateFromApp({ browser: async () => browser, model: async () => null })({
    ...request,
    orgId: "",
    signal: new AbortController().signal,
    progress: () => undefined,
  });
