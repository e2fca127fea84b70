import type { FilterChoice } from "#model/site-lists.ts";
import type { PageSurvey } from "#model/survey.ts";
import { act } from "#core/explore/forms/act.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

/** Makes a choice as a person would; false where that cannot be done. */
export const makeChoice = async (walk: Walk, choice: FilterChoice): Promise<boolean> => {
  if (choice.kind === "select") {
    const { field, label, apply } = choice;
    if (!(await act(walk, field, { kind: "select", options: [label] }))) return false;
    return apply === null || act(walk, apply, { kind: "click" });
  }
  const { field, term, trigger } = choice.search;
  if (!(await act(walk, field.target, { kind: "fill", value: term }))) return false;
  if (trigger === "typing") return true;
  return trigger === "enter"
    ? act(walk, field.target, { kind: "press", key: "Enter" })
    : act(walk, trigger.submit, { kind: "click" });
};

/** The fields say that this is chosen: where one choice undoes another, they do not. */
export const isHeld = ({ forms }: PageSurvey, choice: FilterChoice): boolean => {
  const target = JSON.stringify(choice.kind === "select" ? choice.field : choice.search.field.target);
  const wanted = choice.kind === "select" ? choice.label : choice.search.term;
  return forms.some(({ fields }) =>
    fields.some((field) => JSON.stringify(field.target) === target && field.value.trim() === wanted.trim()),
  );
};
