import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, clickIfSeen, idle, legible, literal, short } from "#core/generate/steps.ts";
import { isSet } from "#core/generate/settings/switched.ts";
import type { SiteModel } from "#model/site.ts";
import type { SiteTheme } from "#model/site-theme.ts";
import { legibleElsewhere } from "#core/generate/legible-pages.ts";

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

/** What can be read in one of them need not be in the other. */
const readableIn = (site: SiteModel, theme: SiteTheme): Draft => ({
  id: `theme-${theme.pageId}-readable`,
  title: `No text has nearly the colour of what is behind it, whatever "${short(theme.name)}" chooses`,
  steps: [
    { goto: literal(theme.path) },
    idle,
    // It may be left from a time when this found something.
    ...(theme.pressed === null ? [clickIfSeen(theme.off)] : []),
    click(theme.on),
    isSet(theme, true),
    legible,
    ...legibleElsewhere(site, theme.path),
    { goto: literal(theme.path) },
    idle,
    // Where it is not kept, another case tells.
    clickIfSeen(theme.off),
  ],
  rank: 37,
});

export const theme = defineOracle({
  id: "theme",
  summary: "Light or dark is kept when the page is loaded again, and text can be read in both.",
  applies: (site) => (site.theme ? [draft(site.theme), readableIn(site, site.theme)] : []),
});
