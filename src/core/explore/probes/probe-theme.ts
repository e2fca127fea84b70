import type { SitePage } from "#model/site-pages.ts";
import type { SiteTheme } from "#model/site-theme.ts";
import type { PageSurvey, SurveyControl } from "#model/survey.ts";
import { click } from "#core/explore/forms/act.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { open } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

const THEME =
  /^(?:[☀🌙🌞🌛☾◐]️?\s*)?(?:(?:switch|change|toggle|turn on|turn off|use|enable|disable)(?: to)? )?(?:the )?(?:dark|night|light)(?: (?:mode|theme|colou?rs?))?$|^(?:dunkel|hell|nacht)(?:er modus|modus|es design)?$|^(?:mode|th[èe]me) (?:sombre|clair)$|^(?:modo|tema) (?:oscuro|claro|scuro|chiaro|escuro)$/iu;

/** The only control that changes between light and dark; null where there is none. */
const themeIn = ({ buttons }: PageSurvey): SurveyControl | null => {
  const found = buttons.filter(
    ({ name, role, disabled, submit }) =>
      role === "button" && !disabled && !submit && THEME.test(name.trim()),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
};

const isOther = (a: SurveyControl, b: SurveyControl): boolean =>
  a.name !== b.name || (a.pressed !== undefined && b.pressed !== undefined && a.pressed !== b.pressed);

/**
 * Changes between light and dark, and back, where a control says which of them is on: by what it is called, or by
 * `aria-pressed`. Null where there is no such control.
 */
export const probeTheme = async (walk: Walk, pages: readonly SitePage[]): Promise<SiteTheme | null> => {
  const page = pages.find((each) => isByAddress(each) && themeIn(each.survey) !== null);
  const first = page ? themeIn(page.survey) : null;
  if (!page || !first?.target || walk.over()) return null;
  walk.progress(`using "${first.name}" on ${page.path}`);
  const opened = await open(walk, page.path);
  const before = opened.ok ? themeIn(opened.survey) : null;
  const shown = before?.target ? await click(walk, before.target) : null;
  const after = shown ? themeIn(shown) : null;
  if (!before || !after?.target || !isOther(before, after)) return null;
  const again = await click(walk, after.target);
  const back = again ? themeIn(again) : null;
  if (!back || isOther(before, back)) return null;
  // Its state may be another one since the page was first seen.
  const other = isOther(first, after) ? after : before;
  if (!other.target) return null;
  const pressed = first.name === other.name ? (first.pressed ?? null) : null;
  return { pageId: page.id, path: page.path, name: first.name, on: first.target, off: other.target, pressed };
};
