import type { RequestListener } from "node:http";
import { createGenerateFromApp } from "#features/generation/generate-from-app.ts";
import type { Generated, GenerationRequest } from "#features/generation/generate-from-app.ts";
import type { Browser } from "#ports/browser.ts";
import { serve } from "./serve.ts";

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

export type SuiteForApp = {
  /** The ids of the findings, sorted. */
  found: string[];
  /** Each finding as "id: why". */
  told: string[];
  /** What was left out, as "id: reason". */
  dropped: string[];
  /** The ids of the suite's cases. */
  cases: string[];
  yaml: string;
  generated: Generated;
};

/** The suite for a small application, which is served for as long as that takes; thorough, unless it says otherwise. */
export const suiteForApp = async (
  browser: Browser,
  app: RequestListener,
  { auth = null, exhaustive = true }: Partial<Pick<GenerationRequest, "auth" | "exhaustive">> = {},
): Promise<SuiteForApp> => {
  const { url, close } = await serve(app);
  try {
    const generated = await generateSuiteFor(browser, { url, auth, exhaustive });
    const { document, yaml, findings, dropped } = generated;
    return {
      found: findings.map(({ case_id: id }) => id).toSorted(),
      told: findings.map(({ case_id: id, why }) => `${id}: ${why}`),
      dropped: dropped.map(({ case_id: id, reason }) => `${id}: ${reason}`),
      cases: document.cases.map(({ id }) => id),
      yaml,
      generated,
    };
  } finally {
    await close();
  }
};
