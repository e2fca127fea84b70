import type { StepDocument } from "#core/suite/grammar.ts";
import { readDuration, readNumber } from "#core/suite/order.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { kindOfValues } from "#core/explore/forms/values.ts";
import type { SurveyCollection, SurveyGroup } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { leftOut } from "./part-sums.ts";
import { literalTarget } from "#core/generate/steps.ts";
import { MORE, NO_SUM, isBlank, totalRow } from "./sum-columns.ts";

/** What a group shows beside what its rows come to. */
const OTHER =
  /\b(?:budget|target|planned|limit|goal|quota|expected|estimate[ds]?|previous|balance|soll|ziel|geplant|pr[ée]vu|objetivo|previst[oa]|obiettivo)\b/i;

const MOST_STEPS = 8;
/** So many groups can be added to and taken from each other in all ways. */
const MOST_SIGNED = 8;

type Row = { cells: string[]; amount: number; group: number };
/** What has to be so: that rows come to what is shown. */
type Claim = { css: string; of: string; group: number | null; shown: number; text: string };

const decimals = (text: string): number => /[.,](\d{1,2})(?!\d)\D*$/.exec(text)?.[1]?.length ?? 0;

/** As close as a sum is looked at: a total without decimals may be rounded. */
const isSame = (sum: number, shown: number): boolean =>
  Math.abs(sum - shown) <=
  (Number.isInteger(shown) && !Number.isInteger(Number(sum.toFixed(6))) ? 0.5 : 0.0051);

/** Groups of which some are taken from the others. */
const isDifference = (sums: number[], total: number): boolean => {
  if (sums.length > MOST_SIGNED) return false;
  return Array.from({ length: 2 ** sums.length - 1 }, (_, signs) =>
    sums.reduce((all, each, at) => all + ((signs + 1) & (1 << at) ? -each : each), 0),
  ).some((result) => isSame(Math.abs(result), Math.abs(total)));
};

/** A column of amounts in groups: those of the rows, what each group shows, and how another text is read like them. */
type Amounts = { rows: Row[]; heads: Claim[]; filled: string[]; read: (text: string) => number | null };

const amountsIn = (groups: SurveyGroup[], column: number): Amounts | null => {
  const texts = groups.map(({ rows }) => rows.cells.map((cells) => fold(cells[column] ?? "")));
  const sums = groups.flatMap((group) => group.sums.find((sum) => sum.column === column) ?? []);
  const shown = sums.map(({ text }) => fold(text));
  const filled = [...texts.flat(), ...shown].filter((text) => !isBlank(text));
  const kind = kindOfValues(filled);
  if (sums.length !== groups.length || (kind !== "money" && kind !== "number" && kind !== "duration"))
    return null;
  const amountOf = kind === "duration" ? readDuration : readNumber;
  const read = (text: string): number | null => {
    if (isBlank(text)) return 0;
    return kindOfValues([...filled, text]) === kind ? amountOf(text) : null;
  };
  const rows = groups.flatMap((each, group) =>
    each.rows.cells.map((cells, at): Row => {
      return { cells, amount: read(texts[group]?.[at] ?? "") ?? Number.NaN, group };
    }),
  );
  const heads = sums.map(({ css }, group): Claim => {
    const text = shown[group] ?? "";
    const of = `${groups[group]?.rows.css ?? ""} > :nth-child(${column + 1})`;
    return { css, of, group, text, shown: read(text) ?? Number.NaN };
  });
  const isRead = rows.every(({ amount }) => !Number.isNaN(amount));
  if (!isRead || heads.some((head) => Number.isNaN(head.shown))) return null;
  // What a day without an entry shows is none, or no sum.
  const [empty = [], others = []] = [true, false].map((is) =>
    heads.filter(({ group }) => (groups[group ?? 0]?.rows.cells.length === 0) === is),
  );
  return empty.every((head) => head.shown === 0) ? { rows, heads: others, filled, read } : null;
};

const sum = ({ group }: Claim, rows: Row[]): number =>
  rows.reduce((all, row) => all + (group === null || row.group === group ? row.amount : 0), 0);

const isRight = (claim: Claim, rows: Row[]): boolean => isSame(sum(claim, rows), claim.shown);

