import { relativeTo } from "#core/explore/pages/address.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { monthNames } from "#core/generate/days/days.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, idle, literalTarget, openPage } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

const NEXT =
  /^(?:[›»→>] ?)?(?:(?:show |go to )?(?:the )?next(?: month)?|month forward|n[äa]chster monat|(?:le )?mois (?:prochain|suivant)|mes siguiente|pr[óo]ximo m[êe]s|mese (?:successivo|prossimo)|volgende maand|[›»→>])(?: ?[›»→>])?$/i;
const QUARTERS = 4;

/** A month with its year, as the page says first of all in which one it is. */
const MONTH = String.raw`([^\s\d]{3,}) \d{4}`;

type Calendar = { page: SitePage; month: string; next: Target };

const calendarOn = (page: SitePage): Calendar | null => {
  const { headings, text, links, buttons } = page.survey;
  const month = new RegExp(MONTH, "u").exec(text)?.[1] ?? "";
  const isHead = headings.some((heading) => new RegExp(`${month} \\d{4}$`, "u").test(heading.text.trim()));
  if (!monthNames.includes(month) || !isHead) return null;
  const turns = [
    ...links.filter(({ same_origin: own }) => own).map((link) => ({ name: link.text, target: link.target })),
    ...buttons.filter(({ submit, disabled }) => !submit && !disabled),
  ].filter(({ name, target }) => NEXT.test(name.trim()) && target !== null && isSteadyTarget(target));
  const [next] = turns;
  return turns.length === 1 && next?.target ? { page, month, next: next.target } : null;
};

/** Twelve months on it is the same month, and another year. */
const year = ({ page, next }: Calendar): Draft => {
  const target = literalTarget(mainOf(page.survey));
  const block = "go on by three months";
  return {
    id: `calendar-${page.id}`,
    title: "Twelve months on, a calendar shows the same month of another year",
    blocks: { [block]: [click(next), click(next), click(next)] },
    steps: [
      ...openPage(page),
      idle,
      {
        capture: {
          month: { text: target, match: MONTH },
          month_and_year: { text: target, match: MONTH.replace(/[()]/g, "") },
        },
      },
      ...Array.from({ length: QUARTERS }, (): StepDocument => ({ use: block })),
      idle,
      { expect: { text: { target, contains: "${month} " } } },
      { expect: { text: { target, contains: "${month_and_year}", not: true } } },
    ],
    rank: 19,
  };
};

/** Weeks that belong to the month altogether, whatever day it begins with. */
const INNER_WEEKS = "tbody > tr:nth-child(n+3):nth-child(-n+4)";

/** A table whose cells are the days of the month, each with its number first. */
const isOfDays = ({ kind, columns, items, target }: SurveyCollection): boolean =>
  kind === "table" &&
  target !== null &&
  columns.length === 7 &&
  items.length >= 4 &&
  [2, 3].every((week) => (items[week]?.cells ?? []).every((cell) => /^\d{1,2}(?!\d)/.test(cell.trim())));

const NAMES = `(?:${[...new Set(monthNames.map((name) => name.slice(0, 3)))].join("|")})`;

/** How a page writes days with their years, and that it says the day of what was captured in that way. */
const WAYS: { fits: RegExp; says: string }[] = [
  {
    fits: new RegExp(String.raw`(?<!\d)\d{1,2}\.? ${NAMES}\p{L}*\.? \d{4}`, "iu"),
    says: String.raw`(?<!\d)0?${"${day}"}\.? (?i:${"${month_of_days}"})\p{L}*\.? ${"${year_of_days}"}`,
  },
  {
    fits: new RegExp(String.raw`(?<!\p{L})${NAMES}\p{L}*\.? \d{1,2}, \d{4}`, "iu"),
    says: String.raw`(?i:${"${month_of_days}"})\p{L}*\.? 0?${"${day}"}, ${"${year_of_days}"}`,
  },
  // Days of the month before or after are in other weeks.
  {
    fits: /(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/,
    says: String.raw`${"${year_of_days}"}-\d{2}-0?${"${day}"}(?!\d)`,
  },
];

/** What stands under a day of the calendar says that very day on its own page, where that writes days as the calendar does. */
const days = (site: SiteModel, { page, month }: Calendar): Draft[] => {
  const list = page.survey.collections.find(isOfDays);
  const inner = list?.items.slice(2, 4).flatMap(({ links }) => links) ?? [];
  const patterns = new Set(inner.map(({ href }) => relativeTo(site.origin, href).replace(/\d+/g, ":id")));
  const own = site.pages.find(
    ({ path, pattern }) => patterns.has(pattern) || patterns.has(path.replace(/\d+/g, ":id")),
  );
  if (!list?.target || inner.length === 0 || !own) return [];
  const way = WAYS.find(({ fits }) => fits.test(own.survey.text));
  if (!way || month.length === 0) return [];
  const cell = { css: `${INNER_WEEKS} > td:has(a[href])`, nth: 0, within: literalTarget(list.target) };
  const steps: StepDocument[] = [
    ...openPage(page),
    idle,
    {
      capture: {
        day: { text: cell, match: String.raw`^0?([1-9]\d?)` },
        month_of_days: {
          text: literalTarget(mainOf(page.survey)),
          match: String.raw`([^\s\d]{3})[^\s\d]* \d{4}`,
        },
        year_of_days: { text: literalTarget(mainOf(page.survey)), match: String.raw`[^\s\d]{3,} (\d{4})` },
      },
    },
    { click: { css: "a[href]", nth: 0, within: cell } },
    idle,
    {
      expect: { text: { target: literalTarget(mainOf(own.survey)), matches: way.says } },
    },
  ];
  return [
    {
      id: `calendar-days-${page.id}`,
      title: "What stands under a day of the calendar is on that day",
      steps,
      rank: 19,
    },
  ];
};

export const calendar = defineOracle({
  id: "calendar",
  summary:
    "A calendar turns its months one by one, over the end of a year too, and shows things on their days.",
  looks: true,
  applies(site) {
    const found = site.pages.filter(isByAddress).flatMap((page) => calendarOn(page) ?? []);
    // Further months of the same calendar are pages of their own.
    const [first] = found;
    return first ? [year(first), ...days(site, first)] : [];
  },
});
