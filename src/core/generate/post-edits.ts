import type { StepDocument } from "#core/suite/grammar.ts";
import type { PostPart, PostRating } from "#model/site-posts.ts";
import type { TargetObject } from "#model/target.ts";
import { ENTRY } from "#core/explore/lists/ratings.ts";
import { fieldItself } from "./forms.ts";
import { literal, literalTarget } from "./steps.ts";

type Edit = NonNullable<PostPart["edit"]>;

/** The control that stands with a text. */
export const beside = (
  { control, holder }: Pick<Edit, "control" | "holder">,
  text: string,
): TargetObject => ({
  role: control.role,
  name: literal(control.name),
  ...(!control.part && { exact: true }),
  within: { css: holder, text },
});

/** The form for changing a text begins with it, and with the number that was chosen for it. */
export const beginsWith = ({ field, chosen }: Edit, text: string): StepDocument[] => {
  const target = literalTarget(chosen?.target ?? "");
  const isChosen: StepDocument[] = !chosen
    ? []
    : chosen.isSelect
      ? [{ expect: { value: { target, is: literal(chosen.option) } } }]
      : [{ expect: { checked: { target, is: true } } }];
  return [{ expect: { value: { target: fieldItself(field), contains: text } } }, ...isChosen];
};

/** The entry of a text shows the number that was chosen for it. */
export const rated = (text: string, { meant }: PostRating): StepDocument => ({
  expect: { text: { target: { css: ENTRY, text }, contains: meant } },
});
