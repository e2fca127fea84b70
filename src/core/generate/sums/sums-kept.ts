import type { StepDocument } from "#core/suite/grammar.ts";
import { findValues } from "#core/suite/order.ts";
import { besideWords } from "#core/explore/lists/shared-sums.ts";
import { slug } from "#core/explore/pages/states.ts";
import type { SurveyField } from "#model/survey.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { captureName, literal, literalTarget, selectOne } from "#core/generate/steps.ts";

/** Two choices that cost differently, each with its price: the first, and one that costs otherwise. */
export const pricedChoices = (field: SurveyField): [string, string] | null => {
  if (field.type !== "radio" && field.type !== "select") return null;
  const costs = field.options.map((option) => findValues(option, "money").join());
  if (costs.length < 2 || costs.some((cost) => cost === "" || cost.includes(","))) return null;
  const first = field.options[0] ?? "";
  const second = field.options[costs.findIndex((cost) => cost !== costs[0])] ?? "";
  return first !== "" && second !== "" && first !== second ? [first, second] : null;
};

export const chooseOption = (field: SurveyField, option: string): StepDocument =>
  field.type === "radio" ? { check: literal(option) } : selectOne(field.target ?? "", option);

/** What the form says that it comes to is what the page that follows says, with a choice that costs otherwise as well. */
export const sumsKept = ({
  page,
  form,
  id,
}: UsableForm): { before: StepDocument[]; after: StepDocument[] } => {
  const shared = form.answered?.shared ?? [];
  if (shared.length === 0) return { before: [], after: [] };
  const target = literalTarget(mainOf(page.survey));
  const said = shared.map((words) => ({ words, name: captureName(`${slug(words.form)}_said`, id) }));
  const choices = form.fields.flatMap((field): StepDocument[] => {
    const priced = field.target === null ? null : pricedChoices(field);
    return priced ? [chooseOption(field, priced[1]), { wait_for: "idle" }] : [];
  });
  return {
    before: [
      ...choices,
      {
        capture: Object.fromEntries(
          said.map(({ words, name }) => [name, { text: target, match: besideWords(words.form) }]),
        ),
      },
    ],
    after: said.map(({ words, name }) => ({
      expect: { text: { contains: `${literal(words.page)} \${${name}}` } },
    })),
  };
};
