import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel, SitePage, SiteProblem, SiteRecord } from "#model/site.ts";
import type { SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { isWordy, itemData } from "#core/explore/form-data.ts";
import type { Entry } from "#core/explore/form-data.ts";
import { rowControl } from "#core/explore/rehearse.ts";
import { slug } from "#core/explore/states.ts";
import { countersOf, mainOf } from "#core/generate/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fillIn, fixturesOf } from "#core/generate/forms.ts";
import {
  click,
  literal,
  literalTarget,
  noErrors,
  problemsOf,
  searchFor,
  short,
} from "#core/generate/steps.ts";

type Plan = {
  record: SiteRecord;
  /** Ends the ids of the cases: `inventory`. */
  id: string;
  entries: Entry[];
  /** What an item is known by in the list, before and after its change. */
  name: string;
  changed: string;
  /** That a number above the list agrees with it. */
  counted: StepDocument[];
  problems: SiteProblem[];
  loggedIn: boolean;
};

const rowOf = ({ record }: Plan, name: string): Target => ({
  role: record.rowRole,
  name,
  within: literalTarget(record.list),
});

const shows = ({ record }: Plan, name: string): StepDocument => ({
  expect: { text: { target: literalTarget(record.list), contains: name } },
});

/** Opens the list, and looks for the item where it is not in sight by itself. */
const find = ({ record }: Plan, name: string): StepDocument[] => [
  { goto: literal(record.path) },
  ...(record.search ? searchFor(record.search, name) : []),
];

/** Fields whose text the list shows in the item's row, as far as words go. */
const shownFields = ({ record, entries }: Plan): Entry[] =>
  entries.filter(
    (entry) =>
      entry.kind === "fill" &&
      isWordy(entry.field) &&
      entry.field.type !== "textarea" &&
      isColumn(record, entry.field),
  );

const isColumn = (record: SiteRecord, field: SurveyField): boolean =>
  record.columns.some((column) => column.toLowerCase() === field.name.toLowerCase().replace(/\s*\*$/, ""));

/** The list shows all there is, so that its rows can be counted. */
const isWhole = (record: SiteRecord): boolean => !record.paged && record.listed === "in_sight";

const allRows = (record: SiteRecord): Target => ({
  css: record.rowRole === "row" ? "tbody > tr" : "li",
  within: literalTarget(record.list),
});

const countName = ({ id }: Plan): string => `rows_before_${id.replaceAll("-", "_")}`;

const create = (plan: Plan): Draft => {
  const { record, id, entries, name, counted } = plan;
  const values = shownFields(plan).flatMap((entry): StepDocument[] => {
    if (entry.kind !== "fill") return [];
    const value = isNamed(plan, entry) ? entry.value.replace(MARKUP, "") : entry.value;
    return [{ expect: { text: { target: rowOf(plan, name), contains: value.trim() } } }];
  });
  // Whether an app shows markup as text or leaves it out: it must not run it.
  const inert: StepDocument[] = MARKUP.test(record.nameTail)
    ? [{ expect: { count: { target: { css: "samp", within: literalTarget(record.list) }, is: 0 } } }]
    : [];
  return {
    id: `create-${id}`,
    title: `What "${short(record.opener.name)}" makes shows up in the list and survives a reload`,
    steps: [
      { goto: literal(record.path) },
      ...(isWhole(record) ? [idle, { capture: { [countName(plan)]: { count: allRows(record) } } }] : []),
      click(record.opener.target),
      ...fillIn(entries),
      click(record.form.submit?.target ?? ""),
      { wait_for: "idle" },
      ...(record.returns ? [] : [{ goto: literal(record.path) }]),
      ...(record.search ? searchFor(record.search, name) : []),
      shows(plan, name),
      ...counted,
      "reload",
      ...(record.search ? searchFor(record.search, name) : []),
      shows(plan, name),
      ...values,
      ...inert,
      noErrors(plan.problems, plan.loggedIn),
    ],
    fixtures: fixturesOf(entries),
    rank: 11,
  };
};

const idle: StepDocument = { wait_for: "idle" };

const MARKUP = / ?<samp>two<\/samp>/;

const isNamed = ({ record }: Plan, { field }: Entry): boolean => field.name === record.nameField.name;

const edit = (plan: Plan): Draft[] => {
  const { record, id, name, changed } = plan;
  const { nameField, form } = record;
  if (!record.edit || nameField.target === null) return [];
  const control = rowControl(record.edit, name, rowOf(plan, name));
  return [
    {
      id: `edit-${id}`,
      title: `Changing the ${short(nameField.name, 30)} of an item is kept, and changes just that`,
      needs: [`create-${id}`],
      steps: [
        ...find(plan, name),
        ...kept(plan, name),
        { click: control },
        ...fillIn([{ kind: "fill", field: nameField, value: changed, fixtures: {} }]),
        click(form.submit?.target ?? ""),
        { wait_for: "idle" },
        ...find(plan, changed),
        { expect: { count: { target: rowOf(plan, changed), is: 1 } } },
        ...keptStill(plan, changed),
        noErrors(plan.problems, plan.loggedIn),
      ],
      rank: 13,
    },
  ];
};

/** Columns of the row that a change of the name must leave alone. */
const otherColumns = ({ record }: Plan): { column: string; index: number; variable: string }[] =>
  record.rowRole !== "row"
    ? []
    : record.columns
        .map((column, index) => ({ column, index, variable: `kept_${slug(column).replaceAll("-", "_")}` }))
        .filter(
          ({ column }) =>
            column !== "" &&
            !/name|title|updated|modified|changed|last|ge[äa]ndert/i.test(column) &&
            column !== record.nameField.name,
        )
        .slice(0, 6);

const cell = (plan: Plan, name: string, index: number): Target => ({
  css: `tr > :nth-child(${index + 1})`,
  within: { role: plan.record.rowRole, name },
});

const kept = (plan: Plan, name: string): StepDocument[] => {
  const columns = otherColumns(plan);
  if (columns.length === 0) return [];
  return [
    {
      capture: Object.fromEntries(
        columns.map(({ index, variable }) => [variable, { text: cell(plan, name, index) }]),
      ),
    },
  ];
};

const keptStill = (plan: Plan, name: string): StepDocument[] =>
  otherColumns(plan).map(({ index, variable }) => ({
    expect: { text: { target: cell(plan, name, index), is: `\${${variable}}` } },
  }));

const remove = (plan: Plan): Draft[] => {
  const { record, id, name, changed } = plan;
  if (!record.remove) return [];
  const current = record.edit ? changed : name;
  const { confirm } = record.remove;
  const control = rowControl(record.remove, current, rowOf(plan, current));
  const gone: StepDocument = {
    expect: { text: { target: literalTarget(record.list), contains: current, not: true } },
  };
  const hidden: StepDocument = record.search ? { expect: { hidden: rowOf(plan, current) } } : gone;
  return [
    {
      id: `delete-${id}`,
      title: "Removing an item removes it, and just it",
      needs: [record.edit ? `edit-${id}` : `create-${id}`],
      steps: [
        { goto: literal(record.path) },
        ...(record.search ? searchFor(record.search, current) : []),
        { click: control },
        ...(confirm ? [click(confirm)] : []),
        { wait_for: "idle" },
        hidden,
        ...find(plan, current),
        hidden,
        ...(isWhole(record)
          ? [{ expect: { count: { target: allRows(record), is: `\${${countName(plan)}}` } } }]
          : []),
        noErrors(plan.problems, plan.loggedIn),
      ],
      rank: 14,
    },
  ];
};

const planOf = (site: SiteModel, record: SiteRecord): Plan | null => {
  const entries = itemData(record.form, record.nameField, record.nameTail);
  const named = entries?.find(({ field }) => field.name === record.nameField.name);
  if (!entries || named?.kind !== "fill") return null;
  const name = named.value.replace(record.nameTail, "");
  const page = site.pages.find(({ id }) => id === record.pageId);
  const id =
    slug(record.opener.name.replace(/^(?:new|add|create|neue[rs]?)\s+(?:an?\s+)?/i, "")) || record.pageId;
  return {
    record,
    id,
    entries,
    name,
    changed: `${name} changed`,
    counted: page && isWhole(record) ? countedOn(page, record) : [],
    problems: problemsOf(site),
    loggedIn: page?.behindLogin ?? false,
  };
};

/** That the number above the list is that of its rows, once there is one more. */
const countedOn = (page: SitePage, record: SiteRecord): StepDocument[] => {
  const key = JSON.stringify(record.list);
  const counter = countersOf(page.survey).find(({ list }) => JSON.stringify(list.target) === key);
  if (!counter) return [];
  const variable = `number_on_${page.id.replaceAll("-", "_")}`;
  return [
    { capture: { [variable]: { text: literalTarget(mainOf(page.survey)), match: counter.pattern } } },
    { expect: { count: { target: allRows(record), is: `\${${variable}}` } } },
  ];
};

export const records = defineOracle({
  id: "records",
  summary:
    "What is created shows up, survives a reload and shows what was typed; a change changes just that; a removal removes just that.",
  applies: (site) =>
    site.records.flatMap((record) => {
      // Where an item is not to be found although nothing hides it, the case says so.
      const plan = planOf(site, record);
      if (!plan || (record.listed === "never" && record.paged)) return [];
      return [create(plan), ...edit(plan), ...remove(plan)];
    }),
});
