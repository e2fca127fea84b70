import { counted } from "#model/counted.ts";
import type { CaseDocument } from "#core/suite/grammar.ts";
import type { CaseReport } from "#model/report.ts";
import type { Book } from "./book.ts";
import { byCase, byId, failedStep, isBad, replace, tryCure } from "./book.ts";
import {
  askedOnceMore,
  coverOf,
  gotNoAnswer,
  isSentBack,
  isTakenAlready,
  isTooSlow,
  ledNowhere,
  notGot,
  showsFault,
} from "./judge.ts";
import { bareError, onlyError, withoutError } from "./told-already.ts";
import { ofCases } from "./trial.ts";
import type { Trial, VerifyOptions } from "./trial.ts";

/**
 * Tries what did not pass a second time, and decides. Gives the later reports; `seeds` are for those tries: other values, as
 * those of the first time may be taken by now.
 */
export const settle = async (
  book: Book,
  first: Trial,
  [seed, further]: readonly [number, number],
  options: VerifyOptions,
): Promise<Map<string, CaseReport>> => {
  const { attempt, doubtful = [], hints = [], fields = [], missing: known = [], over, progress } = options;
  const bad = first.cases.filter(isBad);
  if (bad.length === 0 || over()) {
    for (const report of bad) {
      // An error of the app itself needs no second look.
      if (showsFault(first.failures.get(report.id), excusedOf(book, report.id)))
        book.findings.set(report.id, `${report.why} (seen once)`);
      else book.dropped.set(report.id, `there was no time to confirm that it fails: ${report.why}`);
    }
    return new Map();
  }
  const cured = new Set(bad.filter((report) => tryCure(book, report, true)).map(({ id }) => id));
  progress(`running what did not pass again: ${counted(bad.length, "case")}`);
  const second = await attempt(
    book.document,
    bad.map(({ id }) => id),
    seed,
  );
  const later = byId(second);
  // What several pages were seen to show once may not last on more than one of them.
  const curable = bad
    .filter(({ id }) => book.repaired.has(id))
    .flatMap(({ id }) => later.get(id) ?? [])
    .filter((report) => isBad(report) && tryCure(book, report, true))
    .map(({ id }) => id);
  if (curable.length > 0 && !over()) {
    for (const report of (await attempt(book.document, curable, seed)).cases) later.set(report.id, report);
  }
  const doubted: CaseReport[] = [];
  const covers = new Map<string, string>();
  const toldAlready = new Map<string, string>();
  for (const report of bad) {
    book.unsure.delete(report.id);
    const again = later.get(report.id);
    const both = [first.failures.get(report.id), second.failures.get(report.id)];
    const faulty = both.some((each) => showsFault(each, excusedOf(book, report.id)));
    const item = byCase(book, report.id);
    const slow = [report, again].every(
      (each, at) =>
        item !== undefined && each !== undefined && isTooSlow(item.steps[failedStep(item, each)], both[at]),
    );
    const cover = coverOf(both[0], report);
    const more = askedOnceMore(both[0], item, fields);
    const missing = notGot(both[0], report, known);
    const missingAgain = again ? notGot(both[1], again, known) : null;
    if (!again || again.status === "skipped") {
      // What it needs may not have passed this time.
      book.unsure.set(report.id, report.why);
    } else if (again.status === "passed") {
      if (cured.has(report.id)) continue;
      const nowhere = ledNowhere(both[0], report);
      if (faulty || nowhere !== null) book.findings.set(report.id, `${report.why} (not at every time)`);
      else if (tryCure(book, report, false)) continue;
      else if (gotNoAnswer(both[0])) doubted.push(report);
      else book.dropped.set(report.id, `it passes at one time and not at another: ${report.why}`);
    } else if (!faulty && !slow && both.every((each) => isTakenAlready(each, hints))) {
      book.repaired.delete(report.id);
      book.dropped.set(report.id, `the app says that what it puts in is there already: ${again.why}`);
    } else if (!faulty && !slow && [report, again].every((each, at) => isSentBack(both[at], each))) {
      book.repaired.delete(report.id);
      book.dropped.set(report.id, `the app does not take what it took while it was explored: ${again.why}`);
    } else if (!faulty && !slow && more !== null && askedOnceMore(both[1], item, fields) !== null) {
      book.repaired.delete(report.id);
      book.dropped.set(
        report.id,
        `the app asks for more than it fills in, as what other cases left there is kept: "${more}"`,
      );
    } else if (faulty || slow || (again.status === "failed" && !doubtful.includes(report.id))) {
      book.repaired.delete(report.id);
      book.findings.set(report.id, again.why);
      const error = onlyError(second.failures.get(report.id));
      const teller = error === null ? undefined : book.told.get(error);
      if (error === null || item === undefined) continue;
      // What goes with a case that it needs tells nothing that has to stay.
      if (teller === undefined && !item.needs) book.told.set(error, report.id);
      else if (teller !== undefined && teller !== report.id && mayBeExcused(book, item, again))
        toldAlready.set(report.id, error);
    } else if (missing && missingAgain) {
      book.repaired.delete(report.id);
      book.findings.set(report.id, `${again.why}; before that the app answered ${missingAgain}`);
    } else if (cover !== null && cover === coverOf(both[1], again)) {
      book.repaired.delete(report.id);
      const what = both[1]?.message ?? cover;
      const first = covers.get(what);
      // One thing that lies over one control is one finding.
      if (first === undefined) book.findings.set(report.id, again.why);
      else book.dropped.set(report.id, `it could not be carried out, as ${first}: ${again.why}`);
      covers.set(what, first ?? report.id);
    } else {
      book.repaired.delete(report.id);
      book.dropped.set(report.id, `it could not be carried out: ${again.why}`);
    }
  }
  await doubt(book, doubted, further, attempt);
  if (toldAlready.size > 0 && !over()) {
    for (const [id, report] of await tellOnce(book, toldAlready, seed, options)) later.set(id, report);
  }
  return later;
};

