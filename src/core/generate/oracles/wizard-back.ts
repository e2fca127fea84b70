import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { click, idle, literal, literalTarget } from "#core/generate/steps.ts";
import { listed } from "#core/generate/wizards/wizard-listed.ts";
import type { Said } from "#core/generate/wizards/wizard-shown.ts";
import { saidInstead, saidOf } from "#core/generate/wizards/wizard-shown.ts";
import type { WizardPlan } from "#core/generate/wizards/wizards.ts";
import {
  earlier,
  goingOn,
  putting,
  saying,
  summaryOf,
  through,
  wizardPlans,
} from "#core/generate/wizards/wizards.ts";
import { controlName, leadsToTyped } from "#core/explore/wizards/wizard-words.ts";
import type { SiteWizard, WizardBack, WizardEntry, WizardStep } from "#model/wizard.ts";

/** What a field shows when one comes back to it. */
const shows = ({ kind, field, target, value }: WizardEntry): StepDocument[] => {
  if (!field) return [];
  if (kind === "check") return [{ expect: { checked: literalTarget(target) } }];
  const is = kind === "choose" ? literal(value) : value;
  const own = kind === "fill" ? fieldItself({ ...field, target }) : literalTarget(target);
  return [{ expect: { value: { target: own, is } } }];
};

const SECRET =
  /\bcv[cv]2?\b|\bsecurity code\b|\bcard (?:number|no\b)|\bpin\b|kartennummer|pr[üu]f(?:nummer|ziffer)/i;

/** Consent is given anew, and so is what nobody else may read. */
const isToLast = ({ kind, field, options }: WizardEntry): boolean =>
  !(kind === "check" && field?.type === "checkbox" && options.length === 0 && field.required) &&
  field?.type !== "password" &&
  !SECRET.test(field?.name ?? "");

const isSeen = ({ label }: WizardEntry, seen: WizardBack["steps"][number] | undefined): boolean =>
  seen !== undefined && [...seen.kept, ...seen.lost].includes(label);

/** Comes back to each step that can be come back to, the last one first; where one cannot go on again, no further than what was kept. */
const returning = ({ wizard }: WizardPlan, back: WizardBack): { steps: StepDocument[]; at: number } => {
  const visits: StepDocument[][] = [];
  let at = wizard.steps.length - 1;
  for (; at > back.reached; at -= 1) {
    const control = wizard.steps[at]?.back;
    const before: WizardStep | undefined = wizard.steps[at - 1];
    if (!control || !before) break;
    const seen = before.entries.filter((each) => isToLast(each) && isSeen(each, back.steps[at - 1]));
    visits.push([click(control), idle, ...seen.flatMap(shows)]);
  }
  const last = visits.findLastIndex((visit) => visit.length > 2);
  return { steps: (back.returns ? visits : visits.slice(0, last + 1)).flat(), at };
};

const forth = (plan: WizardPlan, from: number): StepDocument[] =>
  plan.wizard.steps
    .slice(from, -1)
    .flatMap(({ next, entries }, at) => [
      ...(next ? [] : putting(entries.slice(-1))),
      ...goingOn(plan, from + at),
    ]);

type Changed = {
  put: StepDocument[];
  /** What the last step says of it. */
  said: StepDocument[];
  /** That it is what counts once all is ended. */
  ended: StepDocument[];
};

/** What takes the item away again is called after the first choice: one that is chosen otherwise is not known by it. */
const isCalledAfter = ({ wizard: { ended } }: WizardPlan, { value }: WizardEntry): boolean =>
  JSON.stringify(ended?.list?.remove ?? null).includes(value.split(/[^\p{L}\p{N}]/u)[0] ?? "");

/** What was typed otherwise is what the page says at the end, and the list, where it can be removed from that again. */
const countsAt = (
  { wizard: { ended, finish } }: WizardPlan,
  first: ReadonlyMap<WizardEntry, WizardEntry>,
  entries: WizardEntry[],
): StepDocument[] => {
  const list = ended?.list;
  const told = (text: string, entry: WizardEntry): Said | null => {
    const before = first.get(entry);
    return before ? saidInstead(text, before, entry, entries) : null;
  };
  if (!ended || !list?.remove || list.shown !== "item" || first.size === 0) return [];
  const said = entries.flatMap((entry) => told(ended.text, entry) ?? []);
  return [
    click(finish.target),
    idle,
    ...said.map((each): StepDocument => ({ expect: { text: { target: { css: "body" }, ...each } } })),
    ...listed(list, entries, told),
  ];
};

