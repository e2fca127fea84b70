import type { StepDocument } from "#core/suite/grammar.ts";
import type { SurveyField } from "#model/survey.ts";
import { asksForFile } from "#core/explore/forms/file-kinds.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself, fillIn, fixturesOf } from "#core/generate/forms.ts";
import { another, find, lacks, making, openList, use } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { removal } from "./record-removal.ts";
import { captureName, click, idle, REFUSALS, short, withoutFaults } from "#core/generate/steps.ts";

/** The field of the form for changing an item that shows what was typed there when it was made. */
const changedIn = ({ record }: Plan, name: string): SurveyField | null =>
  record.edit?.form?.kept.includes(name) && !asksForFile(record.edit.form.form)
    ? (record.edit.form.form.fields.find(
        (field) => field.name === name && field.target !== null && !field.disabled && !field.read_only,
      ) ?? null)
    : null;

/** What another item has in a field in which each has its own is refused: in a new item, and when one is changed. */
export const once = (known: Plan): Draft[] => {
  const { record, id, called, problems, loggedIn } = known;
  const name = record.once?.find((each) => changedIn(known, each) !== null) ?? record.once?.[0];
  const first = another(known, captureName("had", id));
  const second = another(known, captureName("other", id));
  const entryIn = ({ entries }: Plan) =>
    entries.find(({ field, kind }) => field.name === name && kind === "fill");
  const [had, own] = [entryIn(first), entryIn(second)];
  if (name === undefined || had?.kind !== "fill" || own?.kind !== "fill") return [];
  const same: Plan = { ...second, entries: second.entries.map((entry) => (entry === own ? had : entry)) };
  const field = changedIn(known, name);
  const control = record.edit;
  const submit = control?.form?.form.submit?.target ?? null;
  const isOnDetail = record.detail?.edit === true;
  const bears = withoutFaults(problems, loggedIn, REFUSALS);
  const change: StepDocument[] =
    field && control && submit
      ? [
          openList(second),
          ...making(second),
          ...find(second, second.name),
          ...use(second, control, isOnDetail, second.name),
          idle,
          ...fillIn([{ ...had, field }]),
          click(submit),
          idle,
          ...find(second, second.name),
          ...use(second, control, isOnDetail, second.name),
          idle,
          { expect: { value: { target: fieldItself(field), is: own.value } } },
          bears,
          ...(removal(second) ?? []),
        ]
      : [];
  return [
    {
      id: `create-${id}-once`,
      title: `"${short(called)}" takes each ${short(name, 30)} once${change.length > 0 ? ", also when an item is changed" : ""}`,
      steps: [
        openList(first),
        ...making(first),
        openList(same),
        ...making(same),
        bears,
        ...find(same, same.name),
        lacks(same, same.name),
        ...change,
        ...(removal(first) ?? []),
      ],
      fixtures: { ...fixturesOf(first.entries), ...fixturesOf(second.entries) },
      rank: 17,
    },
  ];
};