/** What groups show is what their rows come to: it is to the cent in most of them, and in some that have several rows. */
const areSums = ({ rows, heads }: Amounts): boolean => {
  const right = heads.filter((head) => Math.abs(sum(head, rows) - head.shown) < 0.006);
  // The sum of a single row tells little of what the row of a group is for.
  const telling = right.filter(
    ({ group }) => rows.filter((row) => row.group === group && row.amount !== 0).length > 1,
  );
  return telling.length >= 2 && right.length * 3 >= heads.length * 2;
};

/** The total of all groups below them, unless more goes into it or some are taken from the others. */
const totalOf = (list: SurveyCollection, { rows, heads, read }: Amounts, column: number): Claim[] => {
  const below = totalRow(list);
  const foot = below?.cells.find((each) => each.column === column);
  const text = fold(foot?.text ?? "");
  if (!below || !foot || isBlank(text) || MORE.test(below.label) || NO_SUM.test(below.label)) return [];
  const shown = read(text);
  if (shown === null) return [];
  const of = new Set(heads.map((head) => head.of.replace(/^tbody:nth-of-type\(\d+\)/, "tbody")));
  const total: Claim = { css: foot.css, of: [...of].join(), group: null, shown, text };
  const sums = heads.map((head) => head.shown);
  return isRight(total, rows) || !isDifference(sums, shown) ? [total] : [];
};

/** All of it is right without the rows of one state, or without those that say so: these are not counted. */
const isOfPart = (claims: Claim[], rows: Row[], groups: SurveyGroup[]): boolean => {
  const parts = leftOut(rows.map(({ cells, group }) => ({ cells, label: groups[group]?.label ?? "" })));
  return parts.some((part) => {
    const counted = rows.filter((_, at) => !part.has(at));
    return claims.every((claim) => isRight(claim, counted) || isRight(claim, rows));
  });
};

/** What is shown of each may be rounded, and their sum apart from them; money and whole numbers are not. */
const isRounding = (claim: Claim, { rows, filled }: Amounts): boolean => {
  if (kindOfValues(filled) === "money" || filled.every((text) => /^-?\d+$/.test(text))) return false;
  const among = rows.filter(({ group }) => claim.group === null || group === claim.group).length;
  const finest = Math.max(...filled.map(decimals));
  const most = among * 0.5 * 10 ** -finest + 0.5 * 10 ** -decimals(claim.text);
  return Math.abs(sum(claim, rows) - claim.shown) <= most + 1e-9;
};

const inColumn = (list: SurveyCollection, groups: SurveyGroup[], column: number): StepDocument[] => {
  const heading = fold(list.columns[column]?.name ?? "");
  const amounts = amountsIn(groups, column);
  if (list.target === null || !amounts || NO_SUM.test(heading) || OTHER.test(heading)) return [];
  const isOther = groups.some(({ label }) => OTHER.test(label.replace(/\([^)]*\)/g, "")));
  if (isOther || !areSums(amounts)) return [];
  const claims = [...amounts.heads, ...totalOf(list, amounts, column)];
  const [right = [], wrong = []] = [true, false].map((is) =>
    claims.filter((claim) => isRight(claim, amounts.rows) === is),
  );
  if (wrong.length > 0 && isOfPart(claims, amounts.rows, groups)) return [];
  const within = literalTarget(list.target);
  return [...wrong.filter((claim) => !isRounding(claim, amounts)), ...right.toReversed()]
    .slice(0, MOST_STEPS)
    .map(({ css, of }): StepDocument => {
      const is: TargetObject = { css, within };
      return {
        expect: { sum: { of: { css: of, within }, is } },
        // Another week may have other groups.
        ...(list.paging && { when: { visible: is } }),
      };
    });
};

/**
 * Expects that the rows of each group come to what its own row shows, and those of all groups to the total below them; none
 * where most groups show something else.
 */
export const groupSums = (list: SurveyCollection, groups: SurveyGroup[]): StepDocument[] => {
  const columns = new Set(groups.flatMap(({ sums }) => sums.map(({ column }) => column)));
  return [...columns].flatMap((column) => inColumn(list, groups, column));
};
