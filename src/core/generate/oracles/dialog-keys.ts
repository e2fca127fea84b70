import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteDialog } from "#model/site-pages.ts";
import type { SiteModel } from "#model/site.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { click, idle, literal, literalTarget, short } from "#core/generate/steps.ts";

/** How many others, for each that does not, make it what dialogs of this app do. */
const LEAST_OTHERS = 3;

type Does = (dialog: SiteDialog) => boolean;

/** Those that do otherwise than most. */
const oddOnes = (all: readonly SiteDialog[], does: Does): SiteDialog[] => {
  const odd = all.filter((each) => !does(each));
  return all.length - odd.length >= LEAST_OTHERS * Math.max(1, odd.length) ? odd : [];
};

const shown = ({ path, target, gone }: SiteDialog): StepDocument[] => [
  { goto: literal(path) },
  idle,
  click(target),
  { expect: { visible: literalTarget(gone) } },
];

const drafts = (site: SiteModel): Draft[] => {
  const all = site.dialogs;
  const nameOf = pageNames(site.pages);
  const calledOn = ({ pageId, name }: SiteDialog): string => {
    const page = site.pages.find(({ id }) => id === pageId);
    return `"${short(name, 30)}"${page ? ` on ${nameOf(page)}` : ""}`;
  };
  const escaping = oddOnes(all, ({ escapes }) => escapes).map((dialog): Draft => ({
    id: `escape-${dialog.pageId}-${slug(dialog.name) || "dialog"}`,
    title: `Escape closes ${calledOn(dialog)}, as it closes the other dialogs`,
    steps: [
      ...shown(dialog),
      { press: "Escape" },
      { press: "Escape", when: { visible: literalTarget(dialog.gone) } },
      { expect: { hidden: literalTarget(dialog.gone) } },
    ],
    rank: 24,
  }));
  const returning = oddOnes(all, ({ returns }) => returns).map((dialog): Draft => ({
    id: `focus-${dialog.pageId}-${slug(dialog.name) || "dialog"}`,
    title: `Once it is closed, the focus is back on ${calledOn(dialog)}, as after the other dialogs`,
    steps: [
      ...shown(dialog),
      ...(dialog.escapes ? [{ press: "Escape" }] : [click(dialog.close)]),
      { expect: { hidden: literalTarget(dialog.gone) } },
      { expect: { focused: literalTarget(dialog.target) } },
    ],
    rank: 26,
  }));
  return [...escaping, ...returning];
};

export const dialogKeys = defineOracle({
  id: "dialog-keys",
  summary:
    "Escape closes a dialog, and the focus goes back to what opened it, where both are so of the app's other dialogs.",
  looks: true,
  applies: drafts,
});
