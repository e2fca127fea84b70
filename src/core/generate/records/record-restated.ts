import type { StepDocument } from "#core/suite/grammar.ts";
import { mainOf, numbersOn } from "#core/generate/counts/counts.ts";
import { listOf } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { captureName, literalTarget } from "#core/generate/steps.ts";

/** What numbers say at once is what they say when the page is opened again; `what` tells cases apart. */
const saidAgain = (
  { page, id, record }: Plan,
  what: string,
  patterns: string[],
): { now: StepDocument[]; again: StepDocument[] } => {
  const target = literalTarget(page ? mainOf(page.survey) : { css: "body" });
  const said = patterns.map((match, at) => ({ match, name: captureName(at > 0 ? `${what}_too` : what, id) }));
  // A search leaves out what is counted.
  if (said.length === 0 || record.search) return { now: [], again: [] };
  return {
    now: [{ capture: Object.fromEntries(said.map(({ match, name }) => [name, { text: target, match }])) }],
    again: said.map(({ name }) => ({ expect: { text: { target, contains: `\${${name}}` } } })),
  };
};

/** A number of the list's page, once something was done with an item of it. */
export const restated = (plan: Plan, what: string): ReturnType<typeof saidAgain> => {
  const { page } = plan;
  const number = page ? numbersOn(page.survey)[0] : undefined;
  const pattern = number?.pattern.replace(String.raw`(\d+)`, String.raw`\d+`);
  return saidAgain(plan, what, pattern === undefined ? [] : [pattern]);
};

/** The numbers that were seen to follow an item that is made. */
export const toldOnceMade = (plan: Plan): ReturnType<typeof saidAgain> =>
  saidAgain(plan, "told_with", plan.record.told ?? []);

/**
 * The same once it is gone; not by a word behind them, as the app may say then how many are gone, nor where the list may be
 * empty then, as the app may say just that: what the browser keeps is not there in the next one.
 */
export const toldOnceGone = (plan: Plan): ReturnType<typeof saidAgain> => {
  const { told = [], local } = plan.record;
  const staysFilled = !local && (listOf(plan)?.rows ?? 0) > 0;
  const patterns = told.filter((pattern) => /^\p{L}/u.test(pattern));
  return saidAgain(plan, "told_without", staysFilled ? patterns : []);
};
