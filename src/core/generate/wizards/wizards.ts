import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { dataFor } from "#core/explore/forms/form-data.ts";
import { slug } from "#core/explore/pages/states.ts";
import { asForm } from "#core/explore/wizards/wizard-data.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import type { SiteWizard, WizardEntry } from "#model/wizard.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import { fillIn } from "#core/generate/forms.ts";
import { click, idle, literalTarget, openPage, short } from "#core/generate/steps.ts";
import { cartOf } from "#core/generate/sums/carts.ts";
import { withoutOurs } from "#core/generate/sums/without-ours.ts";
import { saidOf } from "./wizard-shown.ts";
import { totalOf } from "./wizard-total.ts";

/** What the cases about one form in several steps have in common. */
export type WizardPlan = {
  wizard: SiteWizard;
  page: SitePage | null;
  id: string;
  called: string;
  fixtures: Record<string, FixtureDocument>;
  loggedIn: boolean;
  /** Takes out of the cart what other cases left there, where something is put into it first. */
  clearing: StepDocument[];
};

/** Every variable that the texts hold has a fixture. */
const fixturesIn = (entries: readonly WizardEntry[]): Record<string, FixtureDocument> => {
  const fields = entries.flatMap(({ kind, field }) =>
    kind === "fill" && field ? [{ ...field, value: "" }] : [],
  );
  const made = (dataFor(asForm(fields)) ?? []).flatMap((entry) =>
    entry.kind === "fill" ? Object.entries(entry.fixtures) : [],
  );
  const text = entries.map(({ value }) => value).join("\n");
  const all: [string, FixtureDocument][] = [...made, ["tag", { string: 6 }]];
  return Object.fromEntries(all.filter(([name]) => text.includes(`\${${name}}`)));
};

export const wizardPlans = (site: SiteModel): WizardPlan[] => {
  const taken = new Set<string>();
  const cart = site.wizards.some(({ setup }) => setup.length > 0) ? cartOf(site) : null;
  return site.wizards.map((wizard) => {
    const page = site.pages.find(({ id }) => id === wizard.pageId) ?? null;
    const base = slug(wizard.name) || wizard.pageId;
    let id = base;
    for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
    taken.add(id);
    return {
      wizard,
      page,
      id,
      called: short(wizard.name),
      fixtures: fixturesIn(wizard.steps.flatMap(({ entries }) => entries)),
      loggedIn: page?.behindLogin ?? false,
      clearing: wizard.setup.length > 0 ? withoutOurs(site, cart) : [],
    };
  });
};

/** Whether the form is a step of something that has cases of its own. */
export const isOfWizard = ({ wizards }: SiteModel, form: SurveyForm): boolean =>
  wizards.some(({ steps }) => steps.some(({ survey }) => survey.forms.some((each) => sameForm(each, form))));

const asEntry = ({ kind, field, target, value }: WizardEntry): Entry[] => {
  if (!field) return [];
  const own = { ...field, target };
  if (kind === "choose") return [{ kind: "select", field: own, option: value }];
  return kind === "check"
    ? [{ kind: "check", field: own }]
    : [{ kind: "fill", field: own, value, fixtures: {} }];
};

/** Puts in what a step asks for. */
export const putting = (entries: readonly WizardEntry[]): StepDocument[] => {
  const steps: StepDocument[] = [];
  let fields: Entry[] = [];
  const flush = (): void => {
    steps.push(...fillIn(fields));
    fields = [];
  };
  for (const entry of entries) {
    if (entry.kind === "click") {
      flush();
      steps.push(click(entry.target));
    } else fields.push(...asEntry(entry));
  }
  flush();
  return steps;
};

export const opening = ({ wizard: { path, setup, opener }, clearing }: WizardPlan): StepDocument[] => [
  ...clearing,
  ...openPage({ path, setup }),
  ...(opener ? [click(opener.target)] : []),
];

/** Leads on from a step; nothing where a choice has done so. */
export const goingOn = ({ wizard: { steps } }: WizardPlan, at: number): StepDocument[] => {
  const next = steps[at]?.next;
  return [...(next ? [click(next.target)] : []), ...(at < steps.length - 1 ? [idle] : [])];
};

const blockName = ({ called }: WizardPlan): string => `go through ${called}`;

/** From the first step to the last, with all put in, as a block that cases share. */
export const through = (plan: WizardPlan): { blocks: Record<string, StepDocument[]>; use: StepDocument } => ({
  blocks: {
    [blockName(plan)]: [
      ...opening(plan),
      ...plan.wizard.steps.flatMap(({ entries }, at) => [...putting(entries), ...goingOn(plan, at)]),
    ],
  },
  use: { use: blockName(plan) },
});

/** Where the last step says what was put in. */
export const summaryOf = ({ wizard: { steps } }: WizardPlan): { text: string; target: Target } | null => {
  const last = steps.at(-1);
  return last ? { text: last.survey.text, target: literalTarget(mainOf(last.survey)) } : null;
};

/** Entries of the steps before the last. */
export const earlier = ({ steps }: SiteWizard): WizardEntry[] =>
  steps.slice(0, -1).flatMap(({ entries }) => entries);

/** That a text says what was put in, and what it comes to. */
export const saying = (text: string, target: Target, entries: readonly WizardEntry[]): StepDocument[] => {
  const said = entries.flatMap((entry) => saidOf(text, entry, entries) ?? []);
  const total = totalOf(text, entries);
  const all = [...said, ...(total === null ? [] : [{ matches: total }])];
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()].map((each) => ({
    expect: { text: { target, ...each } },
  }));
};
