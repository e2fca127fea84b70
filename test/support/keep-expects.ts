import { parse, stringify } from "yaml";

type Step = string | Record<string, unknown>;
type Document = { cases: { steps: Step[] }[] };

const verbOf = (step: Step): string => (typeof step === "string" ? step : (Object.keys(step)[0] ?? ""));

/** Each expectation by itself. */
const single = (step: Step): Step[] => {
  if (typeof step === "string" || verbOf(step) !== "expect") return [step];
  const { expect, ...rest } = step;
  return Array.isArray(expect) ? expect.map((each: unknown) => ({ expect: each, ...rest })) : [step];
};

/**
 * The suite with a share (0..1) of its expectations left, the same ones for a smaller share among those for a larger;
 * what else its steps do stays as it is.
 */
export const keepExpects = (yaml: string, share: number): string => {
  const document = parse(yaml) as Document;
  let place = 0;
  for (const item of document.cases) {
    item.steps = item.steps.flatMap(single).filter((step) => {
      if (verbOf(step) !== "expect") return true;
      place += 1;
      // The golden ratio spreads what is left evenly over the suite.
      return (place * 0.618_033_988_75) % 1 < share;
    });
  }
  return stringify(document);
};
