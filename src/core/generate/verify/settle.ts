import { counted } from "#model/counted.ts";
import type { CaseReport } from "#model/report.ts";
import type { Book } from "./book.ts";
import { byId, failedStep, isBad, tryCure } from "./book.ts";
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
import type { Trial, VerifyOptions } from "./trial.ts";

/**
 * Tries what did not pass a second time, and decides. Gives the later reports; `seeds` are for those tries: other values, as
 * those of the first time may be taken by now.
 */
export const settle = async (
  book: Book,
  first: Trial,
  [seed, further]: readonly [number, number],
  { attempt, doubtful = [], hints = [], fields = [], missing: known = [], over, progress }: VerifyOptions,
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
  for (const report of bad) {
    book.unsure.delete(report.id);
    const again = later.get(report.id);
    const both = [first.failures.get(report.id), second.failures.get(report.id)];
    const faulty = both.some(showsFault);
    const item = book.document.cases.find(({ id }) => id === report.id);
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
