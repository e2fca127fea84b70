import type { StepDocument } from "#core/suite/grammar.ts";
import { countersOf, mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { itemData } from "#core/explore/items/item-data.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { isNamedByApp } from "#core/generate/records/named-by-app.ts";
import { remove } from "#core/generate/records/record-delete.ts";
import {
  allRows,
  besideNav,
  find,
  isFormAgain,
  isLookedFor,
  isWhole,
  itemFor,
  listOf,
  making,
  openList,
  planOf,
  rowOf,
  seek,
  shows,
  sensible,
  variable,
} from "#core/generate/records/record-plan.ts";
import type { Plan } from "#core/generate/records/record-plan.ts";
import { inert, oneAlone, shownValues } from "#core/generate/records/record-shown.ts";
import { lingers } from "#core/generate/records/record-lingers.ts";
import { ordered } from "#core/generate/records/record-order.ts";
import { moved } from "#core/generate/records/record-moves.ts";
import { withOptional, withoutOptional } from "#core/generate/records/record-optional.ts";
import { outOfBounds } from "#core/generate/records/record-bounds.ts";
import { overlaps } from "#core/generate/records/record-overlaps.ts";
import { accepts } from "#core/generate/records/record-accepts.ts";
import { once } from "#core/generate/records/record-once.ts";
import { echoed } from "#core/generate/records/record-echoes.ts";
import { comes } from "#core/generate/records/record-comes.ts";
import { strays } from "#core/generate/records/record-strays.ts";
import { twice } from "#core/generate/records/record-twice.ts";
import { restated, toldOnceMade } from "#core/generate/records/record-restated.ts";
import { switched, tick } from "#core/generate/records/record-tick.ts";
import { stepsToZero } from "#core/generate/records/record-steps.ts";
import { edit } from "#core/generate/records/record-edit.ts";
import { itemChoices } from "#core/generate/records/item-choices.ts";
import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { SiteModel } from "#model/site.ts";
import {
  captureName,
  click,
  idle,
  literalTarget,
  noErrors,
  readable,
  REFUSALS,
  short,
  withoutFaults,
} from "#core/generate/steps.ts";

/** Where one is led to once an item is made. */
const landing = (plan: Plan): string => variable(plan, "page_of");

const noteLanding = (plan: Plan): StepDocument[] =>
  plan.record.lands && !plan.record.local ? [{ capture: { [landing(plan)]: { url: true } } }] : [];

/** That the number above the list is that of its rows, once there is one more. */
const counted = (plan: Plan): StepDocument[] => {
  const { page, record } = plan;
  if (!page || !isWhole(plan)) return [];
  const key = JSON.stringify(record.list);
  const counter = countersOf(page.survey).find(({ list }) => JSON.stringify(list.target) === key);
  if (!counter) return [];
  const number = captureName("number_on", page.id);
  return [
    { capture: { [number]: { text: literalTarget(mainOf(page.survey)), match: counter.pattern } } },
    { expect: { count: { target: allRows(plan), is: `\${${number}}` } } },
  ];
};

const create = (plan: Plan): Draft => {
  const { record, id, entries, name, called } = plan;
  const { blocks } = itemFor(plan);
  const [block] = Object.keys(blocks ?? {});
  const again = seek(plan, name);
  const above = counted(plan);
  const nav = besideNav(plan, "nav_with");
  const told = toldOnceMade(plan);
  const isCounted = record.returns && record.at === null && above.length === 0 && told.now.length === 0;
  const number = isCounted ? restated(plan, "counted_with") : told;
  return {
    id: `create-${id}`,
    title: `What "${short(called)}" makes shows up in the list and survives a reload`,
    ...(blocks && { blocks }),
    steps: [
      openList(plan),
      ...(isWhole(plan)
        ? [idle, { capture: { [variable(plan, "rows_before")]: { count: allRows(plan) } } }]
        : []),
      ...(block === undefined ? making(plan) : [{ use: block }]),
      ...noteLanding(plan),
      ...sensible(plan),
      ...nav.now,
      ...(record.returns ? [] : [openList(plan)]),
      ...again,
      shows(plan, name),
      ...above,
      ...number.now,
      "reload",
      ...again,
      shows(plan, name),
      ...nav.later,
      // What is called the same each time may be there already.
      ...(record.rowRole === "row" && !record.several && name.includes("${")
        ? [{ expect: { count: { target: rowOf(plan, name), is: 1 } } }]
        : []),
      ...number.again,
      // What others build on is not to fail for a value that is wrong.
      ...(record.local && !record.several ? typed(plan) : []),
      noErrors(plan.problems, plan.loggedIn),
    ],
    fixtures: fixturesOf(entries),
    rank: 11,
  };
};

const typed = (plan: Plan): StepDocument[] => [...shownValues(plan), ...inert(plan)];

/** The item's row shows what was typed. */
const values = (plan: Plan, site: SiteModel): Draft[] => {
  const { record, page, name } = plan;
  const expects = record.local || record.several ? [] : typed(plan);
  const lands = record.lands && !record.local;
  const coming = comes(plan, site);
  if (expects.length === 0 && !lands && coming.length === 0) return [];
  const target = literalTarget(page ? mainOf(page.survey) : { css: "body" });
  return [
    {
      id: `shows-${plan.id}`,
      title: lands
        ? "The list shows an item as it was typed, and one was led to the page of just that item"
        : expects.length > 0
          ? "The list shows an item as it was typed"
          : "The page of an item shows what there is of it",
      needs: [`create-${plan.id}`],
      steps: [
        ...(expects.length + coming.length > 0 ? [...find(plan, name), ...expects] : []),
        ...(expects.length > 0 ? oneAlone(plan) : []),
        ...coming,
        ...(lands
          ? [{ goto: `\${${landing(plan)}}` }, { expect: { text: { target, contains: name } } }]
          : []),
      ],
      rank: 12,
    },
  ];
};

/** Nothing at all is no item: for a form that does not say itself what it needs, or that stays whatever is sent, unless the app has a name for such. */
const nothing = (plan: Plan): Draft[] => {
  const { record, id, called } = plan;
  const { form, opener } = record;
  const needs = form.fields.some(({ required }) => required);
  const texts = form.fields.filter(({ type }) => /^(?:text|textarea|email|tel|url|search|)$/.test(type));
  const isEmpty = texts.every(({ value }) => value === "") && !isNamedByApp(texts, listOf(plan));
  const submit = form.submit?.target ?? null;
  if (!isWhole(plan) || !isEmpty || (needs && opener !== null) || submit === null) return [];
  const rows = variable(plan, "rows_with_all");
  const sendEmpty = [...(opener ? [click(opener.target)] : []), click(submit), idle];
  return [
    {
      id: `create-${id}-needs-something`,
      title: `"${short(called)}" makes nothing of an empty form`,
      steps: [
        openList(plan),
        idle,
        { capture: { [rows]: { count: allRows(plan) } } },
        ...sendEmpty,
        openList(plan),
        idle,
        { expect: { count: { target: allRows(plan), is: `\${${rows}}` } } },
        // What cannot be read must not hide what is made.
        ...sendEmpty,
        readable,
      ],
      rank: 22,
    },
  ];
};

/** What broke the server when it was tried is at most to be refused. */
const hardText = (plan: Plan): Draft[] => {
  const { record, id, called, entries, problems, loggedIn } = plan;
  const hard = itemData(record.form, record.nameField, record.breaksAt, false);
  if (record.breaksAt === "" || !hard) return [];
  return [
    {
      id: `create-${id}-hard-text`,
      title: `"${short(called)}" takes or refuses quotes, signs and markup`,
      steps: [
        openList(plan),
        ...making({ ...plan, entries: hard }),
        withoutFaults(problems, loggedIn, REFUSALS),
      ],
      fixtures: { ...fixturesOf(entries), ...fixturesOf(hard) },
      rank: 12,
    },
  ];
};

/** What the form takes and refuses, wherever its items are listed. */
const ofForm = (plan: Plan, site: SiteModel): Draft[] => [
  ...(plan.referred.length > 0 ? [] : ofPlainForm(plan, site)),
  ...withoutOptional(plan),
  ...twice(plan, site),
  ...strays(plan, site),
  ...echoed(plan),
];

/** What is tried several times with the same data: not where each time needs items of its own. */
const ofPlainForm = (plan: Plan, site: SiteModel): Draft[] => [
  ...nothing(plan),
  ...outOfBounds(plan, site.pages),
  ...overlaps(plan),
  ...withOptional(plan),
  ...once(plan),
  ...hardText(plan),
  ...lingers(plan),
  ...accepts(plan),
];

/** The same list under another choice, of which the items are known already: that a new one is there says what there is to say. */
const isListAgain = ({ records: all }: SiteModel, record: SiteRecord): boolean =>
  all
    .slice(0, Math.max(0, all.indexOf(record)))
    .some(
      (other) =>
        other.listed !== "never" &&
        other.rowRole === record.rowRole &&
        JSON.stringify(other.list) === JSON.stringify(record.list) &&
        sameForm(other.form, record.form) &&
        (other.edit !== null || record.edit === null) &&
        isOtherState(other.path, record.path),
    );

/** `/tasks` and `/tasks?status=open`, `/#/tasks` and `/#/tasks/active`, or what the app begins with. */
const isOtherState = (one: string, other: string): boolean => {
  const [here, there] = [one, other].map((path) => {
    const [page = "", hash = ""] = path.split("#");
    return { page: page.split("?")[0], part: hash.split(/[/?]/)[1] ?? "" };
  });
  return (
    here?.page === there?.page && (here?.part === there?.part || here?.part === "" || there?.part === "")
  );
};

/** Forms of fewer fields are alike by chance. */
const LEAST_FIELDS = 3;

/** What one and the same form makes on another page is listed there: a list that it is not in is about something else. */
const isListedElsewhere = ({ records: all }: SiteModel, record: SiteRecord): boolean =>
  record.listed === "never" &&
  record.form.fields.length >= LEAST_FIELDS &&
  all.some(
    (other) =>
      other.listed !== "never" &&
      other !== record &&
      other.opener?.name === record.opener?.name &&
      other.form.action === record.form.action &&
      sameForm(other.form, record.form),
  );

export const records = defineOracle({
  id: "records",
  summary:
    "What is created shows up, survives a reload and shows what was typed; a change changes just that; a removal removes just that.",
  applies: (site) =>
    site.records.flatMap((record) => {
      // Where an item is not to be found although nothing hides it, the case says so.
      const plan = planOf(site, record);
      // What has a page of its own has cases of its own.
      if (record.ownPage) return [];
      if (!plan || !isLookedFor(record) || isListedElsewhere(site, record)) return [];
      if (isListAgain(site, record)) return [create(plan)];
      return [
        create(plan),
        ...values(plan, site),
        ...tick(plan),
        ...switched(plan),
        ...edit(plan),
        ...itemChoices(plan),
        ...stepsToZero(plan),
        ...remove(plan),
        ...moved(plan),
        ...ordered(site, record),
        ...(isFormAgain(site, record) ? [] : ofForm(plan, site)),
      ];
    }),
});
