import type { Target } from "#model/target.ts";
import type { Condition, ElementAction, Page } from "#ports/browser.ts";

export type Narrowing = { within?: Target; frame?: Target };

/** The target inside the given element and iframe; what it says itself is kept, further in. */
export const narrowTarget = (target: Target, { within, frame }: Narrowing): Target => {
  const inner = typeof target === "string" ? { called: target } : target;
  const around =
    inner.within === undefined
      ? within
      : within === undefined
        ? inner.within
        : narrowTarget(inner.within, { within });
  return {
    ...inner,
    ...(around === undefined ? {} : { within: around }),
    ...(frame === undefined || inner.frame !== undefined ? {} : { frame }),
  };
};

const narrowCondition = (condition: Condition, narrowing: Narrowing): Condition => {
  if (!("target" in condition)) return condition;
  if (condition.kind !== "text") return { ...condition, target: narrowTarget(condition.target, narrowing) };
  const whole = narrowing.within ?? null;
  return {
    ...condition,
    target: condition.target === null ? whole : narrowTarget(condition.target, narrowing),
  };
};

const narrowAction = (action: ElementAction, narrowing: Narrowing): ElementAction =>
  action.kind === "drag" ? { ...action, to: narrowTarget(action.to, narrowing) } : action;

const narrowOrWhole = (target: Target | null, narrowing: Narrowing): Target | null => {
  if (target !== null) return narrowTarget(target, narrowing);
  if (narrowing.within !== undefined) return narrowTarget(narrowing.within, { frame: narrowing.frame });
  return narrowing.frame === undefined ? null : { css: "body", frame: narrowing.frame };
};

/** The page as a step with `within` or `frame` sees it. */
export const narrowPage = (page: Page, narrowing: Narrowing): Page => {
  if (narrowing.within === undefined && narrowing.frame === undefined) return page;
  return {
    ...page,
    url: () => page.url(),
    act: (target, action, options) =>
      page.act(narrowTarget(target, narrowing), narrowAction(action, narrowing), options),
    heal: (target, action, before, options) =>
      page.heal(narrowTarget(target, narrowing), action, before, options),
    expect: (condition, options) => page.expect(narrowCondition(condition, narrowing), options),
    read: (target, what, options) =>
      page.read(target === null ? null : narrowTarget(target, narrowing), what, options),
    readAll: (target, options) => page.readAll(narrowTarget(target, narrowing), options),
    aria: (target, options) => page.aria(narrowOrWhole(target, narrowing), options),
    outline: (target, options) => page.outline(narrowOrWhole(target, narrowing), options),
    audit: (target, rules, options) => page.audit(narrowOrWhole(target, narrowing), rules, options),
  };
};