/** The error of a script that the case no longer looks for, as pages say it. */
const excusedOf = ({ excused }: Book, id: string): string | null => {
  const error = excused.get(id);
  return error === undefined ? null : bareError(error);
};

/** Once for each case, and not where it is a block that looks for errors, which others use as well. */
const mayBeExcused = (book: Book, item: CaseDocument, report: CaseReport): boolean =>
  !book.excused.has(item.id) && failedStep(item, report) >= 0;

/** Such a trial has other values than the one before it, and than all others. */
const onceTold = (seed: number): number => 10_000 + seed * 10;

/**
 * Tries cases without looking for an error of a script that another finding tells: one fault is one finding, and hides none
 * that is behind it. What cannot be tried stays a finding as it was. Gives the later reports.
 */
const tellOnce = async (
  book: Book,
  errors: ReadonlyMap<string, string>,
  seed: number,
  options: VerifyOptions,
): Promise<Map<string, CaseReport>> => {
  const before = book.document;
  const findings = new Map<string, string>();
  for (const [id, error] of errors) {
    const item = byCase(book, id);
    const why = book.findings.get(id);
    if (!item || why === undefined) continue;
    book.document = replace(book.document, withoutError(item, error));
    book.excused.set(id, error);
    book.findings.delete(id);
    findings.set(id, why);
  }
  options.progress(`running what failed for one error alone without it: ${counted(findings.size, "case")}`);
  const trial = await options.attempt(book.document, [...findings.keys()], onceTold(seed));
  const mine = ofCases(trial, findings.keys());
  const later = byId(mine);
  const seeds = [onceTold(seed) + 1, onceTold(seed) + 2] as const;
  for (const [id, report] of await settle(book, mine, seeds, options)) later.set(id, report);
  for (const [id, why] of findings) {
    if (book.findings.has(id) || book.dropped.has(id)) continue;
    if (later.get(id)?.status === "passed" || book.unsure.has(id) || book.repaired.has(id)) {
      const error = errors.get(id) ?? "";
      book.repaired.set(id, `no longer looks for what ${book.told.get(error) ?? ""} tells: ${error}`);
      continue;
    }
    const item = before.cases.find((each) => each.id === id);
    if (item) book.document = replace(book.document, item);
    book.findings.set(id, why);
    book.excused.delete(id);
  }
  return later;
};

/** What once got no answer, and then passed, has to pass once more. */
export const doubt = async (
  book: Book,
  reports: CaseReport[],
  seed: number,
  attempt: VerifyOptions["attempt"],
): Promise<void> => {
  if (reports.length === 0) return;
  const ids = reports.map(({ id }) => id);
  const third = byId(await attempt(book.document, ids, seed));
  for (const { id, why } of reports) {
    if (third.get(id)?.status !== "passed")
      book.dropped.set(id, `it passes at one time and not at another: ${why}`);
  }
};
