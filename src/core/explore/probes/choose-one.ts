import type { SiteAction } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";

/**
 * Chooses one where a form that puts into the cart begins with none of anything, as tickets of several kinds do; nothing
 * where it asks for no number.
 */
export const oneOf = ({ forms }: PageSurvey, add: Target): SiteAction[] => {
  const form = forms.find(({ submit }) => JSON.stringify(submit?.target) === JSON.stringify(add));
  const fields = (form?.fields ?? []).filter(({ disabled, target }) => !disabled && target !== null);
  const numbers = fields.filter(
    ({ type, value, options }) =>
      value === "0" &&
      (type === "number" || (type === "select" && options.includes("0") && options.includes("1"))),
  );
  const [first] = numbers;
  if (!first?.target || numbers.length < fields.length) return [];
  return [
    first.type === "select"
      ? { kind: "select", target: first.target, option: "1" }
      : { kind: "fill", target: first.target, value: "1" },
  ];
};
