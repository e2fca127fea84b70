import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteItemAction } from "#model/site-records.ts";
import type { Target } from "#model/target.ts";
import { itemLink } from "#core/explore/items/item-link.ts";
import { ITEM, clicksOf, rowControl } from "#core/explore/items/own-item.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import {
  allRows,
  another,
  cellOf,
  find,
  isWhole,
  making,
  openList,
  planOf,
  rowOf,
  variable,
} from "#core/generate/records/record-plan.ts";
import type { Plan } from "#core/generate/records/record-plan.ts";
import { agree, removal, removalOfReferred } from "#core/generate/records/record-removal.ts";
import { click, idle, literal, noErrors, short } from "#core/generate/steps.ts";

const nameOf = ({ control }: SiteItemAction): string => short(control.name.replace(ITEM, "").trim(), 30);

/** The capture that has the address of the item's page: of one of this case's own, or of the one that others made. */
const addressOf = (plan: Plan, isOwn: boolean): string => variable(plan, isOwn ? "acted_on" : "address_of");

/** Brings up the item's row, or its page. */
export const bring = (plan: Plan, onPage: boolean): StepDocument[] => {
  if (plan.record.ownPage) return [{ goto: `\${${addressOf(plan, plan.record.remove !== null)}}` }];
  const { record, name } = plan;
  return [...find(plan, name), ...(onPage ? [{ click: itemLink(record, name, rowOf(plan, name)) }] : [])];
};

const within = (plan: Plan, { onPage }: SiteItemAction): Target | null =>
  onPage ? null : rowOf(plan, plan.name);

/** What has to be there, and what not, once the action has been taken. */
const changed = (plan: Plan, action: SiteItemAction): StepDocument[] => {
  const { change, control, against } = action;
  const { name } = plan;
  const at = within(plan, action);
  const isLooked = change?.ends === true || Boolean(change?.offers) || against !== null;
  return [
    ...(control.menu && isLooked ? [{ click: rowControl(control.menu, name, at) }, idle] : []),
    ...(change?.ends ? [{ expect: { hidden: rowControl(control, name, at) } }] : []),
    ...(change?.offers ? [{ expect: { visible: rowControl(change.offers, name, at) } }] : []),
    ...(against ? [{ expect: { hidden: rowControl(against, name, at) } }] : []),
  ];
};

const stateOf = (plan: Plan, { change }: SiteItemAction): StepDocument[] =>
  change?.state
    ? [
        {
          expect: { text: { target: cellOf(plan, change.state.column), is: literal(change.state.text) } },
          within: { role: "row", name: plan.name },
        },
      ]
    : [];

export const used = (plan: Plan, action: SiteItemAction): StepDocument[] =>
  clicksOf(action.control, plan.name, within(plan, action)).map((target) => ({ click: target }));

/** Something is to be seen of it: what all of the page says is not what it said before. */
const answered = (plan: Plan, action: SiteItemAction): StepDocument[] => {
  const before = `${variable(plan, "said_before")}_${slug(nameOf(action)).replaceAll("-", "_")}`;
  const target = { css: "body" };
  return [
    idle,
    { capture: { [before]: { text: target } } },
    ...used(plan, action),
    { expect: { text: { target, is: `\${${before}}`, not: true } } },
  ];
};

/** Uses the control, and sees that what came of it lasts; the item is in sight, or its page, before and after. */
const taken = (plan: Plan, action: SiteItemAction): StepDocument[] => {
  const { confirm, nonsense, change, onPage } = action;
  const { record, name } = plan;
  const sensible: StepDocument[] =
    nonsense === ""
      ? []
      : [{ expect: { text: { target: { css: "body" }, contains: nonsense, not: true } }, timeout: "1s" }];
  if (change?.copies)
    return [
      ...used(plan, action),
      ...(confirm ? [click(confirm)] : []),
      idle,
      ...find(plan, name),
      { expect: { count: { target: rowOf(plan, name), is: 2 } } },
    ];
  const gone: StepDocument[] = [...find(plan, name), { expect: { hidden: rowOf(plan, name) } }];
  const isThere = change !== null && !change.gone;
  if (action.dead) return answered(plan, action);
  const isState = isThere && change.state !== null && !record.ownPage;
  return [
    ...used(plan, action),
    ...(confirm ? [...sensible, click(confirm)] : []),
    idle,
    ...(confirm ? [] : sensible),
    ...(action.stale ? [...(onPage ? [] : stateOf(plan, action)), ...changed(plan, action)] : []),
    ...(change?.gone ? gone : []),
    ...(isState && onPage ? [...find(plan, name), ...stateOf(plan, action)] : []),
    ...(isThere || action.against
      ? [...bring(plan, onPage), ...(onPage ? [] : stateOf(plan, action)), ...changed(plan, action)]
      : []),
  ];
};

