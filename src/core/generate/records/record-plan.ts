import { isAmountField } from "#core/explore/forms/amount-items.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { withBase } from "#core/suite/used-fixtures.ts";
import type { RowControl, SiteRecord } from "#model/site-records.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage, SiteProblem } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyField } from "#model/survey.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import type { Target } from "#model/target.ts";
import { renamed } from "#core/explore/forms/amount-items.ts";
import { isTick } from "#core/explore/forms/box-groups.ts";
import { isReferred, itemData, nameIn } from "#core/explore/items/item-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { childrenOf, headingOf, labelKey } from "#core/explore/lists/lists.ts";
import { itemLink } from "#core/explore/items/item-link.ts";
import { clicksOf, rowControl, rowTarget } from "#core/explore/items/own-item.ts";
import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import { slug } from "#core/explore/pages/states.ts";
import { caseIds } from "#core/generate/case-ids.ts";
import { fillIn, fixturesOf } from "#core/generate/forms.ts";
import {
  anew,
  captureName,
  click,
  idle,
  literal,
  literalTarget,
  problemsOf,
  searchFor,
} from "#core/generate/steps.ts";
import { navAgain, navCount, navLink } from "#core/generate/counts/nav-count.ts";
import { turnTo } from "#core/generate/counts/turn-pages.ts";

/** What the cases about the items of one list have in common. */
export type Plan = {
  record: SiteRecord;
  page: SitePage | null;
  /** Ends the ids of the cases: `inventory`. */
  id: string;
  /** What makes an item, for titles. */
  called: string;
  entries: Entry[];
  /** What is made before it, for its selects to choose. */
  referred: Plan[];
  /** What an item is known by in the list, before and after its change. */
  name: string;
  changed: string;
  /** The link to the list that all pages have in their navigation; null where there is none. */
  link: Target | null;
  /** The number beside the link to the list; null where there is none. */
  nav: Target | null;
  problems: SiteProblem[];
  loggedIn: boolean;
};

const BEGINS = /^(?:new|add|create|insert|neue[rs]?|nouveau|nouvelle|nuevo|nueva)\s+(?:an?\s+|new\s+)?/i;

const calledOf = ({ opener, form }: SiteRecord): string => opener?.name ?? form.submit?.name ?? form.name;

/** Of the items of each list what they are called in ids; two lists whose items are called the same are told apart. */
const idsOf = (records: SiteRecord[]): Map<SiteRecord, string> => {
  const ids = new Map<SiteRecord, string>();
  const unique = caseIds();
  for (const record of records) {
    const plain = slug(calledOf(record).replace(BEGINS, "").replace(/^add$/i, "")) || record.pageId;
    const taken = [...ids.values()].includes(plain);
    ids.set(record, unique(taken ? `${plain}-${record.pageId}` : plain));
  }
  return ids;
};

/** Whether the items of another list, before this one, are made with the same form. */
export const isFormAgain = ({ records }: SiteModel, record: SiteRecord): boolean =>
  records
    .slice(0, Math.max(0, records.indexOf(record)))
    .some((other) => calledOf(other) === calledOf(record) && sameForm(other.form, record.form));

const LEAST_ROOM = 30;

/**
 * Some case makes such an item and looks for it: in its list, unless that is in parts and cannot be searched, or the item is
 * kept apart, or on its own page. An amount alone that is in no list may have gone into a sum.
 */
export const isLookedFor = ({ ownPage, listed, apart, paged, search, nameField }: SiteRecord): boolean =>
  ownPage !== null ||
  listed !== "never" ||
  (!apart && !isAmountField(nameField) && (!paged || search !== null));

/** Short keys stay as they are when the rest is changed. */
const hasRoom = ({ max_length: most }: SurveyField): boolean =>
  most === null || most <= 0 || most >= LEAST_ROOM;

