import { explore } from "#core/explore/explore.ts";
import { generateSuite } from "#core/generate/generate.ts";
import type { SuiteDocument } from "#core/suite/grammar.ts";
import { AppError } from "#model/errors.ts";
import type { Browser } from "#ports/browser.ts";

export type GenerationRequest = {
  /** Where the exploration starts; a deep page works. */
  url: string;
  auth: { username: string; password: string; secretName: string; loginPath: string | null } | null;
  exhaustive: boolean;
  signal: AbortSignal;
  progress(message: string): void;
};
export type Generated = { yaml: string; document: SuiteDocument; notes: string[] };
export type GenerateFromApp = (request: GenerationRequest) => Promise<Generated>;

/** Bounds of an exploration. */
const limits = {
  quick: { pages: 25, actions: 120, timeMs: 90_000, depth: 4 },
  exhaustive: { pages: 120, actions: 800, timeMs: 600_000, depth: 8 },
};

/**
 * Explores a live app and writes a suite for it. Throws AppError("generation_error") when the app cannot be reached,
 * the log-in fails or nothing is found; rejects with the signal's reason when aborted.
 */
export const createGenerateFromApp =
  ({ browser }: { browser(): Promise<Browser> }): GenerateFromApp =>
  async ({ url, auth, exhaustive, signal, progress }) => {
    const mode = exhaustive ? "exhaustive" : "quick";
    const session = await (
      await browser()
    ).openSession({ baseUrl: url, secrets: auth ? [auth.password] : [], signal });
    try {
      const outcome = await explore({
        session,
        startUrl: url,
        login: auth
          ? { username: auth.username, password: auth.password, loginPath: auth.loginPath ?? undefined }
          : undefined,
        limits: limits[mode],
        signal,
        progress,
        now: () => performance.now(),
      });
      signal.throwIfAborted();
      if (!outcome.ok) throw new AppError("generation_error", outcome.message);
      const { yaml, document, notes } = generateSuite({
        site: outcome.site,
        mode,
        baseUrl: outcome.site.origin,
        auth: auth
          ? {
              username: auth.username,
              passwordRef: `\${secret.${auth.secretName}}`,
              loginPath: auth.loginPath ?? outcome.site.login?.path ?? "/",
            }
          : undefined,
      });
      return { yaml, document, notes };
    } finally {
      await session.close();
    }
  };
