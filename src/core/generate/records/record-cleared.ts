import type { StepDocument } from "#core/suite/grammar.ts";
import { fieldItself, fillIn } from "#core/generate/forms.ts";
import type { Plan } from "./record-plan.ts";
import { idle } from "#core/generate/steps.ts";

/** In the form for changing an item, which is open: a text that is emptied is empty once it is saved and opened again. */
export const cleared = (
  { record }: Plan,
  { save, reopen }: { save: StepDocument[]; reopen: StepDocument[] },
): StepDocument[] => {
  const edit = record.edit?.form;
  const field = edit?.form.fields.find(({ name, target }) => name === edit.emptied && target !== null);
  return field
    ? [
        ...fillIn([{ kind: "fill", field, value: "", fixtures: {} }]),
        ...save,
        ...reopen,
        // The form may be filled in with what is stored once it is there.
        idle,
        { expect: { value: { target: fieldItself(field), is: "" } } },
      ]
    : [];
};
