import type { StepDocument } from "#core/suite/grammar.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { allRows, another, cellOf, isWhole, making, openList, rowOf } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { removal } from "./record-removal.ts";
import { anew, asObject, captureName, idle, searchFor, short } from "#core/generate/steps.ts";
import { wordsIn } from "./told-rules.ts";
import { fixturesOfWrong, wrongIfShown, wrongIn } from "./wrong-values.ts";
import type { Wrong } from "./wrong-values.ts";

const MOST = 3;

/** The steps that fill the form in with another value for one field, and send it. */
const makingWith = (plan: Plan, field: SurveyField, value: string): StepDocument[] => {
  const given: Entry = { kind: "fill", field, value, fixtures: {} };
  return making({ ...plan, entries: [...plan.entries.filter((entry) => entry.field !== field), given] });
};

/** Places of the columns that are called like the field. */
const columnsOf = ({ record: { columns } }: Plan, { name }: SurveyField): number[] =>
  columns.flatMap((column, index) =>
    wordsIn(column).some((each) => wordsIn(name).includes(each)) ? [index] : [],
  );

/** A list that has columns says what was typed below a heading that is called like the field. */
const isShown = (plan: Plan, field: SurveyField): boolean =>
  plan.record.columns.length === 0 || columnsOf(plan, field).length > 0;

/** What the item's row says of the field: its cell, where just one column is called like it. */
const shownIn = (plan: Plan, field: SurveyField, row: Target): Target => {
  const [index, ...others] = columnsOf(plan, field);
  return index === undefined || others.length > 0 ? row : { ...asObject(cellOf(plan, index)), within: row };
};

/**
 * No number below zero comes to stand in the list where only the name of a field speaks against it, and none above what the
 * page says in the row of what was made with it: an app may put another in its place.
 */
const ifShown = (plan: Plan, pages: readonly SitePage[]): { steps: StepDocument[]; filled: Entry[] }[] => {
  const { record, entries, called } = plan;
  if (record.listed === "never" || (record.paged && !record.search)) return [];
  return wrongIfShown(record.form, entries, `${called} ${plan.page?.title ?? ""}`, pages)
    .filter(({ field }) => isShown(plan, field))
    .slice(0, MOST)
    .map(({ field, value, pattern, side }, at) => {
      // One that the app has taken is not to be found under the name of the next.
      const made = another(plan, `${side}${at + 1}`);
      const row = rowOf(made, made.name);
      const steps: StepDocument[] = [
        openList(made),
        ...anew(record),
        ...makingWith(made, field, value),
        openList(made),
        ...anew(record),
        ...(record.search ? searchFor(record.search, made.name) : []),
        idle,
        side === "below"
          ? { expect: { text: { matches: pattern, not: true } } }
          : {
              expect: { text: { target: shownIn(made, field, row), matches: pattern, not: true } },
              when: { visible: row },
            },
        ...(made.name === plan.name ? [] : (removal(made) ?? [])),
      ];
      return { steps, filled: made.entries };
    });
};

/** Numbers and days out of bounds make no item: for a form beside its list, which is there whether it has refused them or not. */
const beyond = (plan: Plan, wrong: readonly Wrong[]): StepDocument[] => {
  const { record, id } = plan;
  if (record.opener !== null || !isWhole(plan) || wrong.length === 0) return [];
  // What is made all the same is not taken for what other cases make.
  const renamed = another(plan, "beyond");
  const rows = captureName("rows_within_bounds", id);
  return [
    openList(plan),
    idle,
    { capture: { [rows]: { count: allRows(plan) } } },
    ...wrong.flatMap(({ field, value }) => makingWith(renamed, field, value)),
    openList(plan),
    ...anew(record),
    idle,
    { expect: { count: { target: allRows(plan), is: `\${${rows}}` } } },
  ];
};

/** What a form that makes items makes nothing of. */
export const outOfBounds = (plan: Plan, pages: readonly SitePage[]): Draft[] => {
  const wrong = wrongIn(plan.record.form.fields, MOST);
  const [out, below] = [beyond(plan, wrong), ifShown(plan, pages)];
  if (out.length + below.length === 0) return [];
  const what =
    out.length > 0
      ? "makes nothing of numbers and days that are out of bounds"
      : "puts no number out of bounds into its list";
  return [
    {
      id: `create-${plan.id}-within-bounds`,
      title: `"${short(plan.called)}" ${what}`,
      steps: [...out, ...below.flatMap(({ steps }) => steps)],
      fixtures: {
        ...(out.length > 0 && { ...fixturesOf(another(plan, "beyond").entries), ...fixturesOfWrong(wrong) }),
        ...fixturesOf(below.flatMap(({ filled }) => filled)),
      },
      rank: 23,
    },
  ];
};
