import { counted } from "#model/counted.ts";
import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";
import type { CaseFailure } from "#model/failure.ts";
import type { CaseReport } from "#model/report.ts";
import { isTooSlow, notGot, showsFault, withoutRecorded } from "./judge.ts";

/** What one execution of some cases came to; `failures` by case id. */
export type Trial = { cases: CaseReport[]; failures: ReadonlyMap<string, CaseFailure> };

/** A case that fails because the app is wrong. */
export type Finding = { case_id: string; title: string; why: string };
export type LeftOut = { case_id: string; title: string; reason: string };

export type Verified = {
  document: SuiteDocument;
  findings: Finding[];
  /** Cases that are no longer in the document. */
  dropped: LeftOut[];
  /** Cases that were changed so that they hold; `reason` says what was taken out. */
  repaired: LeftOut[];
  /** Cases that could not be tried, for lack of time or because what they need is a finding. */
  untried: LeftOut[];
};

export type VerifyOptions = {
  document: SuiteDocument;
  /** Ids of cases that may be executed beside each other. */
  looking?: readonly string[];
  /** Ids of cases whose expectations nobody vouches for: what they do not get is a finding only where the app goes wrong. */
  doubtful?: readonly string[];
  /** Executes cases of a document, what they need as well; at most `lanes` beside each other. */
  attempt(document: SuiteDocument, only: string[], seed: number, lanes?: number): Promise<Trial>;
  /** Whether cases that pass, and do more than look, are executed a second time. */
  twice: boolean;
  /** True once no more may be executed. */
  over(): boolean;
  progress(message: string): void;
};

type Book = {
  document: SuiteDocument;
  findings: Map<string, string>;
  dropped: Map<string, string>;
  repaired: Map<string, string>;
};

const isBad = ({ status }: CaseReport): boolean => status === "failed" || status === "broken";

const byId = (trial: Trial): Map<string, CaseReport> => new Map(trial.cases.map((each) => [each.id, each]));

/**
 * Which step of a case failed, by its place in the case; -1 for one of a block. Counted from the end: what comes behind a step
 * that failed has a line each, while a log-in and the blocks before it have as many as they have steps.
 */
const failedStep = ({ steps }: CaseDocument, report: CaseReport): number => {
  const at = report.steps.findIndex(({ status }) => status === "failed" || status === "broken");
  return at < 0 || report.steps[at]?.text.includes(" › ") ? -1 : steps.length - (report.steps.length - at);
};

/** Only opens pages and looks at them. */
const isPlain = ({ steps }: CaseDocument): boolean =>
  steps.every((step) => typeof step === "object" && ("goto" in step || "expect" in step));

const replace = (document: SuiteDocument, item: CaseDocument): SuiteDocument => ({
  ...document,
  cases: document.cases.map((each) => (each.id === item.id ? item : each)),
});

const LANES = 3;

/**
 * Executes cases: those that change something one after the other, then those that only look, beside each other. What
 * fails in such company, and not because the app went wrong, is executed once more alone, and that counts.
 */
const inTurn = async (
  document: SuiteDocument,
  ids: string[],
  seed: number,
  { attempt, looking = [], over }: VerifyOptions,
): Promise<Trial> => {
  const isLooking = new Set(looking);
  const trials: Trial[] = [];
  const changing = ids.filter((id) => !isLooking.has(id));
  if (changing.length > 0) trials.push(await attempt(document, changing, seed));
  const others = ids.filter((id) => isLooking.has(id));
  if (others.length > 0) {
    const beside = await attempt(document, others, seed, LANES);
    trials.push(beside);
    const doubtful = beside.cases
      .filter((report) => isBad(report) && !showsFault(beside.failures.get(report.id)))
      .map(({ id }) => id);
    if (doubtful.length > 0 && !over()) trials.push(await attempt(document, doubtful, seed));
  }
  return {
    cases: [...new Map(trials.flatMap(({ cases }) => cases).map((each) => [each.id, each])).values()],
    failures: new Map(trials.flatMap(({ failures }) => [...failures])),
  };
};

/**
 * Executes every case before anybody gets it. What fails again and again with the app to blame is kept as a finding; what
 * cannot be carried out, or passes at one time and not at another, is repaired where it only expects what was seen once,
 * and dropped otherwise. Rejects only when `attempt` does.
 */
export const verify = async (options: VerifyOptions): Promise<Verified> => {
  const { document, twice, over, progress } = options;
  const book: Book = { document, findings: new Map(), dropped: new Map(), repaired: new Map() };
  progress(`running ${counted(document.cases.length, "case")}`);
  const first = await inTurn(
    document,
    document.cases.map(({ id }) => id),
    1,
    options,
  );
  const last = byId(first);
  for (const [id, report] of await settle(book, first, options)) last.set(id, report);

  // The exploration itself has loaded the pages of what only loads a page, and what only looks types nothing new.
  const plain = new Set([
    ...book.document.cases.filter(isPlain).map(({ id }) => id),
    ...(options.looking ?? []),
  ]);
  const passed = [...last.values()]
    .filter(({ id, status }) => status === "passed" && !plain.has(id))
    .map(({ id }) => id);
  if (twice && !over() && passed.length > 0) {
    progress(`running what passed once more: ${counted(passed.length, "case")}`);
    const second = await inTurn(book.document, passed, 3, options);
    const bad = second.cases.filter((report) => isBad(report) && !book.findings.has(report.id));
    for (const report of bad) {
      if (showsFault(second.failures.get(report.id))) {
        book.findings.set(report.id, `${report.why} (not at every time)`);
      } else if (!tryCure(book, report, false))
        book.dropped.set(report.id, `it passed once, and the next time not: ${report.why}`);
    }
  }
  return conclude(book, document, last);
};

