import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { StepDocument, StepOptionsDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { rowsOf } from "#core/explore/lists.ts";
import { isDangerous } from "#core/explore/words.ts";
import type { Target } from "#model/target.ts";
import type { Entry } from "#core/explore/form-data.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { distinctForms, fillIn, fixturesOf, isOfRecords } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { another, isWhole, listOf, openList, planOf, renewed } from "#core/generate/record-plan.ts";
import type { Plan } from "#core/generate/record-plan.ts";
import { removal } from "#core/generate/record-removal.ts";
import { captureName, click, idle, literalTarget, openPage, short } from "#core/generate/steps.ts";
import { asksForEmail } from "./form-email.ts";

const ADDRESS = /\S@\S+\.\p{L}/u;
/** Rows beyond this may be drawn only as one scrolls. */
const MOST_ROWS = 40;

/** All of the list is in sight, and each row has an address. */
const listsAddresses = ({ paging, rows, items }: SurveyCollection): boolean =>
  paging === null && rows > 0 && rows <= MOST_ROWS && items.every(({ text }) => ADDRESS.test(text));

const isAddress = ({ kind, field }: Entry): boolean => kind === "fill" && asksForEmail(field);

/** What is made one after the other: with an address, with the very same, and with the same in capitals. */
const MADE = [
  ["one", "tracewright.${same}@example.com"],
  ["two", "tracewright.${same}@example.com"],
  ["three", "TRACEWRIGHT.${same}@EXAMPLE.COM"],
] as const;

const withAddress = (entries: Entry[], value: string): Entry[] =>
  entries.map((entry) =>
    entry.kind === "fill" && isAddress(entry) ? { ...entry, value, fixtures: {} } : entry,
  );

type Made = { entries: Entry[]; clear: StepDocument[] };
type Maker = { id: string; called: string; opener: Target | null; submit: Target };

const draft = (
  { id, called, opener, submit }: Maker,
  list: SurveyCollection,
  open: StepDocument[],
  made: Made[],
): Draft[] => {
  const rows = rowsOf(list);
  if (!rows) return [];
  const [one, two] = [captureName("rows_with_one", id), captureName("rows_with_two", id)];
  const target = literalTarget(rows);
  const noted = (name: string): StepDocument => ({ capture: { [name]: { count: target } } });
  const is = (name: string) => ({ count: { target, is: `\${${name}}` } });
  const [first = [], second = [], third = []] = made.map(({ entries }) => [
    ...(opener ? [click(opener)] : []),
    ...fillIn(entries),
    click(submit),
  ]);
  const again = [idle, ...open, idle];
  const isUp = { visible: literalTarget(submit) };
  const same: FixtureDocument = { string: 6 };
  return [
    {
      id: `same-email-${id}`,
      title: `"${short(called)}" knows an address again that is written in capitals`,
      steps: [
        ...open,
        ...first,
        ...again,
        noted(one),
        ...second,
        ...again,
        noted(two),
        // Where the very same was taken once more, addresses need not differ.
        ...third.map((step, at) => onlyWhen(step, opener && at > 0 ? isUp : is(one))),
        ...again,
        { expect: is(two) },
        ...made.flatMap(({ clear }) => clear),
      ],
      fixtures: { ...fixturesOf(made.flatMap(({ entries }) => entries)), same },
      rank: 30,
    },
  ];
};

const onlyWhen = (step: StepDocument, when: StepOptionsDocument["when"]): StepDocument =>
  typeof step === "string" ? step : { ...step, when };

const ofForm = (usable: UsableForm): Draft[] => {
  const { id, name, page, entries, submit, opener, form } = usable;
  const list = page.survey.collections.find(listsAddresses);
  // Who is invited gets a mail.
  if (isDangerous(`${name} ${form.submit?.name ?? ""}`)) return [];
  if (!list || form.tried === "refused" || form.tried === "once" || !entries.some(isAddress)) return [];
  const made = MADE.map(([mark, address]) => ({
    entries: withAddress(renewed(entries, mark), address),
    clear: [],
  }));
  return draft({ id, called: name, opener: opener?.target ?? null, submit }, list, openPage(page), made);
};

const ofRecord = (plan: Plan): Draft[] => {
  const { id, called, record, entries } = plan;
  const list = listOf(plan);
  const submit = record.form.submit?.target;
  if (!list || !submit || !isWhole(plan) || !listsAddresses(list) || !entries.some(isAddress)) return [];
  const made = MADE.map(([mark, address]) => {
    const item = another(plan, mark);
    return { entries: withAddress(item.entries, address), clear: removal(item) ?? [] };
  });
  return draft({ id, called, opener: record.opener?.target ?? null, submit }, list, [openList(plan)], made);
};

const applies = (site: SiteModel): Draft[] => [
  ...site.records.flatMap((record) => {
    const plan = planOf(site, record);
    return plan ? ofRecord(plan) : [];
  }),
  ...distinctForms(site)
    .filter((usable) => !isOfRecords(site, usable))
    .flatMap(ofForm),
];

export const sameEmail = defineOracle({
  id: "same-email",
  summary:
    "Where a list takes no address twice, it does not take it in capitals either: two people with one address are one.",
  applies,
});
