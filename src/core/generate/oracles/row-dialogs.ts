import type { SurveyCollection } from "#model/survey.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage, SiteReveal } from "#model/site-pages.ts";
import type { Target } from "#model/target.ts";
import { DECIDES, isDangerous } from "#core/explore/words.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { idle, literalTarget, openPage, short } from "#core/generate/steps.ts";

/** What is called by an hour is called what it is, and not what pressing it does. */
const AN_HOUR = /^\d{1,2}[:h]\d{2}(?!\d)/;
const DIALOG = { role: "dialog" };

/** The list in which it stands, where all that one can press there is called by an hour or a number as it is. */
const listOf = ({ survey }: SitePage, { control }: SiteReveal): SurveyCollection | undefined =>
  survey.collections.find(({ items, target }) => {
    const names = items.flatMap(({ buttons }) => buttons);
    return (
      target !== null &&
      isSteadyTarget(target) &&
      names.includes(control.name) &&
      names.every(
        (name) =>
          !isSteadyTarget(name) && (AN_HOUR.test(name.trim()) || !(isDangerous(name) || DECIDES.test(name))),
      )
    );
  });

const isDialog = (close: SiteReveal["close"]): boolean => {
  const within = close && typeof close.target !== "string" ? close.target.within : undefined;
  return within !== undefined && typeof within !== "string" && within.role === DIALOG.role;
};

const draft = (site: SiteModel, page: SitePage): Draft[] => {
  const opens = page.reveals.find(
    (reveal) =>
      reveal.effect === "dialog" &&
      reveal.control.role === "button" &&
      reveal.control.target !== null &&
      !isSteadyTarget(reveal.control.target) &&
      isDialog(reveal.close) &&
      listOf(page, reveal) !== undefined,
  );
  const list = opens && listOf(page, opens);
  // A heading of the list may be a button as well.
  const within =
    list?.kind === "table" && list.target !== null ? { css: "tbody", within: list.target } : list?.target;
  const name = opens?.close?.name;
  if (!opens || !within || name === undefined) return [];
  const first = literalTarget({ role: "button", nth: 0, within });
  const close = literalTarget({ role: "button", name, exact: true, within: DIALOG } satisfies Target);
  const called = pageNames(site.pages)(page);
  return [
    {
      id: `closes-${page.id}`,
      title: `What an entry on ${called} opens is closed with "${short(name, 20)}"`,
      steps: [
        ...openPage(page),
        idle,
        // Tomorrow there may be none.
        { click: first, when: { visible: first } },
        idle,
        { click: close, when: { visible: close } },
        // Another entry may open another dialog, which is closed otherwise.
        { expect: { hidden: close } },
      ],
      rank: 22,
    },
  ];
};

export const rowDialogs = defineOracle({
  id: "row-dialogs",
  summary: "What the first entry of a list shows is closed again, whatever the entry is called by then.",
  looks: true,
  applies: (site) => site.pages.flatMap((page) => draft(site, page)),
});
