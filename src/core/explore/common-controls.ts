import type { SiteReveal } from "#model/site.ts";
import type { SurveyControl } from "#model/survey.ts";
import { nameKey } from "./control-candidates.ts";

/** A control that showed the same on so many pages, wherever it was used, shows it on the others as well. */
const LEAST_PAGES = 2;

/** What controls of one name showed on the pages that have them: the entries of a navigation and the like, which no page is about. */
export type CommonControls = {
  note(reveal: SiteReveal): void;
  isCommon(control: SurveyControl): boolean;
};

export const createCommonControls = (): CommonControls => {
  const shown = new Map<string, string[]>();
  return {
    note({ control, effect, path, appeared, problems }) {
      // What shows nothing that lasts, or goes wrong, tells nothing of others.
      const isTelling = problems.length === 0 && (path !== null || appeared.length > 0);
      const what = isTelling ? JSON.stringify([effect, path, appeared]) : "";
      shown.set(nameKey(control), [...(shown.get(nameKey(control)) ?? []), what]);
    },
    isCommon(control) {
      const all = shown.get(nameKey(control)) ?? [];
      return all.length >= LEAST_PAGES && all[0] !== "" && all.every((each) => each === all[0]);
    },
  };
};
