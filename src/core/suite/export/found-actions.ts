import { createStepKeys } from "#core/run/recall.ts";
import type { FoundActions } from "#model/agent.ts";
import type { Step, Suite } from "#model/suite.ts";
import { untilOf } from "#core/suite/steps/do.ts";

/** Kept actions of the `do` steps of a suite. */
export type FoundOfSuite = readonly { caseId: string; key: string; found: FoundActions }[];

const goalOf = (args: unknown): string =>
  String(typeof args === "object" && args !== null ? Reflect.get(args, "goal") : args);

/** The steps of a suite that do what a `do` step has found, and look for what it was done until. */
const asSteps = (step: Step, until: unknown, { actions }: FoundActions): Step[] => {
  const { at, path, options } = step;
  const goal = `${goalOf(step.args)} (actions of an earlier run)`;
  const steps = actions.map(({ verb, args }, nth): Step => ({
    verb,
    args,
    options: nth === 0 ? { ...options, note: options.note ?? goal } : options,
    at,
    path,
  }));
  return [...steps, { verb: "expect", args: until, options: {}, at, path }];
};

/**
 * A suite whose `do` steps are the actions that reached their goals; those of a step with a guard are a block, as the guard
 * is asked once. A step without kept actions, or without `until`, whose goal a model has judged, stays as it is.
 */
export const withFoundActions = (suite: Suite, found: FoundOfSuite): Suite => {
  const blocks = { ...suite.blocks };
  const asBlock = (step: Step, steps: Step[]): Step => {
    const goal = goalOf(step.args);
    let name = goal;
    for (let number = 2; Object.hasOwn(blocks, name); number += 1) name = `${goal} ${number}`;
    blocks[name] = steps;
    return { ...step, verb: "use", args: name };
  };
  const cases = suite.cases.map((item) => {
    const keyOf = createStepKeys();
    const steps = item.steps.flatMap((step) => {
      if (step.verb !== "do") return [step];
      const key = keyOf(step);
      const kept = found.find((one) => one.caseId === item.id && one.key === key);
      const until = untilOf(step.args);
      if (!kept || until === undefined) return [step];
      const { when, ...options } = step.options;
      const done = asSteps({ ...step, options }, until, kept.found);
      return when === undefined ? done : [asBlock(step, done)];
    });
    return { ...item, steps };
  });
  return { ...suite, blocks, cases };
};
