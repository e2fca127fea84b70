import type { StepDocument } from "#core/suite/grammar.ts";
import type { Target } from "#model/target.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import {
  allRows,
  another,
  besideNav,
  find,
  isWhole,
  itemFor,
  lacks,
  making,
  openList,
  rowOf,
  shows,
  use,
  variable,
} from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { clicksOf } from "#core/explore/items/own-item.ts";
import { toldOnceGone } from "./record-restated.ts";
import { removal, removalOfReferred } from "./record-removal.ts";
import { click, idle, literalTarget, noErrors, searchFor } from "#core/generate/steps.ts";

/** What asks is no longer there. */
const putAside = (by: Target | null): StepDocument[] =>
  typeof by === "object" && by?.within !== undefined ? [{ expect: { hidden: literalTarget(by) } }] : [];

/** Escape says no as well, whether or not it puts the question aside. */
const escaping = (plan: Plan, asking: StepDocument[], by: Target): StepDocument[] => {
  const button = literalTarget(by);
  return [
    ...asking,
    { press: "Escape" },
    { click: button, when: { visible: button } },
    idle,
    ...find(plan, plan.name),
    shows(plan, plan.name),
  ];
};

/** Who says no to the question whether it is meant is asked no longer, and still has it. */
const refusing = (plan: Plan): StepDocument[] => {
  const { record, name } = plan;
  const refuse = record.remove?.refuse ?? null;
  if (!record.remove || refuse === null) return [];
  const asking = use(plan, record.remove, record.detail?.remove === true, name);
  return [
    ...find(plan, name),
    ...(refuse.by === null ? [{ dialog: "dismiss" } as const, ...asking] : [...asking, click(refuse.by)]),
    idle,
    ...putAside(refuse.by),
    ...find(plan, name),
    shows(plan, name),
    ...(refuse.by === null ? [] : escaping(plan, asking, refuse.by)),
  ];
};

const isInDialog = (target: Target): boolean => {
  const within = typeof target === "string" ? undefined : target.within;
  return typeof within === "object" && /^(?:alert)?dialog$/.test(within.role ?? "");
};

/** The dialog that asked is put aside, as a button of it shows; one that stands elsewhere may be called as those of other rows are. */
const asksNoMore = ({ confirm, refuse }: NonNullable<Plan["record"]["remove"]>): StepDocument[] => {
  const button = [refuse?.by ?? null, confirm].find((each) => each !== null && isInDialog(each));
  return putAside(button ?? null);
};

/** Removing an item removes that one: of two at the end of the list the one that was meant. */
export const remove = (plan: Plan): Draft[] => {
  const { record, id, name } = plan;
  if (!record.remove || record.remove.stays) return [];
  const { confirm } = record.remove;
  const onDetail = record.detail?.remove === true;
  const { steps: made, ...item } = itemFor(plan);
  const alone: StepDocument = { expect: { count: { target: allRows(plan), is: 1 } } };
  const narrowing = record.narrowed && !onDetail ? [...searchFor(record.narrowed, name), alone] : [];
  const gone = lacks(plan, name);
  const before = variable(plan, "rows_before");
  const whole = isWhole(plan);
  const nav = besideNav(plan, "nav_without");
  // Of a list that is narrowed, numbers may be of what is in sight, and it may say of the name that nothing is called so.
  const showsAll = !onDetail && record.remove.elsewhere !== true && narrowing.length === 0;
  const told = showsAll ? toldOnceGone(plan) : { now: [], again: [] };
  // The words of what was looked for may stand there still, but no row with its control.
  const [control] = clicksOf(record.remove, name, rowOf(plan, name));
  const rowGone: StepDocument[] =
    narrowing.length > 0 && !record.remove.itself && control !== undefined
      ? [{ expect: { hidden: control } }]
      : [];
  const own =
    record.local && whole
      ? [openList(plan), idle, { capture: { [`${before}_it`]: { count: allRows(plan) } } }]
      : [];
  // At the end of the list, or as the first of it while few are in sight, the one that goes may be that in its place.
  const other =
    (record.atEnd || narrowing.length > 0) && whole && !record.local && !record.emptied
      ? another(plan, "beside")
      : null;
  const without = other ? removal(other) : null;
  const count = record.local ? `\${${before}_it}` : `\${${before}}`;
  return [
    {
      id: `delete-${id}`,
      title: "Removing an item removes it, and just it",
      ...item,
      steps: [
        ...own,
        ...made,
        ...(other && without ? [openList(plan), ...making(other)] : []),
        ...refusing(plan),
        ...find(plan, name),
        // The place of a row is another one while few are in sight.
        ...narrowing,
        ...use(plan, record.remove, onDetail, name),
        ...(confirm ? [click(confirm)] : []),
        idle,
        ...nav.now,
        ...(showsAll ? [gone] : rowGone),
        ...(showsAll ? asksNoMore(record.remove) : []),
        ...told.now,
        ...find(plan, name),
        gone,
        ...told.again,
        ...nav.later,
        ...(other && without ? [shows(plan, other.name), ...without, openList(plan)] : []),
        ...(whole ? [{ expect: { count: { target: allRows(plan), is: count } } }] : []),
        noErrors(plan.problems, plan.loggedIn),
        ...removalOfReferred(plan),
      ],
      fixtures: { ...fixturesOf(plan.entries), ...(other && fixturesOf(other.entries)) },
      undoes: true,
      rank: 14,
    },
  ];
};
