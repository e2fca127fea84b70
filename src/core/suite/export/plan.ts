import type { Case, Suite } from "#model/suite.ts";
import { planCases } from "#core/run/order.ts";

/**
 * How cases that need each other are tied. `serial`: each group is a chain, which Playwright's serial mode runs and
 * skips as the runner does. `kept`: some case would go on where serial mode skips it, or is tried again alone, so cases
 * leave word in a file instead.
 */
export type Ties = { mode: "none" | "serial" | "kept"; groups: Case[][] };

const groupsOf = (cases: readonly Case[]): Map<Case, Set<Case>> => {
  const byId = new Map(cases.map((item) => [item.id, item]));
  const groups = new Map(cases.map((item) => [item, new Set([item])]));
  for (const item of cases) {
    for (const id of item.needs) {
      const needed = byId.get(id);
      const [mine, other] = [groups.get(item), needed && groups.get(needed)];
      if (!mine || !other || mine === other) continue;
      for (const member of other) {
        mine.add(member);
        groups.set(member, mine);
      }
    }
  }
  return groups;
};

/** Every case needs, directly or not, all that come before it. */
const isChain = (group: readonly Case[]): boolean => {
  const needs = new Map<string, Set<string>>();
  return group.every((item, place) => {
    const all = new Set(item.needs.flatMap((id) => [id, ...(needs.get(id) ?? [])]));
    needs.set(item.id, all);
    return group.slice(0, place).every(({ id }) => all.has(id));
  });
};

/** The cases in the order of a run, in groups that belong together; `shared`: what the log-in captures is used. */
export const tieCases = (suite: Suite, shared: boolean): Ties => {
  const { cases } = planCases(suite.cases, null);
  const members = groupsOf(cases);
  const tied = cases.filter((item) => (members.get(item)?.size ?? 1) > 1);
  if (tied.length === 0 && !shared) return { mode: "none", groups: cases.map((item) => [item]) };
  const groups: Case[][] = [];
  for (const item of cases) {
    const last = groups.at(-1);
    if (last?.[0] && members.get(last[0]) === members.get(item)) last.push(item);
    else groups.push([item]);
  }
  const serial =
    !shared &&
    groups.every(
      (group) =>
        group[0] !== undefined &&
        members.get(group[0])?.size === group.length &&
        isChain(group) &&
        (group.length === 1 || group.every(({ retries }) => retries === 0)),
    );
  if (serial) return { mode: "serial", groups };
  return { mode: "kept", groups: cases.map((item) => [item]) };
};
