import type { StepDocument } from "#core/suite/grammar.ts";
import { readDuration, readNumber } from "#core/suite/order.ts";
import { fold } from "#core/explore/lists.ts";
import { kindOfValues } from "#core/explore/values.ts";
import type { SurveyCollection, SurveyGroup } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { groupings } from "./part-sums.ts";
import { literalTarget } from "./steps.ts";
import { MORE, NO_SUM, isBlank, totalRow } from "./sum-columns.ts";

/** What a group shows beside what its rows come to. */
const OTHER =
  /\b(?:budget|target|planned|limit|goal|quota|expected|estimate[ds]?|previous|balance|soll|ziel|geplant|pr[ée]vu|objetivo|previst[oa]|obiettivo)\b/i;
/** What a row or a group says that is not counted with the others. */
const NOT_COUNTED =
  /\b(?:cancel\p{L}*|void\p{L}*|drafts?|reject\p{L}*|declined|refund\p{L}*|waived|break|pause|unpaid|optional|excluded|(?:non|not|un)[- ]?(?:billable|billed|counted|included)|storniert|abgesagt|entwurf|abgelehnt|annul\p{L}*|brouillon|refus\p{L}*|borrador|rechazad\p{L}*|bozza|rifiutat\p{L}*)(?!\p{L})/iu;

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

const inColumn = (list: SurveyCollection, groups: SurveyGroup[], column: number): StepDocument[] => {
  const heading = list.columns.length > column ? fold(list.columns[column]?.name ?? "") : "";
  if (list.target === null || NO_SUM.test(heading) || OTHER.test(heading)) return [];
  const heads = groups.map(({ sums }) => sums.find((sum) => sum.column === column));
  const parts = heads.flatMap((head, group) => (head ? [{ ...head, text: fold(head.text), group }] : []));
  const texts = groups.map(({ rows }) => rows.cells.map((cells) => fold(cells[column] ?? "")));
  const filled = [...texts.flat(), ...parts.map(({ text }) => text)].filter((text) => !isBlank(text));
  const kind = kindOfValues(filled);
  if (parts.length !== groups.length || (kind !== "money" && kind !== "number" && kind !== "duration"))
    return [];
  const read = kind === "duration" ? readDuration : readNumber;
  const amountOf = (text: string): number => (isBlank(text) ? 0 : (read(text) ?? Number.NaN));
  const rows = groups.flatMap((each, group) =>
    each.rows.cells.map((cells, at): Row => ({ cells, amount: amountOf(texts[group]?.[at] ?? ""), group })),
  );
  const cell = `> :nth-child(${column + 1})`;
  const ofGroups = parts.map(({ css, text, group }): Claim => {
    return { css, text, group, of: `${groups[group]?.rows.css ?? ""} ${cell}`, shown: amountOf(text) };
  });
  if ([...rows.map(({ amount }) => amount), ...ofGroups.map(({ shown }) => shown)].some(Number.isNaN))
    return [];
  const sum = ({ group }: Claim, of: Row[]): number =>
    of.reduce((all, row) => all + (group === null || row.group === group ? row.amount : 0), 0);
  const isRight = (claim: Claim, of = rows): boolean => isSame(sum(claim, of), claim.shown);
  // The sum of a single line tells little of what the row of a group is for.
  const isTelling = ({ group }: Claim): boolean =>
    rows.filter((row) => row.group === group && row.amount !== 0).length > 1;
  const right = ofGroups.filter((claim) => Math.abs(sum(claim, rows) - claim.shown) < 0.006);
  const isMost = right.filter(isTelling).length >= 2 && right.length * 3 >= ofGroups.length * 2;
  if (!isMost || groups.some(({ label }) => OTHER.test(label.replace(/\([^)]*\)/g, "")))) return [];

  const below = totalRow(list);
  const foot = below?.cells.find((each) => each.column === column);
  const footText = fold(foot?.text ?? "");
  const of = [
    ...new Set(groups.map((group) => group.rows.css.replace(/^tbody:nth-of-type\(\d+\)/, "tbody"))),
  ];
  const isTotal =
    below &&
    !MORE.test(below.label) &&
    !NO_SUM.test(below.label) &&
    kindOfValues([...filled, footText]) === kind;
  const total: Claim | null =
    foot && isTotal && !isBlank(footText)
      ? { css: foot.css, text: footText, group: null, of: `${of.join()} ${cell}`, shown: amountOf(footText) }
      : null;
  const isTaken =
    total !== null &&
    isDifference(
      ofGroups.map(({ shown }) => shown),
      total.shown,
    );
  const claims = [...ofGroups, ...(total && (isRight(total) || !isTaken) ? [total] : [])];

  // Where all of it is right without the rows of one state, or those that say so, these are not counted.
  const parted = [
    ...groupings({ items: rows }).flatMap((states) => states.map((state) => new Set(state.rows))),
    new Set(
      rows.flatMap(({ cells, group }, at) =>
        NOT_COUNTED.test(`${cells.join(" ")} ${groups[group]?.label ?? ""}`) ? [at] : [],
      ),
    ),
  ];
  const isWithout = (left: Set<number>): boolean => {
    const counted = rows.filter((_, at) => !left.has(at));
    return claims.every((claim) => isRight(claim, counted) || isRight(claim));
  };
  const wrong = claims.filter((claim) => !isRight(claim));
  if (wrong.length > 0 && parted.some(isWithout)) return [];

  const finest = Math.max(...filled.map(decimals));
  /** What is shown of each may be rounded, and their sum apart from them. */
  const isRounding = (claim: Claim): boolean => {
    const isExact = kind === "money" || filled.every((text) => /^-?\d+$/.test(text));
    const among = rows.filter(({ group }) => claim.group === null || group === claim.group).length;
    const most = among * 0.5 * 10 ** -finest + 0.5 * 10 ** -decimals(claim.text);
    return !isExact && Math.abs(sum(claim, rows) - claim.shown) <= most + 1e-9;
  };
  const within = literalTarget(list.target);
  return [
    ...wrong.filter((claim) => !isRounding(claim)),
    ...claims.filter((claim) => isRight(claim)).toReversed(),
  ]
    .slice(0, MOST_STEPS)
    .map((claim): StepDocument => {
      const is: TargetObject = { css: claim.css, within };
      return {
        expect: { sum: { of: { css: claim.of, within }, is } },
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
