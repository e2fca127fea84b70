import type { SiteReveal } from "#model/site-pages.ts";
import type { SurveyControl } from "#model/survey.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { nameKey } from "./control-candidates.ts";

/** A control that showed the same on so many pages, wherever it was used, shows it on the others as well. */
const LEAST_PAGES = 2;

/** What had unfolded before, such as a part of a navigation that the app remembers, shows nothing when it folds. */
const FOLDS = "folds";

/** What controls of one name showed on the pages that have them: the entries of a navigation and the like, which no page is about. */
export type CommonControls = {
  /** `from`: the path of the page on which it was used. */
  note(reveal: SiteReveal, from: string): void;
  /** It goes by another name once it is used, and was set back by that. */
  noteToggle(control: SurveyControl, from: string): void;
  isCommon(control: SurveyControl): boolean;
};

/** Another page is told by its path; what is on the same, by all of its address. */
const led = (path: string | null, from: string): string | null =>
  path === null || withoutQuery(path) === withoutQuery(from) ? path : withoutQuery(path);

const whatOf = ({ control, effect, path, appeared, forms, problems }: SiteReveal, from: string): string => {
  // What goes wrong tells nothing of others.
  if (problems.length > 0) return "";
  if (path !== null || appeared.length > 0) return JSON.stringify([effect, led(path, from), appeared]);
  return control.expanded !== null && forms.length === 0 ? FOLDS : "";
};

export const createCommonControls = (): CommonControls => {
  const shown = new Map<string, string[]>();
  const toggles = new Map<string, Set<string>>();
  const toggleKey = (control: SurveyControl): string => `${nameKey(control)} ${control.chrome}`;
  return {
    noteToggle(control, from) {
      const key = toggleKey(control);
      toggles.set(key, (toggles.get(key) ?? new Set()).add(withoutQuery(from)));
    },
    note(reveal, from) {
      const key = nameKey(reveal.control);
      shown.set(key, [...(shown.get(key) ?? []), whatOf(reveal, from)]);
    },
    isCommon(control) {
      const places = toggles.get(toggleKey(control))?.size ?? 0;
      if (places >= LEAST_PAGES || (places > 0 && control.chrome)) return true;
      const all = shown.get(nameKey(control)) ?? [];
      const [first = "", ...others] = all.filter((each) => each !== FOLDS);
      return all.length >= LEAST_PAGES && first !== "" && others.every((each) => each === first);
    },
  };
};
