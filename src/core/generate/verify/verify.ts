import { counted } from "#model/counted.ts";
import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";
import { usedFixtures } from "#core/suite/used-fixtures.ts";
import type { CaseReport } from "#model/report.ts";
import type { Book } from "./book.ts";
import { byId, isBad, tryCure } from "./book.ts";
import { withoutCases } from "#core/generate/without-cases.ts";
import { gotNoAnswer, ledNowhere, showsFault } from "./judge.ts";
import { neededFor } from "./needed.ts";
import { doubt, settle } from "./settle.ts";
import { ofCases } from "./trial.ts";
import type { Trial, VerifyOptions } from "./trial.ts";
import { tryWaiting } from "./waiting.ts";

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

/** Only opens pages and looks at them. */
const isPlain = ({ steps }: CaseDocument): boolean =>
  steps.every((step) => typeof step === "object" && ("goto" in step || "expect" in step));

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
  const { document, twice, over, progress, spare = [] } = options;
  const isSpare = new Set(spare);
  const ids = document.cases.map(({ id }) => id).filter((id) => !isSpare.has(id));
  const book: Book = {
    document,
    findings: new Map(),
    dropped: new Map(),
    repaired: new Map(),
    unsure: new Map(),
    told: new Map(),
    excused: new Map(),
  };
  const looked = await lookFirst(book, [...ids, ...spare], options);
  const left = ids.filter((id) => !book.dropped.has(id) && !book.findings.has(id));
  progress(`running ${counted(left.length, "case")}`);
  const first = await inTurn(book.document, left, 1, options);
  const last = byId(first);
  for (const [id, report] of await settle(book, ofCases(first, left), [2, 4], options)) last.set(id, report);
  await tryWaiting(book, last, options);
  for (const [id, why] of book.unsure) {
    const now = last.get(id)?.status;
    if (now === "passed" || book.findings.has(id)) continue;
    book.dropped.set(id, `it could not be confirmed that it fails: ${why}`);
  }

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
    const doubted: CaseReport[] = [];
    for (const report of bad) {
      const failure = second.failures.get(report.id);
      if (showsFault(failure) || ledNowhere(failure, report) !== null) {
        book.findings.set(report.id, `${report.why} (not at every time)`);
      } else if (tryCure(book, report, false)) continue;
      else if (gotNoAnswer(failure) && !over()) doubted.push(report);
      else book.dropped.set(report.id, `it passed once, and the next time not: ${report.why}`);
    }
    await doubt(book, doubted, 5, options.attempt);
  }
  if (spare.length === 0) return conclude(book, document, last);
  const others = spare.filter((id) => !looked.has(id));
  await trySpare(book, others, options);
  return conclude(withoutSpare(book, isSpare), document, last);
};

/** In pieces, as what a piece that is cut short has found is not confirmed; in larger ones where there is more time. */
const SOME = { quick: 12, exhaustive: 30 };
/** Each piece has values of its own, as what several need is made for each. */
const SEEDS = 10;
const FIRST_SPARE_SEED = 100;

/** In pieces of about so many; what needs the same is in one, with what undoes it. */
const inPieces = (document: SuiteDocument, ids: readonly string[], size: number): string[][] => {
  const groups = Map.groupBy(ids, (id) => neededFor(document, id)[0] ?? id);
  const pieces: string[][] = [];
  for (const group of groups.values()) {
    const last = pieces.at(-1);
    if (last && last.length + group.length <= size) last.push(...group);
    else pieces.push([...group]);
  }
  return pieces;
};

/** Of these seeds no other piece has one. */
const FIRST_SEED = 1000;

/**
 * Tries what only looks while the app is as it was explored: what the other cases make hides faults, such as a last page
 * that has a row too few of those that were there. Gives the ids that were tried.
 */
const lookFirst = async (
  book: Book,
  ids: readonly string[],
  options: VerifyOptions,
): Promise<ReadonlySet<string>> => {
  const { first, over, progress } = options;
  const tried = new Set<string>();
  if (!first) return tried;
  const isLooking = new Set(first.ids);
  const looks = ids.filter((id) => isLooking.has(id) && neededFor(book.document, id).length === 0);
  for (const [at, piece] of inPieces(book.document, looks, SOME.exhaustive).entries()) {
    if (over() || !first.time()) break;
    const seed = FIRST_SEED + at * SEEDS;
    progress(`running ${counted(piece.length, "case")} that only look`);
    await settle(book, await inTurn(book.document, piece, seed, options), [seed + 1, seed + 2], options);
    for (const id of piece) tried.add(id);
  }
  return tried;
};

/** Tries what there is no room for: some of it may find what nothing else does. */
const trySpare = async (book: Book, spare: readonly string[], options: VerifyOptions): Promise<void> => {
  const { full, over, progress } = options;
  const pieces = inPieces(book.document, spare, SOME[full ? "quick" : "exhaustive"]);
  for (const [at, piece] of pieces.entries()) {
    if (over() || full?.()) return;
    const seed = FIRST_SPARE_SEED + at * SEEDS;
    progress(`running ${counted(piece.length, "further case")}`);
    const tried = await inTurn(book.document, piece, seed, options);
    await settle(book, ofCases(tried, piece), [seed + 1, seed + 2], options);
  }
};

/** Of those for which there is no room, just the findings, and what these need. */
const withoutSpare = (book: Book, isSpare: ReadonlySet<string>): Book => {
  const found = [...book.findings.keys()].filter((id) => isSpare.has(id) && !book.dropped.has(id));
  const kept = new Set(found.flatMap((id) => [id, ...neededFor(book.document, id)]));
  const isLeft = (id: string): boolean => isSpare.has(id) && !kept.has(id);
  const others = <T>(entries: Map<string, T>): Map<string, T> =>
    new Map([...entries].filter(([id]) => !isLeft(id)));
  const left = new Set(book.document.cases.map(({ id }) => id).filter(isLeft));
  return {
    document: withoutCases(book.document, left),
    findings: others(book.findings),
    dropped: others(book.dropped),
    repaired: others(book.repaired),
    unsure: others(book.unsure),
    told: book.told,
    excused: book.excused,
  };
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
const withUsedFixtures = ({ fixtures = {}, ...document }: SuiteDocument): SuiteDocument => {
  const used = usedFixtures(fixtures, JSON.stringify([document.cases, document.blocks, document.auth]));
  return { ...document, ...(Object.keys(used).length > 0 && { fixtures: used }) };
};

const conclude = (book: Book, given: SuiteDocument, last: Map<string, CaseReport>): Verified => {
  dropDependents(book);
  const titleOf = new Map([...book.document.cases, ...given.cases].map(({ id, title }) => [id, title ?? id]));
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
    document: withUsedFixtures({ ...book.document, cases }),
    findings: [...book.findings]
      .filter(([id]) => !book.dropped.has(id))
      .map(([id, why]) => ({ case_id: id, title: titleOf.get(id) ?? id, why })),
    dropped: entries(book.dropped),
    repaired: entries(book.repaired).filter(({ case_id: id }) => !book.dropped.has(id)),
    untried: entries(new Map(untried)),
  };
};