/** What was put in otherwise at the step that one has come back to. */
const changedTo = (plan: WizardPlan, back: WizardBack, at: number): Changed | null => {
  const { wizard } = plan;
  const summary = summaryOf(plan);
  const { changed } = back;
  const own = changed && wizard.steps[changed.step]?.entries;
  if (!own || !summary || changed.step !== at) return null;
  const all = changed.puts.flatMap(({ entry, instead }) => {
    const before = own[entry];
    return before ? [{ before, instead }] : [];
  });
  const puts = all.filter(({ before }) => before.kind === "fill" || !isCalledAfter(plan, before));
  const withChanges = (entries: WizardEntry[]): WizardEntry[] =>
    entries.map((entry) => puts.find(({ before }) => before === entry)?.instead ?? entry);
  const first = new Map(
    puts.flatMap(({ before, instead }) => (before.kind === "fill" ? [[instead, before] as const] : [])),
  );
  const entries = withChanges(earlier(wizard));
  const says = (said: Said): StepDocument => ({ expect: { text: { target: summary.target, ...said } } });
  const typed = [...first].flatMap(([now, before]) => saidInstead(summary.text, before, now, entries) ?? []);
  const others = earlier(wizard).filter((entry) => all.every(({ before }) => before !== entry));
  const said = [
    ...(puts.length === all.length
      ? saying(changed.text, summary.target, entries)
      : others.flatMap((entry) => saidOf(summary.text, entry, entries) ?? []).map(says)),
    ...typed.map(says),
  ];
  return puts.length === 0
    ? null
    : {
        put: putting(puts.map(({ instead }) => instead)),
        said: [...new Map(said.map((each) => [JSON.stringify(each), each])).values()],
        ended: countsAt(plan, first, withChanges(wizard.steps.flatMap((step) => step.entries))),
      };
};

/** Goes on to the last step again, with something put in otherwise where that can be. */
const again = (plan: WizardPlan, back: WizardBack, at: number): StepDocument[] => {
  const { wizard } = plan;
  const summary = summaryOf(plan);
  if (!back.returns || !summary) return [];
  const changed = changedTo(plan, back, at);
  if (!changed) return [...forth(plan, at), ...saying(summary.text, summary.target, earlier(wizard))];
  const isByItself = wizard.steps[at]?.next === null;
  return [
    ...changed.put,
    ...(isByItself ? [idle, ...forth(plan, at + 1)] : forth(plan, at)),
    ...changed.said,
    ...changed.ended,
  ];
};

/** A way back that speaks of what was typed before it leads to that, and to no empty form. */
const isPromised = ({ steps }: SiteWizard, { steps: seen, reached }: WizardBack): boolean =>
  steps.some((step, at) => {
    const before = at > reached ? steps[at - 1] : undefined;
    const typed = before?.entries.filter((each) => each.kind === "fill" && isToLast(each)) ?? [];
    return (
      before !== undefined &&
      typed.some(({ label }) => seen[at - 1]?.lost.includes(label)) &&
      leadsToTyped(controlName(step.survey, step.back), before.survey)
    );
  });

const draft = (plan: WizardPlan): Draft[] => {
  const { wizard, id, called, fixtures } = plan;
  const { back } = wizard;
  // One that keeps nothing at all may be meant so.
  if (!back || (back.steps.every(({ kept }) => kept.length === 0) && !isPromised(wizard, back))) return [];
  const { blocks, use } = through(plan);
  const { steps, at } = returning(plan, back);
  return [
    {
      id: `steps-${id}-back`,
      title: `Back in "${called}" keeps what was put in`,
      blocks,
      steps: [use, ...steps, ...again(plan, back, at)],
      fixtures,
      rank: 16,
    },
  ];
};

export const wizardBack = defineOracle({
  id: "wizard-back",
  summary:
    "Going back in a form in several steps keeps what was put in, going on again does, too, and what is changed on the way is what counts.",
  applies: (site) => wizardPlans(site).flatMap(draft),
});
