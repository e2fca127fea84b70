import type { SiteRecord } from "#model/site-records.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyControl } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { MARK } from "#core/explore/forms/samples.ts";

const byItself = ({ buttons }: PageSurvey): SurveyControl[] => buttons.filter(({ chrome }) => !chrome);

/**
 * What finds the controls of a page once something of ours is there that has controls of the same names: "Add a comment"
 * of a question is found by that alone until there is an answer. Left aside is what does not stand behind the same controls
 * as before: it is not known which of them is the page's own.
 */
const foundAgain = (before: PageSurvey, after: PageSurvey): Map<string, Target> => {
  const [own, all] = [byItself(before), byItself(after)];
  return new Map(
    own.flatMap(({ name, target }, at): [string, Target][] => {
      const alike = all.filter((control) => control.name === name);
      const again = all[at];
      const isSame = own.slice(0, at).every((control, place) => control.name === all[place]?.name);
      if (typeof target !== "string" || alike.length < 2 || !isSame || again?.name !== name) return [];
      if (own.filter((control) => control.name === name).length > 1) return [];
      return again.target === null || JSON.stringify(again.target).includes(MARK)
        ? []
        : [[target, again.target]];
    }),
  );
};

/** Links of the page that others are called like now, by where they lead. */
const linksAgain = ({ survey }: SitePage, after: PageSurvey): void => {
  for (const link of survey.links) {
    const alike = after.links.filter(({ text }) => text === link.text);
    const again = alike.filter(({ href }) => href === link.href);
    const target = again[0]?.target ?? null;
    if (typeof link.target !== "string" || link.chrome || alike.length < 2 || again.length !== 1) continue;
    if (target !== null && !JSON.stringify(target).includes(MARK)) link.target = target;
  }
};

/** Controls of a page are found as they have to be once something of ours stands there. */
export const nameAgain = (page: SitePage, records: readonly SiteRecord[], after: PageSurvey): void => {
  const found = foundAgain(page.survey, after);
  const openers = records.flatMap(({ pageId, opener }) => (pageId === page.id && opener ? [opener] : []));
  for (const control of [
    ...page.survey.buttons,
    ...page.reveals.map((reveal) => reveal.control),
    ...openers,
  ]) {
    const target = typeof control.target === "string" ? found.get(control.target) : undefined;
    if (target !== undefined) control.target = target;
  }
  linksAgain(page, after);
};
