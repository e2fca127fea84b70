import type { StepDocument } from "#core/suite/grammar.ts";
import type { SurveyField } from "#model/survey.ts";
import { isTakenWithOthers } from "#core/explore/forms/form-data.ts";
import { choicesOf } from "#core/explore/items/item-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fillIn, fixturesOf } from "#core/generate/forms.ts";
import { slug } from "#core/explore/pages/states.ts";
import { another, isFormAgain, openList, planOf } from "#core/generate/records/record-plan.ts";
import { removal } from "#core/generate/records/record-removal.ts";
import type { Plan } from "#core/generate/records/record-plan.ts";
import { click, idle, REFUSALS, short, withoutFaults } from "#core/generate/steps.ts";

const MOST_OPTIONS = 6;
/** What cannot be removed again stays in the app for good. */
const MOST_LEFT = 3;

const draft = (known: Plan, field: SurveyField): Draft => {
  // None of what others have made is made again.
  const plan = another(known, "each");
  const { record, entries, id, called, problems, loggedIn } = plan;
  const removed = removal(plan);
  const others = entries.filter((entry) => entry.field !== field);
  const first = known.entries.filter((entry) => entry.field !== field);
  const begin = (given: Entry[]): StepDocument[] => [
    openList(plan),
    ...(record.opener ? [click(record.opener.target)] : []),
    ...fillIn(given),
  ];
  const choose = (option: string): StepDocument[] => fillIn([{ kind: "select", field, option }]);
  const end = [
    click(record.form.submit?.target ?? ""),
    idle,
    // What goes not together may well be refused: the app is to say so, and not to break.
    withoutFaults(problems, loggedIn, REFUSALS),
    ...(removed ?? []),
  ];
  const options = choicesOf(field);
  const common = {
    id: `choices-${id}-${slug(field.name) || "select"}`,
    title: `"${short(called)}" works with each choice of "${short(field.name, 30)}"`,
    rank: 42,
  };
  if (removed) {
    const [begins, ends] = [
      `begin with ${called || id}`,
      `end with ${called || id}, and remove what it made`,
    ];
    return {
      ...common,
      blocks: { [begins]: begin(others), [ends]: end },
      steps: options
        .slice(0, MOST_OPTIONS)
        .flatMap((option) => [{ use: begins }, ...choose(option), { use: ends }]),
      fixtures: fixturesOf(others),
    };
  }
  const made = options.slice(0, MOST_LEFT).map((option, at) => ({
    option,
    with: another({ ...known, entries: first }, String(at + 1)).entries,
  }));
  return {
    ...common,
    steps: made.flatMap((each) => [...begin(each.with), ...choose(each.option), ...end]),
    fixtures: fixturesOf(made.flatMap((each) => each.with)),
  };
};

export const recordChoices = defineOracle({
  id: "record-choices",
  summary: "Whatever is chosen of a select, an item is made of it or refused, and nothing breaks.",
  applies: (site) =>
    site.records.flatMap((record) => {
      const plan = planOf(site, record);
      const field = record.form.fields.find((each) => choicesOf(each).length > 1);
      if (!plan || !field || !record.form.submit?.target || record.local) return [];
      // What they choose beside it is made once, and can be had once.
      if (plan.referred.length > 0) return [];
      if (plan.entries.some(({ field: other }) => isTakenWithOthers(other))) return [];
      return isFormAgain(site, record) ? [] : [draft(plan, field)];
    }),
});