/** Takes out what was only recorded; true when that cured the case. */
const tryCure = (book: Book, report: CaseReport, steady: boolean): boolean => {
  const item = book.document.cases.find(({ id }) => id === report.id);
  const cured = item ? withoutRecorded(item, failedStep(item, report), steady) : null;
  if (!cured) return false;
  book.document = replace(book.document, cured);
  book.repaired.set(report.id, `no longer expected, as it does not last: ${report.why}`);
  return true;
};

/** Tries what did not pass a second time, and decides. Gives the later reports. */
const settle = async (
  book: Book,
  first: Trial,
  { attempt, doubtful = [], over, progress }: VerifyOptions,
): Promise<Map<string, CaseReport>> => {
  const bad = first.cases.filter(isBad);
  if (bad.length === 0 || over()) {
    for (const report of bad) {
      // An error of the app itself needs no second look.
      if (showsFault(first.failures.get(report.id)))
        book.findings.set(report.id, `${report.why} (seen once)`);
      else book.dropped.set(report.id, `there was no time to confirm that it fails: ${report.why}`);
    }
    return new Map();
  }
  for (const report of bad) tryCure(book, report, true);
  progress(`running what did not pass again: ${counted(bad.length, "case")}`);
  const second = await attempt(
    book.document,
    bad.map(({ id }) => id),
    // Other values, as those of the first time may be taken by now.
    2,
  );
  const later = byId(second);
  // What several pages were seen to show once may not last on more than one of them.
  const curable = bad
    .filter(({ id }) => book.repaired.has(id))
    .flatMap(({ id }) => later.get(id) ?? [])
    .filter((report) => isBad(report) && tryCure(book, report, true))
    .map(({ id }) => id);
  if (curable.length > 0 && !over()) {
    for (const report of (await attempt(book.document, curable, 2)).cases) later.set(report.id, report);
  }
  for (const report of bad) {
    const again = later.get(report.id);
    const both = [first.failures.get(report.id), second.failures.get(report.id)];
    const faulty = both.some(showsFault);
    const item = book.document.cases.find(({ id }) => id === report.id);
    const slow = [report, again].every(
      (each, at) =>
        item !== undefined && each !== undefined && isTooSlow(item.steps[failedStep(item, each)], both[at]),
    );
    const [missing, missingAgain] = both.map(notGot);
    if (!again || again.status === "skipped") {
      book.dropped.set(report.id, `it could not be confirmed that it fails: ${report.why}`);
    } else if (again.status === "passed") {
      if (book.repaired.has(report.id)) continue;
      if (faulty) book.findings.set(report.id, `${report.why} (not at every time)`);
      else if (!tryCure(book, report, false))
        book.dropped.set(report.id, `it passes at one time and not at another: ${report.why}`);
    } else if (faulty || slow || (again.status === "failed" && !doubtful.includes(report.id))) {
      book.repaired.delete(report.id);
      book.findings.set(report.id, again.why);
    } else if (missing && missingAgain) {
      book.repaired.delete(report.id);
      book.findings.set(report.id, `${again.why}; before that the app answered ${missingAgain}`);
    } else {
      book.repaired.delete(report.id);
      book.dropped.set(report.id, `it could not be carried out: ${again.why}`);
    }
  }
  return later;
};

/** Cases that need a dropped one go with it. */
const dropDependents = (book: Book): void => {
  for (let changed = true; changed;) {
    changed = false;
    for (const { id, needs = [] } of book.document.cases) {
      const missing = needs.find((other) => book.dropped.has(other));
      if (missing === undefined || book.dropped.has(id)) continue;
      book.dropped.set(id, `it needs ${missing}, which was left out`);
      changed = true;
    }
  }
};

/** Tag of a case that fails because the app is wrong. */
export const findingTag = "finding";

/** Without variables that only dropped cases used. */
const usedFixtures = ({ fixtures, ...document }: SuiteDocument): SuiteDocument => {
  const text = JSON.stringify([document.cases, document.blocks, document.auth]);
  const used = Object.entries(fixtures ?? {}).filter(([name]) => text.includes(`\${${name}`));
  return { ...document, ...(used.length > 0 && { fixtures: Object.fromEntries(used) }) };
};

const conclude = (book: Book, given: SuiteDocument, last: Map<string, CaseReport>): Verified => {
  dropDependents(book);
  const titleOf = new Map(given.cases.map(({ id, title }) => [id, title ?? id]));
  const entries = (reasons: Map<string, string>): LeftOut[] =>
    [...reasons].map(([id, reason]) => ({ case_id: id, title: titleOf.get(id) ?? id, reason }));
  const cases = book.document.cases
    .filter(({ id }) => !book.dropped.has(id))
    .map((item) =>
      book.findings.has(item.id) ? { ...item, tags: [...(item.tags ?? []), findingTag] } : item,
    );
  const untried = cases
    .map(({ id }) => last.get(id))
    .filter((report) => report?.status === "skipped")
    .map((report) => [report?.id ?? "", report?.why ?? ""] as const);
  return {
    document: usedFixtures({ ...book.document, cases }),
    findings: [...book.findings]
      .filter(([id]) => !book.dropped.has(id))
      .map(([id, why]) => ({ case_id: id, title: titleOf.get(id) ?? id, why })),
    dropped: entries(book.dropped),
    repaired: entries(book.repaired).filter(({ case_id: id }) => !book.dropped.has(id)),
    untried: entries(new Map(untried)),
  };
};
