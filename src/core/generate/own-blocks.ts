import type { StepDocument } from "#core/suite/grammar.ts";
import type { Draft } from "./define-oracle.ts";

/** Forms that are called alike have blocks of the same name: those that do something else than the first get a number. */
export const withOwnBlocks = (drafts: Draft[]): Draft[] => {
  const taken = new Map<string, string>();
  const nameFor = (name: string, steps: StepDocument[]): string => {
    const text = JSON.stringify(steps);
    let own = name;
    for (let number = 2; (taken.get(own) ?? text) !== text; number += 1) own = `${name} (${number})`;
    taken.set(own, text);
    return own;
  };
  return drafts.map((draft) => {
    if (!draft.blocks) return draft;
    const named = Object.entries(draft.blocks).map(
      ([name, steps]) => [name, nameFor(name, steps), steps] as const,
    );
    const called = new Map(named.map(([name, own]) => [name, own]));
    const renamed = (step: StepDocument): StepDocument => {
      if (typeof step !== "object" || !("use" in step)) return step;
      return { ...step, use: called.get(step.use) ?? step.use };
    };
    return {
      ...draft,
      steps: draft.steps.map(renamed),
      blocks: Object.fromEntries(named.map(([, own, steps]) => [own, steps.map(renamed)])),
    };
  });
};
