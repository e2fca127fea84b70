import type { StepDocument } from "#core/suite/grammar.ts";
import type { UsableForm } from "./forms.ts";
import { literal } from "./steps.ts";

/** That the app does not say what it was seen to say once it had taken the form; no step where it says nothing. */
export const notThanked = ({ form: { answered } }: UsableForm): StepDocument[] =>
  answered?.said ? [{ expect: { text: { contains: literal(answered.said), not: true } } }] : [];
