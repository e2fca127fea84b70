import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { captureName, idle, literalTarget, short } from "#core/generate/steps.ts";
import type { WizardPlan } from "#core/generate/wizards/wizards.ts";
import { through, wizardPlans } from "#core/generate/wizards/wizards.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import { mayTry } from "./wizard-end.ts";

const MADE = [
  "orders?|bookings?|reservations?|confirm(?:ation|ed)|receipts?|purchases?|registrations?|applications?|thank-?you|success",
  "bestellung(?:en)?|buchung(?:en)?|reservierung(?:en)?|auftrag|commandes?|r[ée]servations?|pedidos?|reservas?",
  "ordin[ei]|prenotazion[ei]|bestelling(?:en)?|boeking(?:en)?|encomendas?|zam[oó]wieni[ea]|rezerwacj[ae]",
].join("|");
/** What precedes the number in an address of one thing that was made: `order/`, `?booking=`. */
const KIND = `(?:(?i:${MADE})(?:(?i:[-_]?(?:id|no|number|ref)))?)[/=]`;
const NUMBER = String.raw`[\w-]*\d[\w-]*`;
const END = "(?:[/?&#]|$)";
const ADDRESS = `[/?&]${KIND}${NUMBER}${END}`;

/** Addresses of such things are known without anything having been made: that others are asked for says nothing. */
const isKnown = ({ pages, samples }: SiteModel, { wizard }: WizardPlan): boolean => {
  const address = new RegExp(ADDRESS, "u");
  const linked = [...pages, ...samples].flatMap(({ path, examples, survey }) => [
    path,
    ...examples,
    ...survey.links.map(({ href }) => href),
  ]);
  return [...linked, ...wizard.steps.map(({ path }) => path)].some((path) => address.test(path));
};

/** Where the address then is that of what was made, nothing else that was made is asked for. */
const madeOnce = (id: string): StepDocument[] => {
  const [kind, made] = [captureName("made_at", id), captureName("made", id)];
  return [
    {
      capture: {
        [kind]: { url: true, match: `[/?&](${KIND})${NUMBER}${END}|$` },
        [made]: { url: true, match: `[/?&]${KIND}(${NUMBER})${END}|$` },
      },
    },
    {
      expect: {
        request: {
          url: { matches: `[/?&]\${${kind}}(?!\${${made}}${END})${NUMBER}${END}` },
          method: "GET",
          not: true,
        },
      },
      when: { url: { matches: ADDRESS } },
    },
  ];
};

const draft = (site: SiteModel, plan: WizardPlan): Draft[] => {
  const { wizard, id, called, fixtures } = plan;
  const { finish, ended, thorough } = wizard;
  if (!thorough || ended?.list || !mayTry(wizard) || isKnown(site, plan)) return [];
  const { blocks, use } = through(plan);
  return [
    {
      id: `steps-${id}-twice`,
      title: `A double click on "${short(finish.name)}" ends "${called}" once`,
      blocks,
      steps: [use, { double_click: literalTarget(finish.target) }, idle, ...madeOnce(id)],
      fixtures,
      rank: 30,
    },
  ];
};

export const wizardDoubled = defineOracle({
  id: "wizard-doubled",
  summary: "Who clicks twice on what ends a form in several steps makes one of what it makes.",
  applies: (site) => wizardPlans(site).flatMap((plan) => draft(site, plan)),
});
