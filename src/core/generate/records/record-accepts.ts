import type { StepDocument } from "#core/suite/grammar.ts";
import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { SurveyField } from "#model/survey.ts";
import { isAmountField } from "#core/explore/forms/amount-items.ts";
import { isPerson } from "#core/explore/forms/field-values.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { slug } from "#core/explore/pages/states.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself, fillIn, fixturesOf } from "#core/generate/forms.ts";
import { promisedTexts } from "./promised-texts.ts";
import { another, find, isNamed, making, openList, rowOf, use } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { removal, removalOfReferred } from "./record-removal.ts";
import { click, idle, REFUSALS, short, withoutFaults } from "#core/generate/steps.ts";

const MOST_NUMBERS = 3;
const MOST_SAID = 3;

/** Takes the item away again that a case has made for itself. */
export const removed = (plan: Plan): StepDocument[] => {
  const { record, name } = plan;
  if (!record.remove) return [];
  const { confirm } = record.remove;
  return [
    ...use(plan, record.remove, record.detail?.remove === true, name),
    ...(confirm ? [click(confirm)] : []),
    idle,
    ...removalOfReferred(plan),
  ];
};

/** The plan with another text in one of its fields. */
const given = (
  plan: Plan,
  field: SurveyField,
  value: string,
  fixtures: Record<string, FixtureDocument>,
  name = value,
): Plan => ({
  ...plan,
  ...(isNamed(plan, field) && { name }),
  entries: plan.entries.map((entry): Entry =>
    entry.field.name === field.name ? { kind: "fill", field, value, fixtures } : entry,
  ),
});

const WHOLE_NAME = /^(?:(?:your |full |last |family |sur)?name|nachname|nom|apellidos?|cognome)\s*\*?:?$/i;

/** The item is made, is in its list, and is taken away again. */
const madeAndShown = (plan: Plan): Pick<Draft, "steps" | "fixtures" | "rank"> => ({
  steps: [
    openList(plan),
    ...making(plan),
    ...find(plan, plan.name),
    { expect: { visible: rowOf(plan, plan.name) } },
    ...removed(plan),
  ],
  fixtures: fixturesOf(plan.entries),
  rank: 16,
});

/** Names of people have hyphens, apostrophes and accents; the letters alone were taken. */
const names = (known: Plan): Draft[] => {
  const { record, id, called } = known;
  const field = record.nameField;
  if (record.nameTail !== "" || field.pattern || field.max_length !== null || record.listed === "never")
    return [];
  if (!isPerson(field, record.form) || !WHOLE_NAME.test(field.name.trim())) return [];
  const plan = given(another(known, "named"), field, "Zoë Anne-Marie O'Neil ${letters_named}", {
    letters_named: { letters: 6 },
  });
  return [
    {
      id: `create-${id}-takes-names`,
      title: `"${short(called)}" takes names with hyphens, apostrophes and accents`,
      ...madeAndShown(plan),
    },
  ];
};

const PROMISED =
  /with (?:or without )?(?:hyphens|dashes)|(?:hyphens|dashes) (?:are |may be )?(?:allowed|optional)|mit (?:oder ohne )?bindestrich/i;

/** What a form says itself that it takes. */
const promised = (known: Plan): Draft[] => {
  const { record, id, called } = known;
  const field = record.form.fields.find(
    ({ name, hint }) => /\bisbn\b/i.test(name) && PROMISED.test(hint ?? ""),
  );
  const isPlain = known.entries.some(
    (entry) => entry.field === field && entry.kind === "fill" && entry.value === "${isbn}",
  );
  if (!field || !isPlain || isNamed(known, field) || record.listed === "never") return [];
  const plan = given(another(known, "hyphened"), field, "${hyphened_isbn}", {
    hyphened_isbn: "commerce.isbn",
  });
  return [
    {
      id: `create-${id}-takes-hyphens`,
      title: `"${short(called)}" takes an ISBN with hyphens, as it says`,
      ...madeAndShown(plan),
    },
  ];
};

/** What its fields say that they take beyond what made the first item: a short text, letters and digits. */
const said = (known: Plan): Draft[] =>
  known.record.listed === "never"
    ? []
    : promisedTexts(known.entries)
        .slice(0, MOST_SAID)
        .map(({ field, value, fixtures, kind, what, name }) => ({
          id: `create-${known.id}-takes-${kind}-${slug(field.name) || "text"}`,
          title: `"${short(known.called)}" takes ${what} in ${short(field.name, 30)}, as it says`,
          ...madeAndShown(given(another(known, kind), field, value, fixtures, name)),
        }));

const isText = ({ type, options }: SurveyField): boolean =>
  /^(?:text|tel|)$/.test(type) && options.length === 0;

/** Letters where a number is asked for are to be refused, or taken: nothing is to break at them. */
const letters = (known: Plan): Draft[] => {
  const { record, id, called, problems, loggedIn } = known;
  const numbers = record.form.fields.filter(
    (field) =>
      isText(field) &&
      field.target !== null &&
      !field.read_only &&
      !field.disabled &&
      (/^\d+$/.test(field.value) ||
        known.entries.some(
          (entry) => entry.field === field && entry.kind === "fill" && /^\d+$/.test(entry.value),
        )),
  );
  if (numbers.length === 0 || record.local) return [];
  const plan = another(known, "lettered");
  return [
    {
      id: `create-${id}-letters`,
      title: `"${short(called)}" does not break at letters in ${short(numbers.map(({ name }) => name).join(", "), 50)}`,
      steps: [
        ...numbers.slice(0, MOST_NUMBERS).flatMap((field): StepDocument[] => {
          const others = plan.entries.filter((entry) => entry.field.name !== field.name);
          const wrong: Entry = { kind: "fill", field, value: "19x4", fixtures: {} };
          return [openList(plan), ...making({ ...plan, entries: [...others, wrong] })];
        }),
        withoutFaults(problems, loggedIn, REFUSALS),
        ...(removal(plan) ?? []),
      ],
      fixtures: fixturesOf(plan.entries),
      rank: 24,
    },
  ];
};

/** Where the app was seen to empty the form as it refused what was taken already. */
const kept = (known: Plan): Draft[] => {
  const { record, id, called } = known;
  if (!record.emptied || record.opener === null || isAmountField(record.nameField)) return [];
  const plan = another(known, "first");
  const later = { ...plan, name: `${plan.name} later` };
  const entries = plan.entries.map((entry) =>
    isNamed(plan, entry.field) && entry.kind === "fill" ? { ...entry, value: later.name } : entry,
  );
  return [
    {
      id: `create-${id}-keeps-refused`,
      title: `"${short(called)}" keeps what was typed when it refuses it`,
      steps: [
        openList(plan),
        ...making(plan),
        openList(plan),
        click(record.opener.target),
        ...fillIn(entries),
        click(record.form.submit?.target ?? ""),
        idle,
        { expect: { value: { target: fieldItself(record.nameField), is: later.name } } },
      ],
      fixtures: fixturesOf(plan.entries),
      rank: 16,
    },
  ];
};

/** What a form that makes items has to take, to bear and to keep, beyond what made the first. */
export const accepts = (plan: Plan): Draft[] => [
  ...names(plan),
  ...promised(plan),
  ...said(plan),
  ...letters(plan),
  ...kept(plan),
];
