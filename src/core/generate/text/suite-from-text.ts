import { logIn } from "#core/explore/login/login.ts";
import { createWalk } from "#core/explore/pages/walk.ts";
import { suiteTitle } from "#core/generate/suite-title.ts";
import { caseIds } from "#core/generate/case-ids.ts";
import { createMask } from "#core/run/mask.ts";
import type { CaseDocument, StepDocument, SuiteDocument } from "#core/suite/grammar.ts";
import { AppError } from "#model/errors.ts";
import type { Browser, Session, StorageState } from "#ports/browser.ts";
import { byReference } from "./by-reference.ts";
import type { TourLimits } from "./tour.ts";
import { isOutside, logsOut, walkCase } from "./walk-case.ts";
import type { CaseRead, Interpret, Known, Unresolved } from "./walk-case.ts";

type FromText = TourLimits & {
  /** What the suite is called. */
  name: string | null;
  cases: readonly CaseRead[];
  baseUrl: string;
  auth: { username: string; password: string; passwordRef: string; loginPath: string | null } | null;
  browser(): Promise<Browser>;
  /** Null: rules alone. */
  interpret: Interpret | null;
  signal: AbortSignal;
  /** True once no further case may be begun. */
  over(): boolean;
  progress(message: string): void;
};

type SuiteFromText = {
  document: SuiteDocument;
  notes: string[];
  /** Sentences that are no step of the suite, in their order. */
  unresolved: Unresolved[];
};

const mostCases = 150;
/** Tag of a case that lacks a step of what was written. */
export const incomplete = "incomplete";

const isExpect = (step: StepDocument): boolean => typeof step === "object" && "expect" in step;

/**
 * Walks written cases through the live app, so that every target is one that it really has. What cannot be turned into a
 * step is told with its reason, and nothing is put in its place. Throws AppError("generation_error") when the app cannot
 * be reached, the log-in fails, or no case is left.
 */
export const suiteFromText = async (options: FromText): Promise<SuiteFromText> => {
  const { baseUrl, auth, browser, interpret, signal, over, refuse, greetings } = options;
  const known: Known = auth;
  // The text may well say the password; what is told of the text must not.
  const mask = createMask(auth ? [auth.password] : []);
  const name = options.name === null ? null : mask.text(options.name);
  const progress = (message: string): void => options.progress(mask.text(message));
  const all = options.cases.map((item) => ({ ...item, title: mask.text(item.title) }));
  const cases = all.filter(
    ({ read }) => interpret !== null || read.some(({ intents }) => intents.length > 0),
  );
  const unresolved: Unresolved[] = all
    .filter((item) => !cases.includes(item))
    .flatMap(({ title, read }) =>
      read.map(({ sentence, reason }) => ({ sentence: sentence.text, case: title, reason: reason ?? "" })),
    );
  if (cases.length === 0) throw nothing(mask.deep(unresolved));
  const inSession = async <T>(
    storageState: StorageState | null,
    work: (session: Session) => Promise<T>,
  ): Promise<T> => {
    const session = await (
      await browser()
    ).openSession({
      baseUrl,
      secrets: auth ? [auth.password] : [],
      signal,
      ...(storageState && { storageState }),
    });
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  };

  let state: StorageState | null = null;
  let loginPath: string | null = null;
  const enter = async (): Promise<void> => {
    await inSession(null, async (session) => {
      const gone = await session.page.goto(baseUrl, { timeoutMs: 20_000 });
      if (!gone.ok && !signal.aborted)
        throw new AppError("generation_error", `base_url ${baseUrl} cannot be opened: ${gone.message}`);
      if (!auth || signal.aborted) return;
      const limits = { pages: 10, actions: 20, timeMs: 60_000, depth: 2 };
      const walk = createWalk({
        session,
        origin: new URL(baseUrl).origin,
        limits,
        signal,
        progress,
        now: () => performance.now(),
      });
      const { username, password } = auth;
      const credentials = {
        username,
        password,
        ...(auth.loginPath !== null && { loginPath: auth.loginPath }),
      };
      const outcome = await logIn(walk, credentials, new URL(baseUrl).pathname);
      if (!outcome.ok) throw new AppError("generation_error", outcome.message);
      loginPath = outcome.login.setup.length > 0 ? null : outcome.login.path;
      state = await session.storageState();
    });
  };
  await enter();

  const nextId = caseIds();
  const notes: string[] = [];
  const done: CaseDocument[] = [];
  for (const [index, item] of cases.entries()) {
    signal.throwIfAborted();
    if (index >= mostCases || over()) {
      notes.push(
        `${cases.length - index} further cases were left out: ${index >= mostCases ? `${mostCases} are the most` : "there was no time left"}`,
      );
      break;
    }
    progress(`walking case ${index + 1} of ${cases.length}: ${item.title.slice(0, 80)}`);
    const outside = auth !== null && isOutside(item, known);
    const walked = await inSession(outside ? null : state, (session) =>
      walkCase(item, { session, baseUrl, known, interpret, refuse, greetings, over }),
    );
    if (auth && !outside && logsOut(item)) await enter();
    unresolved.push(...walked.unresolved.map((each) => ({ ...each, case: item.title })));
    notes.push(...walked.notes.map((note) => `${item.title.slice(0, 80)}: ${note}`));
    const hasExpect = walked.steps.some(isExpect);
    if (walked.steps.length === 0 || (!hasExpect && !walked.isWhole)) {
      if (walked.steps.length > 0 || walked.unresolved.length > 0)
        notes.push(
          `left out: ${item.title.slice(0, 100)}: nothing that it expects could be turned into a step`,
        );
      continue;
    }
    done.push({
      id: nextId(item.title),
      title: item.title.slice(0, 200),
      ...(!walked.isWhole && { tags: [incomplete] }),
      ...(outside && { auth: false as const }),
      steps: auth ? byReference(walked.steps, auth.password, auth.passwordRef) : walked.steps,
    });
  }
  if (done.length === 0) throw nothing(mask.deep(unresolved));
  return {
    document: {
      suite: suiteTitle(name ?? "Written cases"),
      base_url: baseUrl,
      ...(auth && {
        auth: {
          username: auth.username,
          password: auth.passwordRef,
          ...(loginPath !== null && { login_path: loginPath }),
        },
      }),
      cases: done,
    },
    notes: mask.deep(notes),
    unresolved: mask.deep(unresolved),
  };
};

const nothing = (unresolved: readonly Unresolved[]): AppError =>
  new AppError(
    "generation_error",
    'no sentence could be turned into a step; write such as: Open "/cart". Click "Checkout". I should see "Thank you".',
    {
      errors: unresolved
        .slice(0, 50)
        .map(({ sentence, reason }) => ({ path: sentence.slice(0, 200), message: reason })),
    },
  );
