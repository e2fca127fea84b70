import { mainList, rowsOf } from "#core/explore/lists/lists.ts";
import { slug } from "#core/explore/pages/states.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { isSaidOnce, mainOf, stem } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { choose, nameOfChoice } from "#core/generate/filter-choices.ts";
import { find, planOf } from "#core/generate/records/record-plan.ts";
import {
  asObject,
  hasErrors,
  idle,
  literal,
  literalTarget,
  noErrors,
  problemsOf,
  short,
} from "#core/generate/steps.ts";
import type { SiteDownload } from "#model/site-download.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";

/** It says itself that it gives but a part. */
const PARTLY = /\b(?:page|selected|selection|visible|current|template|sample|example|vorlage|auswahl)\b/i;

/** How many the page says that there are in all: "26 registrations", above a list of these that goes on. */
const saidNumber = ({ survey }: SitePage): string | null => {
  const list = mainList(survey);
  const heading = survey.headings.find(({ level }) => level === 1)?.text ?? "";
  const noun = stem(/(\p{L}+)\W*$/u.exec(heading)?.[1] ?? "");
  if (!list || noun.length < 3) return null;
  const pattern = String.raw`(?<![\d.,])(\d+) ${noun.replace(/y$/, "(?:y|ies)")}(?:e?s)?\b`;
  const said = Number(new RegExp(pattern, "u").exec(survey.text)?.[1] ?? 0);
  return said >= list.rows && isSaidOnce(survey, pattern) ? pattern : null;
};

/** How many lines the file has at least, and the step that reads it. */
const number = (
  page: SitePage,
  download: SiteDownload,
  key: string,
): { is: string; read: StepDocument } | null => {
  const list = mainList(page.survey);
  const rows = list ? rowsOf(list) : null;
  if (!list || !rows || !download.lined || PARTLY.test(download.name)) return null;
  const is = `number_of_${key}`;
  const pattern = saidNumber(page);
  if (pattern !== null) {
    const source = { text: literalTarget(mainOf(page.survey)), match: pattern };
    return { is, read: { capture: { [is]: source } } };
  }
  return list.paging ? null : { is, read: { capture: { [is]: { count: literalTarget(rows) } } } };
};

/** For names of captures. */
const keyOf = ({ id }: SitePage): string => id.replaceAll(/[^a-z0-9]+/gi, "_");

/** The first row, the last, and one that was not in the file. */
const placesOf = ({ rows, missing }: SiteDownload): number[] => [
  ...new Set([0, ...missing.slice(0, 1), rows - 1]),
];

/** Fits a line with more columns than the heading has. */
const tooWide = ({ sign, columns }: NonNullable<SiteDownload["ragged"]>): string => {
  const mark = sign === "\t" ? String.raw`\t` : sign;
  return String.raw`(?:^|\n)(?:(?:"(?:[^"\n]|"")*"|[^"${mark}\r\n]*)${mark}){${columns}}`;
};

const draft = (site: SiteModel, download: SiteDownload): Draft[] => {
  const page = site.pages.find(({ id }) => id === download.pageId);
  const { names, target, problems, empty, name, ragged } = download;
  const loggedIn = page?.behindLogin ?? false;
  if (!page || (names === null && empty === null && ragged === null && !hasErrors(problems, loggedIn)))
    return [];
  const key = keyOf(page);
  const lacks = [...(empty === null ? [] : [empty]), ...(ragged ? [{ matches: tooWide(ragged) }] : [])];
  const texts = (names ? placesOf(download) : []).map((nth, at) => ({
    variable: `${key}_row_${at + 1}`,
    nth,
  }));
  const lines = names ? number(page, download, key) : null;
  const rows = asObject(literalTarget(names ?? "body"));
  const captured = texts.map(({ variable, nth }) => [variable, { text: { ...rows, nth } }] as const);
  return [
    {
      id: `export-${page.id}-${slug(name) || "file"}`,
      title: `"${short(name, 30)}" gives a file with what the list shows`,
      steps: [
        { goto: literal(download.path) },
        idle,
        ...(captured.length > 0 ? [{ capture: Object.fromEntries(captured) }] : []),
        ...(lines ? [lines.read] : []),
        {
          download: {
            click: literalTarget(target),
            ...(texts.length > 0 && { content: texts.map(({ variable }) => `\${${variable}}`) }),
            ...(lacks.length > 0 && { lacks }),
            ...(lines && { lines: { min: `\${${lines.is}}` } }),
          },
        },
        noErrors(problems, loggedIn),
      ],
      rank: 16,
    },
    ...made(site, page, download),
    ...narrowed(site, page, download),
  ];
};

/** After a choice the file has what is shown then, and nothing that the choice leaves out. */
const narrowed = (site: SiteModel, page: SitePage, download: SiteDownload): Draft[] => {
  const { names, narrowed: choice, name } = download;
  if (names === null || choice === null) return [];
  const { filter, option, target, without } = choice;
  const first = `${keyOf(page)}_first_left`;
  return [
    {
      id: `export-${page.id}-${slug(name) || "file"}-narrowed`,
      title: `"${short(name, 30)}" gives what "${short(nameOfChoice(option), 30)}" shows, and nothing else`,
      steps: [
        { goto: literal(filter.path) },
        ...choose(filter, option),
        { capture: { [first]: { text: { ...asObject(literalTarget(names)), nth: 0 } } } },
        {
          download: { click: literalTarget(target), content: `\${${first}}`, lacks: literal(without) },
        },
        noErrors(problemsOf(site), page.behindLogin),
      ],
      rank: 17,
    },
  ];
};

/** What was made before is in the file as well, wherever in the list it stands. */
const made = (site: SiteModel, page: SitePage, { names, target, name }: SiteDownload): Draft[] => {
  const record = site.records.find(({ pageId, local }) => pageId === page.id && !local);
  const plan = record && names !== null && !PARTLY.test(name) ? planOf(site, record) : null;
  if (!plan || plan.record.listed === "never") return [];
  return [
    {
      id: `export-has-${plan.id}`,
      title: `"${short(name, 30)}" has what was made just now`,
      needs: [`create-${plan.id}`],
      steps: [
        ...find({ ...plan, record: { ...plan.record, search: null } }, plan.name),
        { download: { click: literalTarget(target), content: plan.name } },
      ],
      rank: 17,
    },
  ];
};

export const exports = defineOracle({
  id: "exports",
  summary:
    "A file that a list is given as has the rows of the list, all of them, those of a filter alone where it follows that, and no 'undefined'.",
  applies: (site) => site.downloads.flatMap((download) => draft(site, download)),
});
