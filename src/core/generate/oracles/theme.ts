import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, idle, literal, short } from "#core/generate/steps.ts";
import { isSet } from "#core/generate/settings/switched.ts";
import type { SiteTheme } from "#model/site-theme.ts";

const draft = (theme: SiteTheme): Draft => ({
  id: `theme-${theme.pageId}`,
  title: `What "${short(theme.name)}" chooses is still chosen when the page is loaded again`,
  steps: [
    { goto: literal(theme.path) },
    idle,
    click(theme.on),
    isSet(theme, true),
    "reload",
    idle,
    isSet(theme, true),
    click(theme.off),
    isSet(theme, false),
  ],
  rank: 24,
});

export const theme = defineOracle({
  id: "theme",
  summary: "Light or dark is kept when the page is loaded again.",
  applies: ({ theme: found }) => (found ? [draft(found)] : []),
});
