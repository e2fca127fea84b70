import type { StepDocument } from "#core/suite/grammar.ts";
import { DELETE, RESET } from "#core/explore/words.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import {
  captureName,
  click,
  idle,
  literal,
  literalTarget,
  noErrors,
  problemsOf,
  REFUSALS,
  withoutFaults,
} from "#core/generate/steps.ts";
import { listed } from "#core/generate/wizards/wizard-listed.ts";
import { saidOf } from "#core/generate/wizards/wizard-shown.ts";
import type { WizardPlan } from "#core/generate/wizards/wizards.ts";
import { saying, through, wizardPlans } from "#core/generate/wizards/wizards.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SiteModel } from "#model/site.ts";
import type { SiteWizard, WizardEnd } from "#model/wizard.ts";

/** Money changes hands. */
const PAYS = /\b(?:pay|payment|donate|bezahlen|zahlen|payer|pagar|paga|betalen|zap[łl]a[ćc])\b/i;

/** Opens the list before, to see that it is another one afterwards. */
const before = (
  { id }: WizardPlan,
  list: NonNullable<WizardEnd["list"]>,
): { first: StepDocument[]; last: StepDocument[] } => {
  const target = literalTarget(list.target);
  const name = captureName("listed_before", id);
  const open: StepDocument[] = [{ goto: literal(list.path) }, idle];
  return {
    first: [...open, { capture: { [name]: { text: target } } }],
    last: [...open, { expect: { text: { target, is: `\${${name}}`, not: true } } }],
  };
};

/** What is made may count later. */
const WAITS =
  /moderat|approv|pending|waiting list|confirm (?:it|your)|best[äa]tigungs?(?:mail|link)|freigabe|pr[üu]fung/i;

/** One more has been had of what there is. */
const fewer = ({
  wizard: { places, ended },
  id,
  page,
}: WizardPlan): { first: StepDocument[]; last: StepDocument[] } => {
  if (!places || !ended || WAITS.test(ended.text)) return { first: [], last: [] };
  const target = page ? literalTarget(mainOf(page.survey)) : { css: "body" };
  const name = captureName("left_before", id);
  const open: StepDocument[] = [{ goto: literal(places.path) }, idle];
  const saying = (number: string): string =>
    `${escapeRegex(places.before)}${number}(?!\\d)${escapeRegex(places.behind)}`;
  return {
    first: [...open, { capture: { [name]: { text: target, match: saying(String.raw`(\d+)`) } } }],
    last: [
      ...open,
      { expect: { text: { target, matches: saying(String.raw`\d+`) } } },
      { expect: { text: { target, matches: saying(`\${${name}}`), not: true } } },
    ],
  };
};

/** A sentence without its first word, where the steps before have no such sign. */
const WORDLESS = /(?:^|\s),\s/;

const wordless = ({ wizard: { ended, steps } }: WizardPlan): StepDocument[] =>
  ended && WORDLESS.test(ended.text) && !steps.some(({ survey }) => WORDLESS.test(survey.text))
    ? [{ expect: { text: { matches: WORDLESS.source, not: true } } }]
    : [];

/** Whether a suite may end it, which is run again and again. */
export const mayTry = ({ once, ended, finish }: SiteWizard): boolean =>
  !once && (ended !== null || [DELETE, RESET, PAYS].every((words) => !words.test(finish.name)));

const draft = (site: SiteModel, plan: WizardPlan): Draft[] => {
  const { wizard, id, called, fixtures, loggedIn } = plan;
  const { finish, ended, steps } = wizard;
  if (!mayTry(wizard)) return [];
  const { blocks, use } = through(plan);
  const entries = steps.flatMap((step) => step.entries);
  const list = ended?.list ?? null;
  const changes = list?.shown === "same" ? before(plan, list) : { first: [], last: [] };
  const places = fewer(plan);
  const confirmed = ended ? saying(ended.text, { css: "body" }, entries) : [];
  return [
    {
      id: `steps-${id}-end`,
      title: list
        ? `What "${called}" makes shows up in the list as it was put in`
        : `"${called}" comes to its end without errors`,
      blocks,
      steps: [
        ...changes.first,
        ...places.first,
        use,
        click(finish.target),
        idle,
        ...confirmed,
        ...wordless(plan),
        ended
          ? noErrors(problemsOf(site), loggedIn)
          : // What the last button asks for besides was never seen.
            withoutFaults(problemsOf(site), loggedIn, REFUSALS),
        ...places.last,
        ...(list && list.shown !== "same"
          ? listed(list, entries, (text, entry) => saidOf(text, entry, entries))
          : changes.last),
      ],
      fixtures,
      rank: 10,
    },
  ];
};

export const wizardEnd = defineOracle({
  id: "wizard-end",
  summary: "What a form in several steps makes shows up in the list of such things, as it was put in.",
  applies: (site) => wizardPlans(site).flatMap((plan) => draft(site, plan)),
});