/** What is done with an item one after the other, in one case; what goes wrong, or makes another item, has one to itself. */
const chains = (all: readonly SiteItemAction[]): SiteItemAction[][] => {
  // What is offered only once the page is loaded again says no more about it.
  const last = all.findIndex(({ stale }) => stale === true);
  const actions = last === -1 ? all : all.slice(0, last + 1);
  const isApart = ({ wrong, nonsense, against, change, beside, dead, stale }: SiteItemAction): boolean =>
    wrong ||
    dead === true ||
    stale === true ||
    beside !== null ||
    nonsense !== "" ||
    against !== null ||
    change?.copies === true;
  const well = actions.filter((action) => !isApart(action));
  return [
    ...(well.length > 0 ? [well] : []),
    ...actions.flatMap((action, at) => {
      if (!isApart(action)) return [];
      // What is offered only once something else was done needs that.
      const before = actions.slice(0, at).filter(({ change }) => sameControl(change?.offers, action.control));
      return [[...before.slice(-1), action]];
    }),
  ];
};

const sameControl = (
  a: SiteItemAction["control"] | null | undefined,
  b: SiteItemAction["control"],
): boolean => a?.name === b.name && a.role === b.role;

/** That a row beside it says what it said before. */
const untouched = (
  plan: Plan,
  { beside }: SiteItemAction,
): { before: StepDocument[]; after: StepDocument[] } => {
  if (!beside) return { before: [], after: [] };
  const within = { role: "row", name: literal(beside.row) };
  const other = variable(plan, "beside");
  const text = cellOf(plan, beside.column);
  return {
    before: [...find(plan, plan.name), { capture: { [other]: { text } }, within }],
    after: [...find(plan, plan.name), { expect: { text: { target: text, is: `\${${other}}` } }, within }],
  };
};

/** Makes one more item; where items cannot be removed again, the one that was made serves for this as well. */
const ownItem = (
  known: Plan,
  mark: string,
  gone: boolean,
): { plan: Plan; made: StepDocument[]; needs?: string[] } => {
  const { record, id } = known;
  if (!record.remove && !gone && !record.local) return { plan: known, made: [], needs: [`create-${id}`] };
  const plan = another(known, mark);
  const noted: StepDocument[] = record.ownPage
    ? [{ capture: { [addressOf(plan, true)]: { url: true, match: "//[^/]+(/.*)" } } }]
    : [];
  return { plan, made: [openList(plan), ...making(plan), ...noted] };
};

const takenAway = (plan: Plan): StepDocument[] => {
  const { record, name } = plan;
  if (!record.ownPage || !record.remove) return removal(plan) ?? [];
  const control = rowControl(record.remove, name, null);
  return [{ click: control, when: { visible: control } }, ...agree(record.remove.confirm), idle];
};

const draft = (known: Plan, actions: SiteItemAction[]): Draft => {
  const last = actions.at(-1);
  const mark = slug(last ? nameOf(last) : "").replaceAll("-", "_") || "acting";
  const gone = actions.some(({ change }) => change?.gone);
  const { plan, made, needs } = ownItem(known, mark, gone);
  const { record, entries, problems, loggedIn } = plan;
  const onPage = actions[0]?.onPage === true;
  const counts = isWhole(plan) && !record.ownPage;
  const before = `${variable(plan, "rows")}_${mark}`;
  const rows: StepDocument[] = counts ? [idle, { capture: { [before]: { count: allRows(plan) } } }] : [];
  const names = [...new Set(actions.map(nameOf))].map((name) => `"${name}"`).join(", ");
  const isBroken = actions.some(({ wrong, dead }) => wrong || dead);
  const isCopied = actions.some(({ change }) => change?.copies);
  const beside = last ? untouched(plan, last) : { before: [], after: [] };
  const inList: StepDocument[] = [
    ...(!gone && counts ? [...find(plan, plan.name), ...rows] : []),
    ...beside.before,
  ];
  return {
    id: `acts-${plan.id}-${slug(actions[0] ? nameOf(actions[0]) : "")}`,
    title: isBroken
      ? `${names} works on an item of its own`
      : `${names} does with an item what it says, for good, and with no other`,
    ...(needs && { needs }),
    steps: [
      ...(gone && counts ? [openList(plan), ...rows] : []),
      ...made,
      ...inList,
      ...bring(plan, onPage).slice(inList.length > 0 ? find(plan, plan.name).length : 0),
      ...actions.flatMap((action, at) => [
        ...(at > 0 && (action.control.menu || actions[at - 1]?.onPage !== action.onPage)
          ? bring(plan, action.onPage)
          : []),
        ...taken(plan, action),
      ]),
      ...beside.after,
      noErrors(problems, loggedIn),
      ...(counts && !isBroken && !isCopied
        ? [
            ...find(plan, plan.name),
            idle,
            { expect: { count: { target: allRows(plan), is: `\${${before}}` } } },
          ]
        : []),
      ...(gone ? removalOfReferred(plan) : needs || isCopied ? [] : takenAway(plan)),
    ],
    fixtures: fixturesOf(entries),
    rank: 14,
  };
};

export const itemActions = defineOracle({
  id: "item-actions",
  summary:
    "What is offered for an item besides changing and removing it (Archive, Deactivate, Reopen) is answered, changes it for good, and changes no other.",
  applies: (site) =>
    site.records.flatMap((record) => {
      const plan = planOf(site, record);
      if (!plan || (record.listed === "never" && !record.ownPage)) return [];
      return chains(record.actions).map((actions) => draft(plan, actions));
    }),
});
