import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { listName } from "#core/generate/page-names.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fillIn } from "#core/generate/forms.ts";
import { idle, literalTarget, openPage, short } from "#core/generate/steps.ts";
import { totalsOf } from "#core/generate/sums/sums.ts";
import { isTotal } from "#core/generate/sums/matrix-sums.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection, SurveyField } from "#model/survey.ts";

/** Parts of one: to leave them out shows. */
const VALUES = ["2.5", "3.75"];

const fits = (field: SurveyField, value: string): boolean => {
  const { type, step, max, min, target, disabled, read_only: fixed } = field;
  const size = step === "any" ? 0.01 : Number(step ?? 1);
  return (
    type === "number" &&
    target !== null &&
    !disabled &&
    !fixed &&
    (Number(value) / size) % 1 === 0 &&
    (!max || Number(max) >= Number(value)) &&
    (!min || Number(min) <= Number(value))
  );
};

/** A column in which rows have numbers of their own to type. */
const columnOf = ({ items }: SurveyCollection): number =>
  items[0]?.fields.find(
    ({ cell, type }) =>
      type === "number" && items.every(({ fields }) => fields.some((field) => field.cell === cell)),
  )?.cell ?? -1;

/** The fields of a column, by the order in which the page has them; null where they cannot be told. */
const fieldsIn = (
  { forms }: PageSurvey,
  { items }: SurveyCollection,
  column: number,
): SurveyField[] | null => {
  const all = forms.flatMap(({ fields }) => fields).filter(({ type }) => type === "number");
  const inRows = items.flatMap(({ fields }) => fields.filter(({ type }) => type === "number"));
  if (all.length !== inRows.length) return null;
  return all.filter((_, at) => inRows[at]?.cell === column);
};

/** The row's own total, behind its fields. */
const across = ({ columns, target }: SurveyCollection): StepDocument[] => {
  const at = columns.findIndex(({ name }) => isTotal(fold(name)));
  if (at < 0 || target === null) return [];
  const row = { css: "tbody > tr:has(> td)", within: literalTarget(target), nth: 0 };
  return [
    {
      expect: {
        sum: {
          of: { css: ":scope > td > input", within: row },
          is: { css: `:scope > :nth-child(${at + 1})`, within: row },
        },
      },
    },
  ];
};

const draft = (page: SitePage, list: SurveyCollection): Draft[] => {
  const column = columnOf(list);
  const fields = column < 0 ? null : fieldsIn(page.survey, list, column);
  const typed = (fields ?? []).slice(0, VALUES.length);
  const isFit = typed.length > 0 && typed.every((field, at) => fits(field, VALUES[at] ?? ""));
  const sums = isFit ? [...totalsOf(page.survey, list), ...across(list)] : [];
  if (sums.length === 0) return [];
  const entries = typed.map((field, at) => {
    return { kind: "fill" as const, field, value: VALUES[at] ?? "", fixtures: {} };
  });
  return [
    {
      id: `totals-${page.id}-typed`,
      title: `The totals of "${short(listName(list) || page.title, 30)}" go with what is typed`,
      steps: [...openPage(page), idle, ...fillIn(entries), ...sums],
      rank: 20,
    },
  ];
};

export const typedTotals = defineOracle({
  id: "typed-totals",
  summary:
    "The totals of a table whose rows hold numbers to type go with what is typed, parts of one included.",
  applies: ({ pages }) =>
    pages
      .filter(isByAddress)
      .flatMap((page) =>
        page.survey.collections
          .filter(({ kind, target }) => kind === "table" && target !== null)
          .flatMap((list) => draft(page, list)),
      ),
});