export const planOf = (site: SiteModel, record: SiteRecord): Plan | null => {
  const data = itemData(record.form, record.nameField, record.nameTail, record.varied);
  const id = idsOf(site.records).get(record) ?? record.pageId;
  const entries = data?.map((entry) => (isReferred(entry) ? marked(entry, markOf(entry, id)) : entry));
  const whole = entries ? nameIn(entries, record.nameField) : null;
  if (!entries || whole === null) return null;
  const name = record.nameTail === "" ? whole : whole.replace(record.nameTail, "");
  const page = site.pages.find(({ id: other }) => other === record.pageId) ?? null;
  const isTyped = hasRoom(record.nameField) && record.nameField.type !== "select";
  return {
    record,
    page,
    id,
    called: calledOf(record),
    entries,
    referred: (data ?? []).flatMap((entry) => {
      const item = isReferred(entry) ? entry.field.refers?.item : undefined;
      const plan = item ? planOf(site, { ...item, nameTail: "" }) : null;
      return plan ? [another(plan, markOf(entry, id))] : [];
    }),
    name,
    changed: isTyped ? renamed(record.nameField, name, "changed") : name,
    link: navLink(site, page, record.path),
    nav: navCount(site, page, record),
    problems: problemsOf(site),
    loggedIn: page?.behindLogin ?? false,
  };
};

const markOf = ({ field }: Entry, id: string): string =>
  captureName(slug(field.name), id).replaceAll("-", "_");

/** Names of the variables that are another value for each item. */
const varyingIn = (entries: Entry[]): Set<string> => new Set(Object.keys(fixturesOf(entries)));

const remarked = (text: string, names: ReadonlySet<string>, mark: string): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => (names.has(name) ? `\${${name}_${mark}}` : whole));

/** With variables of its own for all that varies. */
const marked = (entry: Entry, mark: string, names = varyingIn([entry])): Entry => {
  if (entry.kind === "select" && entry.of)
    return {
      ...entry,
      option: remarked(entry.option, names, mark),
      of: entry.of.map((each) => marked(each, mark, names)),
    };
  return entry.kind === "fill"
    ? {
        ...entry,
        value: remarked(entry.value, names, mark),
        fixtures: Object.fromEntries(
          Object.entries(entry.fixtures).map(([name, fixture]) => [
            `${name}_${mark}`,
            withBase(fixture, (base) => `${base}_${mark}`),
          ]),
        ),
      }
    : entry;
};

/** The plan for one more item: all that varies from item to item does so in it. */
export const another = (plan: Plan, mark: string): Plan => {
  const names = varyingIn(plan.entries);
  const anew = (text: string): string => remarked(text, names, mark);
  return {
    ...plan,
    name: anew(plan.name),
    changed: anew(plan.changed),
    record: { ...plan.record, at: plan.record.at === null ? null : anew(plan.record.at) },
    referred: plan.referred.map((each) => another(each, mark)),
    // What is ticked is told by the first.
    entries: plan.entries.filter((entry) => !isTick(entry)).map((entry) => marked(entry, mark, names)),
  };
};

export const isNamed = ({ record }: Plan, { name }: Pick<SurveyField, "name">): boolean =>
  name === record.nameField.name;

/** Makes what it refers to, and fills the form in; the list is open. */
export const filling = ({ record, entries, referred }: Plan): StepDocument[] => [
  ...referred.flatMap((each) => [openList(each), ...making(each)]),
  ...(referred.length > 0 ? [{ goto: literal(record.path) }] : []),
  ...(record.opener ? [click(record.opener.target)] : []),
  ...fillIn(entries),
];

/** The same, and sends it. */
export const making = (plan: Plan): StepDocument[] => [
  ...filling(plan),
  click(plan.record.form.submit?.target ?? ""),
  idle,
];

/** What was said in the place of a value when an item was made: a message may be gone after some seconds. */
export const sensible = ({ record }: Plan): StepDocument[] =>
  record.nonsense === ""
    ? []
    : [
        {
          expect: { text: { target: { css: "body" }, contains: record.nonsense, not: true } },
          timeout: "1s",
        },
      ];

export const openList = ({ record }: Plan): StepDocument => ({ goto: literal(record.path) });

/** Looks for the item in the list that is open, where it is not in sight by itself. */
export const seek = (plan: Plan, name: string): StepDocument[] =>
  plan.record.search
    ? searchFor(plan.record.search, name)
    : turnTo(plan.record, plan.page, listOf(plan), name);

/** Opens the list, and looks for the item there. */
export const find = (plan: Plan, name: string): StepDocument[] => [
  plan.record.at === null ? openList(plan) : { goto: plan.record.at },
  ...anew(plan.record),
  ...seek(plan, name),
];

