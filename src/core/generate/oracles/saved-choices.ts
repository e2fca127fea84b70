import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { changeOf } from "#core/generate/settings/setting-changes.ts";
import type { Change } from "#core/generate/settings/setting-changes.ts";
import { anew, idle, literalTarget, noErrors, openPage, short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField } from "#model/survey.ts";
import type { SiteSavedChoice } from "#model/site-switches.ts";
import type { StepDocument } from "#core/suite/grammar.ts";

type Changed = { choice: SiteSavedChoice; change: Change };

/** A switch that a script draws may change only once the app has answered: it is clicked, and waited for. */
const clicked = (change: Change, { type, target, value }: SurveyField): Change => {
  if (type !== "switch" || target === null) return change;
  const plain = literalTarget(target);
  const clickWhen = (is: boolean): StepDocument => ({
    click: plain,
    when: { checked: { target: plain, is } },
  });
  return { ...change, change: clickWhen(value === "true"), restore: clickWhen(value !== "true") };
};

const draft = (page: SitePage, some: readonly Changed[], id: string): Draft => {
  const each = (step: keyof Change): StepDocument[] => some.map(({ change }) => change[step]);
  const put = (step: keyof Change): StepDocument[] => each(step).flatMap((one) => [one, idle]);
  const again = [...openPage(page), ...anew(page), idle];
  const names = some.map(({ choice }) => `"${short(choice.field.name, 30)}"`);
  return {
    id,
    title: `What is chosen of ${names.join(", ")} is kept, and can be changed back`,
    steps: [
      ...openPage(page),
      idle,
      ...put("change"),
      ...again,
      ...each("seen"),
      ...put("restore"),
      ...again,
      ...each("back"),
      noErrors(page.problems, page.behindLogin),
    ],
    rank: 12,
  };
};

/** What was not kept ends a case, so that others are not changed back: it has one of its own. */
const ofPage = (page: SitePage, choices: readonly SiteSavedChoice[]): Draft[] => {
  const all = choices.flatMap((choice): Changed[] => {
    const change = changeOf(choice.field, page);
    return change ? [{ choice, change: clicked(change, choice.field) }] : [];
  });
  const isSound = ({ choice: { kept, problems } }: Changed): boolean => kept && problems.length === 0;
  const sound = all.filter(isSound);
  return [
    ...(sound.length > 0 ? [draft(page, sound, `saved-${page.id}`)] : []),
    ...all
      .filter((each) => !isSound(each))
      .map((each) => draft(page, [each], `saved-${page.id}-${slug(each.choice.field.name) || "choice"}`)),
  ];
};

export const savedChoices = defineOracle({
  id: "saved-choices",
  summary: "A switch or a choice of one's own settings that is saved as it is made is kept.",
  applies: ({ pages, savedChoices: choices }: SiteModel) =>
    pages.flatMap((page) => {
      const own = choices.filter(({ pageId }) => pageId === page.id);
      return own.length > 0 ? ofPage(page, own) : [];
    }),
});
