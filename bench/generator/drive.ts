import type { Browser } from "#ports/browser.ts";
import type { CaseReport, Summary } from "#model/report.ts";
import { createGenerateFromApp } from "#features/generation/generate-from-app.ts";
import type { Generated } from "#features/generation/generate-from-app.ts";
import { explore } from "#core/explore/explore.ts";
import { generateSuite } from "#core/generate/generate.ts";
import { withBlocks } from "#core/generate/steps.ts";
import { createAttempts } from "#core/generate/verify/attempt.ts";
import { verify } from "#core/generate/verify/verify.ts";
import { executeSuite } from "#core/run/execute.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { printSuite } from "#core/suite/print.ts";
import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";

export type App = {
  name: string;
  url: string;
  auth: { username: string; password: string; loginPath: string | null } | null;
};

/** A suite for a live app, written as the service writes it, and how long that took. */
export const generateFor = async (
  browser: Browser,
  { url, auth }: App,
  exhaustive: boolean,
): Promise<Generated & { ms: number }> => {
  const before = performance.now();
  const generated = await createGenerateFromApp({ browser: async () => browser, model: async () => null })({
    orgId: "",
    url,
    auth: auth && { ...auth, secretName: "APP" },
    exhaustive,
    signal: new AbortController().signal,
    progress: (message) => {
      if (process.env["VERBOSE"]) console.error(`  ${message}`);
    },
  });
  return { ...generated, ms: performance.now() - before };
};

/**
 * What `generateFor` finds in the parts of an app that its cases name: they alone are tried, once and, where they fail,
 * again. For asking about many seeded bugs, one after the other.
 */
export const findingsOf = async (
  browser: Browser,
  { url, auth }: App,
  parts: RegExp[],
): Promise<Pick<Generated, "document" | "findings" | "dropped"> & { ms: number }> => {
  const before = performance.now();
  const { signal } = new AbortController();
  const session = await browser.openSession({
    baseUrl: url,
    secrets: auth ? [auth.password] : [],
    watchTimers: true,
  });
  const seen = await explore({
    session,
    startUrl: url,
    login: auth
      ? { username: auth.username, password: auth.password, loginPath: auth.loginPath ?? undefined }
      : undefined,
    anonymous: () => browser.openSession({ baseUrl: url, watchTimers: true }),
    limits: { pages: 120, actions: 1_000, timeMs: 600_000, depth: 8 },
    signal,
    progress: (message) => {
      if (process.env["VERBOSE"]) console.error(`  ${message}`);
    },
    now: () => performance.now(),
  });
  await session.close();
  if (!seen.ok) throw new Error(seen.message);
  const { site } = seen;
  // What there is no room for is tried as well.
  const { whole: document, looking } = generateSuite({
    site,
    mode: "exhaustive",
    baseUrl: site.origin,
    auth: auth
      ? { username: auth.username, passwordRef: "${secret.APP}", loginPath: site.login?.path ?? "/" }
      : undefined,
  });
  const isAbout = ({ id }: CaseDocument): boolean => {
    const words = wordsOf(document, { id, why: id });
    return parts.some((part) => part.test(words));
  };
  const chosen = document.cases.filter(isAbout);
  const needed = new Set(chosen.flatMap(({ needs = [] }) => needs));
  const cases = document.cases.filter((each) => chosen.includes(each) || needed.has(each.id));
  if (process.env["VERBOSE"]) console.error(`  cases: ${cases.map(({ id }) => id).join(", ")}`);
  const { attempt } = createAttempts({
    browser: async () => browser,
    origin: site.origin,
    secret: () => auth?.password,
    signal,
    now: () => new Date(),
  });
  const tried = await verify({
    document: { ...document, cases },
    looking,
    attempt,
    twice: false,
    over: () => false,
    progress: () => undefined,
  });
  return { ...tried, document, ms: performance.now() - before };
};

/** Runs a generated suite from its text, as a user would; gives the cases that did not pass with their reasons. */
export const runSuite = async (
  browser: Browser,
  { auth }: App,
  yaml: string,
  seed: number,
): Promise<{ summary: Summary; cases: CaseReport[]; ms: number }> => {
  const { suite, diagnostics } = parseSuite(yaml);
  if (!suite) throw new Error(`the suite cannot be read: ${diagnostics[0]?.message ?? ""}`);
  const before = performance.now();
  const report = await executeSuite({
    suite,
    only: null,
    browser: async () => browser,
    values: { env: () => undefined, secret: () => auth?.password },
    seed,
    emit: async () => undefined,
    saveFile: async () => undefined,
    explain: () => Promise.reject(new Error("not asked for")),
    signal: new AbortController().signal,
    injectTraceparent: false,
    pictures: "failure",
    trace: "off",
    now: () => new Date(),
  });
  return { summary: report.summary, cases: report.cases, ms: performance.now() - before };
};

/** All that a case says: its own text and, after a run, why it did not pass. */
export const wordsOf = (document: SuiteDocument, { id, why }: Pick<CaseReport, "id" | "why">): string => {
  const found = document.cases.find((each: CaseDocument) => each.id === id);
  if (!found) return why;
  const text = JSON.stringify(found.steps);
  const used = Object.entries(document.blocks ?? {}).filter(([name]) =>
    text.includes(`{"use":${JSON.stringify(name)}`),
  );
  const blocks = used.length > 0 ? { blocks: Object.fromEntries(used) } : {};
  return `${printSuite({ suite: "", base_url: "http://app", ...blocks, cases: [found] })}\n${why}`;
};

/** What a case did on the page on which it failed, as far as its reason tells the step: those of blocks count, too. */
export const failingPart = (document: SuiteDocument, { id, why }: Pick<CaseReport, "id" | "why">): string => {
  const found = document.cases.find((each: CaseDocument) => each.id === id);
  const steps = found ? withBlocks(document, found) : [];
  const failed = Number(/^step (\d+)/.exec(why)?.[1] ?? 0);
  const upTo = failed > 0 ? steps.slice(0, failed) : steps;
  const from = upTo.findLastIndex((step) => typeof step === "object" && "goto" in step);
  return JSON.stringify(upTo.slice(Math.max(0, from)));
};

export const seconds = (ms: number): string => (ms / 1000).toFixed(0);