/**
 * Goes back to a list that was open before, as a person does, and looks there for what it is called now: what a script has
 * kept of the list is not to be shown again. A list that is not in the navigation is opened by its address.
 */
export const findAgain = (plan: Plan, name: string): StepDocument[] => {
  const { link, record } = plan;
  return link !== null && record.at === null && !record.edit?.overList
    ? [click(link), idle, ...seek(plan, name)]
    : find(plan, name);
};

const blockName = ({ called, id }: Plan): string => `make an item with ${called || id}`;

/** An item that is kept in the browser alone is made by each case for itself. */
export const itemFor = (plan: Plan): Pick<Item, "blocks" | "needs"> & { steps: StepDocument[] } =>
  plan.record.local
    ? {
        blocks: { [blockName(plan)]: [openList(plan), ...making(plan)] },
        steps: [{ use: blockName(plan) }],
      }
    : { needs: [`create-${plan.id}`], steps: [] };

type Item = { blocks?: Record<string, StepDocument[]>; needs?: string[] };

/** The item's row in the list. */
export const rowOf = ({ record }: Plan, name: string): Target =>
  rowTarget({ rowRole: record.rowRole, list: literalTarget(record.list) }, name);

/** Brings up what a control of the item shows: from its row, or from its own page. */
export const use = (plan: Plan, control: RowControl, onDetail: boolean, name: string): StepDocument[] => {
  const row = rowOf(plan, name);
  if (control.itself) return [{ click: itemLink(plan.record, name, row) }];
  if (!onDetail) return clicksOf(control, name, row).map((target) => ({ click: target }));
  return [{ click: itemLink(plan.record, name, row) }, { click: rowControl(control, name, null) }];
};

/** The list shows all there is, so that its rows can be counted. */
export const isWhole = (plan: Plan): boolean =>
  !plan.record.paged && plan.record.listed === "in_sight" && !listOf(plan)?.paging;

export const allRows = ({ record }: Plan): Target => {
  const within = literalTarget(record.list);
  if (record.rowRole === "row") return { css: "tbody > tr:has(> td)", within };
  return record.rowRole === "listitem" && !record.nested ? { role: "listitem", within } : childrenOf(within);
};

/** That the list has the item. */
export const shows = ({ record }: Plan, name: string): StepDocument => ({
  expect: { text: { target: literalTarget(record.list), contains: name } },
});

/** That it has not; what it says of a search that finds nothing may hold the name. */
export const lacks = (plan: Plan, name: string): StepDocument =>
  plan.record.search
    ? { expect: { hidden: rowOf(plan, name) } }
    : { expect: { text: { target: literalTarget(plan.record.list), contains: name, not: true } } };

/** The name of a capture about the items of one list. */
export const variable = ({ id }: Plan, what: string): string => captureName(what, id);

/** What the navigation says beside the link to the list, and that it says so once that is loaded anew. */
export const besideNav = (plan: Plan, what: string): ReturnType<typeof navAgain> =>
  navAgain(plan.nav, variable(plan, what));

const plain = (name: string): string => labelKey(withoutArrows(name));

export const columnOf = ({ record }: Plan, field: SurveyField): number => {
  const name = plain(field.name);
  const isShared = record.form.fields.some(
    (other) => other.name !== field.name && plain(other.name) === name,
  );
  return name === "" || isShared ? -1 : record.columns.findIndex((column) => plain(column) === name);
};

/** The cell of a column, within its row: below its heading, or where no heading tells it by its place. */
export const cellOf = (plan: Plan, index: number): Target => {
  const list = listOf(plan);
  const column = list === null ? null : headingOf(list, index);
  return column === null ? { css: `tr > :nth-child(${index + 1})` } : { column };
};

/** What columns of the item's row show, in one step. */
export const expectCells = (
  plan: Plan,
  name: string,
  cells: { index: number; match: { is: string } | { contains: string } }[],
): StepDocument[] => {
  const all = cells.map(({ index, match }) => ({ text: { target: cellOf(plan, index), ...match } }));
  return all.length === 0 ? [] : [{ expect: all, within: { role: "row", name } }];
};

/** The list as it was seen, before anything of ours was in it. */
export const listOf = ({ page, record }: Plan): SurveyCollection | null => {
  const key = JSON.stringify(record.list);
  return page?.survey.collections.find(({ target }) => JSON.stringify(target) === key) ?? null;
};
