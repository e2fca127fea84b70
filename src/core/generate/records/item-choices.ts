import { itemLink } from "#core/explore/items/item-link.ts";
import { slug } from "#core/explore/pages/states.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteItemChoice } from "#model/site-records.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { fieldItself, fixturesOf } from "#core/generate/forms.ts";
import { find, itemFor, rowOf, variable } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { click, idle, literal, literalTarget, noErrors, selectOne, short } from "#core/generate/steps.ts";

const draft = (plan: Plan, choice: SiteItemChoice): Draft => {
  const { field, submit, first, options, stays, said } = choice;
  const { name, page } = plan;
  const { steps: made, ...item } = itemFor(plan);
  const open: StepDocument[] = plan.record.ownPage
    ? [{ goto: `\${${variable(plan, "address_of")}}` }]
    : // A filter of the list may be called as the choice of the item, until that is there.
      [...find(plan, name), { click: itemLink(plan.record, name, rowOf(plan, name)) }, idle];
  const main = literalTarget(page ? mainOf(page.survey) : { css: "body" });
  const has = (option: string): StepDocument => ({
    expect: { value: { target: fieldItself(field), is: literal(option) } },
  });
  const set = (option: string): StepDocument[] => [
    selectOne(field.target ?? "", option),
    ...(submit === null ? [] : [click(submit)]),
    idle,
    ...(stays ? [] : open),
    has(option),
    // Where the page says it elsewhere as well, it says so at once.
    ...(said?.option === option
      ? [{ expect: { text: { target: main, contains: literal(said.text) } } }]
      : []),
  ];
  const last = options.at(-1) ?? first;
  return {
    id: `set-${slug(field.name) || "choice"}-${plan.id}`,
    title: `What is chosen for "${short(field.name, 30)}" on an item's page is kept`,
    ...item,
    steps: [
      ...made,
      ...open,
      ...options.flatMap(set),
      ...(stays ? [...open, has(last)] : []),
      ...set(first),
      noErrors(plan.problems, plan.loggedIn),
    ],
    fixtures: fixturesOf(plan.entries),
    rank: 13,
  };
};

/** Status, owner and the like, which an item's own page sets one by one. */
export const itemChoices = (plan: Plan): Draft[] => plan.record.choices.map((choice) => draft(plan, choice));
