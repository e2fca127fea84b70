import { explore } from "#core/explore/explore.ts";
import { generateSuite } from "#core/generate/generate.ts";
import { annotate } from "#core/generate/verify/annotate.ts";
import { createAttempts } from "#core/generate/verify/attempt.ts";
import { earlierOf } from "#core/generate/with-model/earlier.ts";
import { withoutForeign } from "#core/generate/foreign-references.ts";
import { coverageOf } from "#core/generate/verify/coverage.ts";
import type { Unresolved } from "#core/generate/text/walk-case.ts";
import type { Finding, LeftOut } from "#core/generate/verify/verify.ts";
import { fieldsOf, hintsOf, missingOf } from "#core/generate/verify/hints.ts";
import { verify } from "#core/generate/verify/verify.ts";
import type { SuiteDocument } from "#core/suite/grammar.ts";
import { printSuite } from "#core/suite/print.ts";
import type { Coverage } from "#model/coverage.ts";
import { AppError } from "#model/errors.ts";
import { secretReference } from "#model/secret-reference.ts";
import type { SiteModel } from "#model/site.ts";
import type { Browser } from "#ports/browser.ts";
import { addJourneys, isIdle, nameCases } from "./deepen.ts";
import { noteOnUse } from "./generation-model.ts";
import type { GenerationModel } from "./generation-model.ts";
import { notesOn, trialEnded, trialMs } from "./try-suite.ts";

export type GenerationRequest = {
  orgId: string;
  /** Where the exploration starts; a deep page works. */
  url: string;
  auth: { username: string; password: string; secretName: string; loginPath: string | null } | null;
  exhaustive: boolean;
  /** The suite is for a plan, which has it in parts. */
  split?: boolean;
  /** Key of a model provider for this generation alone. */
  modelKey?: string | null;
  /** The suite as it was generated last, where it is generated again. */
  earlier?: string | null;
  signal: AbortSignal;
  progress(message: string): void;
};
export type Generated = {
  yaml: string;
  document: SuiteDocument;
  notes: string[];
  /** Null for what is not written from an exploration. */
  coverage: Coverage | null;
  findings: Finding[];
  dropped: LeftOut[];
  /** Sentences of a text that are no step of the suite. */
  unresolved: Unresolved[];
  /** Why cases may be missing for what is still there; null where all of it was looked at. */
  cutShort: string | null;
};
export type GenerateFromApp = (request: GenerationRequest) => Promise<Generated>;

type Dependencies = {
  browser(): Promise<Browser>;
  model: GenerationModel;
};

/** Bounds of an exploration, and of trying the cases that come of it. */
const limits = {
  quick: { pages: 25, actions: 120, timeMs: 90_000, depth: 4 },
  exhaustive: { pages: 120, actions: 1_000, timeMs: 440_000, depth: 8 },
};

/** After so long a quick generation begins no more of the cases for which it has no room. */
const QUICK_SPARE_MS = 45_000;

/** After so long a thorough generation begins no more of what only looks before it tries what changes something. */
const LOOK_FIRST_MS = 150_000;

/**
 * Explores a live app, writes a suite for it, and runs every case before it is handed out. Where there is a model, it proposes
 * journeys, which are tried like everything else, and better titles. Throws
 * AppError("generation_error") when the app cannot be reached, the log-in fails or nothing is found; rejects with the
 * signal's reason when aborted.
 */
export const createGenerateFromApp =
  ({ browser, model: modelOf }: Dependencies): GenerateFromApp =>
  async (request) => {
    const { auth, exhaustive, signal, progress } = request;
    const mode = exhaustive ? "exhaustive" : "quick";
    const begun = performance.now();
    const site = await exploreApp(browser, request, mode);
    const written = generateSuite({
      site,
      mode,
      split: request.split,
      baseUrl: site.origin,
      auth: auth
        ? {
            username: auth.username,
            passwordRef: secretReference(auth.secretName),
            loginPath: site.login?.path ?? auth.loginPath ?? "/",
          }
        : undefined,
    });
    const model = await modelOf(request.orgId, request.modelKey ?? null, auth ? [auth.password] : []);
    const earlier = earlierOf(request.earlier ?? null);
    const deeper =
      model && earlier.journeys.length === 0
        ? await addJourneys({ ...request, model, browser, site, document: written.document, mode })
        : { cases: earlier.journeys, notes: [] };
    const { looking, onlyLooking, spare } = written;
    const notes = [...written.notes, ...deeper.notes];
    const whole = { ...written.whole, cases: [...written.whole.cases, ...deeper.cases] };
    const document = withoutForeign(whole, auth ? secretReference(auth.secretName) : null);
    const started = performance.now();
    const deadline = AbortSignal.timeout(trialMs[mode]);
    const { attempt, reached } = createAttempts({
      browser,
      origin: site.origin,
      secret: (name) => (name === auth?.secretName ? auth.password : undefined),
      signal: AbortSignal.any([signal, deadline]),
      now: () => new Date(),
    });
    const tried = await verify({
      document,
      hints: hintsOf(site),
      fields: fieldsOf(site),
      missing: missingOf(site),
      looking,
      spare,
      doubtful: deeper.cases.map(({ id }) => id),
      attempt,
      twice: exhaustive,
      over: () => signal.aborted || deadline.aborted,
      ...(exhaustive && {
        first: { ids: onlyLooking, time: () => performance.now() - started < LOOK_FIRST_MS },
      }),
      ...(!exhaustive && { full: () => performance.now() - started > QUICK_SPARE_MS }),
      progress,
    });
    signal.throwIfAborted();
    const first = tried.dropped[0];
    if (tried.document.cases.length === 0) {
      throw new AppError(
        "generation_error",
        `no case for ${request.url} could be kept: ${first?.reason ?? ""}`,
      );
    }
    const triedMs = Math.round(performance.now() - started);
    const worth = tried.document.cases.filter((item) => !isIdle(item));
    const named = await nameCases(model, { ...tried.document, cases: worth }, earlier, signal);
    const leftOut = [
      ...written.notes.slice(1),
      ...tried.dropped.map(({ case_id: id, reason }) => `case ${id}: ${reason}`),
    ];
    return {
      yaml: annotate(printSuite(named.document), tried.findings),
      document: named.document,
      notes: [...notes, ...notesOn(tried), ...named.notes, ...noteOnUse(model)],
      coverage: coverageOf({
        site,
        document: named.document,
        mode,
        reached,
        durationMs: Math.round(performance.now() - begun),
        triedMs,
        leftOut,
      }),
      findings: tried.findings,
      dropped: tried.dropped,
      unresolved: [],
      cutShort: written.cutShort ?? (deadline.aborted ? trialEnded : null),
    };
  };

const exploreApp = async (
  browser: () => Promise<Browser>,
  { url, auth, signal, progress }: GenerationRequest,
  mode: keyof typeof limits,
): Promise<SiteModel> => {
  const secrets = auth ? [auth.password] : [];
  const options = { baseUrl: url, signal, watchTimers: true };
  const session = await (await browser()).openSession({ ...options, secrets });
  try {
    const outcome = await explore({
      session,
      startUrl: url,
      login: auth
        ? { username: auth.username, password: auth.password, loginPath: auth.loginPath ?? undefined }
        : undefined,
      // It knows no password, but the app that it asks does, and may show it.
      anonymous: async () => (await browser()).openSession({ ...options, secrets }),
      limits: limits[mode],
      signal,
      progress,
      now: () => performance.now(),
    });
    signal.throwIfAborted();
    if (!outcome.ok) throw new AppError("generation_error", outcome.message);
    return outcome.site;
  } finally {
    await session.close();
  }
};
