import type { SitePage } from "#model/site-pages.ts";
import type { SurveyControl, SurveyForm } from "#model/survey.ts";
import { click } from "./act.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { toldByAction } from "./forms-apart.ts";
import { open } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough } from "#core/explore/pages/walk.ts";

const MOST_TRIED = 4;

/** A form that came up with a control, and the page where that is. */
export type KinForm = { page: SitePage; form: SurveyForm; opener: NonNullable<SurveyControl["target"]> };

const asks = ({ fields }: SurveyForm): string => fields.map(({ name }) => name).join("|");

/**
 * Forms that controls bring up which are called like one that did so before, such as "Add a comment" of each answer, where
 * they send to an address of another kind; `kindOf` tells that, `known` has those that are met already.
 */
export const kinForms = async (
  walk: Walk,
  pages: SitePage[],
  kindOf: (form: SurveyForm) => string,
  known: Set<string>,
): Promise<KinForm[]> => {
  const found: KinForm[] = [];
  const tried = new Map<string, number>();
  if (!isThorough(walk)) return found;
  for (const page of pages.filter(isByAddress)) {
    for (const { control, effect, forms } of page.reveals) {
      const [form] = forms;
      if (effect === "navigation" || !form?.action || form.method.toLowerCase() !== "post") continue;
      const key = `${control.name} ${kindOf(form)}`;
      const others = page.survey.buttons.filter(
        ({ name, target, chrome, disabled }) =>
          name === control.name &&
          !chrome &&
          !disabled &&
          target !== null &&
          JSON.stringify(target) !== JSON.stringify(control.target),
      );
      // The last stands for what was added, of which the first may be the page's own.
      const other = others.at(-1);
      const before = tried.get(key) ?? 0;
      if (!other?.target || walk.over() || before >= MOST_TRIED) continue;
      tried.set(key, before + 1);
      const there = (await open(walk, page.path)).ok ? await click(walk, other.target) : null;
      const shown = there?.forms.find((each) => each.action !== form.action && asks(each) === asks(form));
      const told = shown && !known.has(kindOf(shown)) ? await toldByAction(walk, shown) : null;
      if (!told) continue;
      known.add(kindOf(told));
      found.push({ page, form: told, opener: other.target });
    }
  }
  return found;
};
