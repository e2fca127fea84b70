import type { StepDocument } from "#core/suite/grammar.ts";
import type { Target } from "#model/target.ts";
import { literalTarget } from "#core/generate/steps.ts";

/** A control as it is while something is off, and while it is on; `pressed`: `aria-pressed` at first, where that alone tells. */
export type Switched = { on: Target; off: Target; pressed: boolean | null };

/** What is to be seen of the control itself once it was used, or was taken back. */
export const isSet = ({ on, off, pressed }: Switched, set: boolean): StepDocument => {
  const target = literalTarget(set ? off : on);
  if (pressed === null) return { expect: { visible: target } };
  return { expect: { attribute: { target, name: "aria-pressed", is: String(pressed !== set) } } };
};
