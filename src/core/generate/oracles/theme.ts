import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, idle, literal, literalTarget, short } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteTheme } from "#model/site-theme.ts";

/** What tells that the other of light and dark is on, or no longer. */
const isChanged = ({ on, off, pressed }: SiteTheme, changed: boolean): StepDocument => {
  const target = literalTarget(changed ? off : on);
  if (pressed === null) return { expect: { visible: target } };
  return { expect: { attribute: { target, name: "aria-pressed", is: String(pressed !== changed) } } };
};

const draft = (theme: SiteTheme): Draft => ({
  id: `theme-${theme.pageId}`,
  title: `What "${short(theme.name)}" chooses is still chosen when the page is loaded again`,
  steps: [
    { goto: literal(theme.path) },
    idle,
    click(theme.on),
    isChanged(theme, true),
    "reload",
    idle,
    isChanged(theme, true),
    click(theme.off),
    isChanged(theme, false),
  ],
  rank: 24,
});

export const theme = defineOracle({
  id: "theme",
  summary: "Light or dark is kept when the page is loaded again.",
  applies: ({ theme: found }) => (found ? [draft(found)] : []),
});
