import { counted } from "#model/counted.ts";
import type { CaseReport } from "#model/report.ts";
import type { Book } from "./book.ts";
import { byId, failedStep, isBad } from "./book.ts";
import { neededFor, splitAt, wholeOf } from "./needed.ts";
import { settle } from "./settle.ts";
import { ofCases } from "./trial.ts";
import type { VerifyOptions } from "./trial.ts";

/** What a needed case expects in vain is taken out one by one. */
const ROUNDS = 3;

/** Cases that were not carried out, because what they need did not pass. */
const waitingIn = (book: Book, last: ReadonlyMap<string, CaseReport>): string[] =>
  book.document.cases
    .filter(({ id }) => last.get(id)?.status === "skipped")
    .map(({ id }) => ({ id, needed: neededFor(book.document, id) }))
    .filter(({ needed }) => needed.length > 0 && !needed.some((each) => book.dropped.has(each)))
    .map(({ id }) => id);

/**
 * Cases wait for what they need. Where that passed later, they are tried; where it fails in what it expects, they are tried
 * with the rest of it, and all of it becomes a case of its own: one fault is not to hide what is behind it.
 */
export const tryWaiting = async (
  book: Book,
  last: Map<string, CaseReport>,
  options: VerifyOptions,
): Promise<void> => {
  const given = book.document;
  for (let round = 1; round <= ROUNDS && !options.over(); round += 1) {
    const waiting = waitingIn(book, last);
    if (waiting.length === 0) break;
    const failing = [...new Set(waiting.flatMap((id) => neededFor(book.document, id)))].flatMap(
      (id) => last.get(id) ?? [],
    );
    for (const report of failing.filter(isBad)) {
      const item = book.document.cases.find(({ id }) => id === report.id);
      // Only what is known to fail is split.
      const split =
        item && book.findings.has(item.id)
          ? splitAt(book.document, report.id, failedStep(item, report))
          : null;
      if (split) book.document = split;
    }
    options.progress(`running what could not be carried out before: ${counted(waiting.length, "case")}`);
    const trial = await options.attempt(book.document, waiting, 5 + round);
    const reports = byId(trial);
    for (const { id } of failing) {
      const report = reports.get(id);
      const isSplit = book.document.cases.some((each) => each.id === wholeOf(id));
      if (report?.status === "passed" && isSplit) takeOver(book, last, id);
      if (report) last.set(id, report);
    }
    for (const id of waiting) {
      const report = reports.get(id);
      if (report) last.set(id, report);
    }
    const later = await settle(book, ofCases(trial, waiting), [10 + round, 14 + round], options);
    for (const [id, report] of later) last.set(id, report);
  }
  // What fails without what it expects as well stays as it was.
  const whole = new Map(given.cases.map((item) => [item.id, item]));
  const stuck = given.cases
    .map(({ id }) => id)
    .filter((id) => book.findings.has(id) && book.document.cases.some((each) => each.id === wholeOf(id)));
  book.document = {
    ...book.document,
    cases: book.document.cases
      .filter(({ id }) => !stuck.some((each) => wholeOf(each) === id))
      .map((item) => (stuck.includes(item.id) ? (whole.get(item.id) ?? item) : item)),
  };
};

/** The finding is that of the case that expects all. */
const takeOver = (book: Book, last: Map<string, CaseReport>, id: string): void => {
  const why = book.findings.get(id);
  const report = last.get(id);
  if (why === undefined) return;
  book.findings.delete(id);
  book.findings.set(wholeOf(id), why);
  for (const [error, teller] of book.told) if (teller === id) book.told.set(error, wholeOf(id));
  if (report) last.set(wholeOf(id), { ...report, id: wholeOf(id) });
};
