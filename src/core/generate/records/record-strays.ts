import { itemName, mainList } from "#core/explore/lists/lists.ts";
import type { SiteModel } from "#model/site.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { navLink } from "#core/generate/counts/nav-count.ts";
import { another, making, openList } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { removal } from "./record-removal.ts";
import { literal, short } from "#core/generate/steps.ts";

/** Where apps lead to whatever was done. */
const HOME =
  /^(?:home|dashboard|overview|start|index|main|welcome|today|inbox|calendar|activity|schedule|planner|agenda|roster|feed|timeline|board|queue|news|panel|week|[üu]bersicht|uebersicht|startseite|kalender|accueil|inicio|inizio)$/i;

/** The part of the app that an address is in: its first word. */
const partOf = (path: string): string =>
  path.split(/[/?#]/).find((word) => word !== "" && word !== "!") ?? "";

/**
 * What is made leads to its list, to itself or to where one came from: not to the list of something else that the navigation
 * leads to and that says nothing of it, where what else is made in the app does lead back.
 */
export const strays = (known: Plan, site: SiteModel): Draft[] => {
  const { record, page, id, called } = known;
  const { strayed, path } = record;
  if (strayed === undefined) return [];
  const [own, other] = [partOf(path), partOf(strayed)];
  const list = site.pages.find((each) => each.path === strayed)?.survey;
  const there = list ? mainList(list) : null;
  const names = there?.items.map(itemName) ?? [];
  // It may be on another part of that list, or on another day, or be about one of what is listed there.
  const mayBeThere =
    there?.paging !== null ||
    record.form.fields.some(
      ({ type, options, refers }) =>
        /^(?:date|datetime-local|month|week)$/.test(type) ||
        refers?.item.path === strayed ||
        options.some((option) => names.some((name) => name !== "" && option.includes(name))),
    );
  const isElsewhere = own !== "" && other !== "" && own !== other && !HOME.test(other) && !HOME.test(own);
  const isOfApp = [path, strayed].every((each) => navLink(site, page, each) !== null);
  const leadBack = site.records.some((each) => each !== record && (each.returns || each.lands));
  if (!isElsewhere || !isOfApp || !leadBack || !there || mayBeThere) return [];
  const plan = another(known, "led");
  return [
    {
      id: `create-${id}-leads`,
      title: `"${short(called)}" leads to what it made or back, not to ${short(strayed, 40)}`,
      steps: [
        openList(plan),
        ...making(plan),
        { expect: { url: literal(`/${own}`) } },
        ...(removal(plan) ?? []),
      ],
      fixtures: fixturesOf(plan.entries),
      rank: 17,
    },
  ];
};
