import { cellsOf, fold, isUnique, itemName, mainList, rowsOf } from "#core/explore/lists/lists.ts";
import { CREATE, NEW_AT } from "#core/explore/words.ts";
import { PLACEHOLDER } from "#core/explore/forms/form-data.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { listName } from "#core/generate/page-names.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { isValue } from "#core/suite/order.ts";
import { TOTAL } from "#core/generate/sums/sum-columns.ts";
import { click, idle, literal, openPage, short } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyField } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

const LEAST_IN_COMMON = 4;
const MOST_ROWS = 50;

/** A list that shows all there is, of which each row has a name of its own. */
type Source = { page: SitePage; list: SurveyCollection; names: string[] };

const sourcesOf = (pages: SitePage[]): Source[] =>
  pages.flatMap((page) => {
    const list = mainList(page.survey);
    const isPlain = isByAddress(page) && !page.path.includes("?");
    if (!isPlain || !list || list.paging || list.rows > MOST_ROWS || list.rows > list.items.length) return [];
    const all = list.items.map(itemName);
    // What sums the rows up is none of them.
    const names = TOTAL.test(all.at(-1) ?? "") ? all.slice(0, -1) : all;
    return isUnique(names) ? [{ page, list, names }] : [];
  });

/** Selects of forms, with what brings them up. */
const selectsOf = (page: SitePage): { field: SurveyField; open: StepDocument[]; makes: boolean }[] => {
  const own = page.survey.forms.map((form) => ({ form, open: openPage(page) }));
  const revealed = page.reveals.flatMap(({ control: { target }, forms, effect }) =>
    target === null || effect === "navigation"
      ? []
      : forms.map((form) => ({ form, open: [...openPage(page), click(target)] })),
  );
  return [...own, ...revealed]
    .filter(({ form }) => form.purpose === "other" && form.submit !== null)
    .flatMap(({ form, open }) =>
      form.fields
        .filter(({ type, target, disabled }) => type === "select" && target !== null && !disabled)
        .map((field) => ({
          field,
          open,
          makes: NEW_AT.test(page.path) || CREATE.test(form.submit?.name ?? ""),
        })),
    );
};

/** Something in their rows tells those that are missing from all the others, such as a state. */
const isTold = ({ list, names }: Source, missing: string[]): boolean =>
  list.columns.some((_, at) => {
    const cells = list.items.map((item) => fold(item.cells[at] ?? ""));
    const few = new Set(cells).size * 2 <= cells.length;
    const others = new Set(cells.filter((_cell, row) => !missing.includes(names[row] ?? "")));
    return few && cells.some((cell, row) => missing.includes(names[row] ?? "") && !others.has(cell));
  });

/** How things end: nothing is made that has ended, and a list of all stages has these last. */
const ENDED =
  /^(?:closed )?(?:won|lost|closed|done|completed?|finished|resolved|cancell?ed|rejected|declined|archived|expired|delivered|returned|paid|inactive|ended|retired|gewonnen|verloren|erledigt|abgeschlossen|geschlossen|storniert)$/i;

/** What the list has and the select has not, where that is its end: the rest is there, and nothing else. */
const missingIn = (source: Source, { options }: SurveyField, makes: boolean): string[] => {
  const offered = options.map(fold).filter((option) => isValue(option) && !PLACEHOLDER.test(option));
  // The row "[none]" is of what has none of them.
  const names = source.names.filter(isValue);
  if (offered.length < LEAST_IN_COMMON || !offered.every((option) => names.includes(option))) return [];
  const missing = names.filter((name) => !offered.includes(name));
  const isEnd = [names, names.toSorted((a, b) => a.localeCompare(b))].some((order) =>
    order.slice(offered.length).every((name) => missing.includes(name)),
  );
  const haveEnded = makes && missing.every((name) => ENDED.test(name));
  return isEnd && !haveEnded && !isTold(source, missing) ? missing : [];
};

/** The cell or element that a row is named by, row by row. */
const nameAt = ({ list, names }: Source, name: string): TargetObject | null => {
  const row = names.indexOf(name);
  const column = list.items[row]?.cells.findIndex((text) => fold(text) === name) ?? -1;
  const each = column >= 0 ? cellsOf(list, column) : rowsOf(list);
  return each === null ? null : { ...each, nth: row };
};

const draft = (source: Source, page: SitePage): Draft[] =>
  selectsOf(page).flatMap(({ field, open, makes }): Draft[] => {
    const missing = missingIn(source, field, makes);
    const [first] = missing;
    if (first === undefined || source.page === page) return [];
    const target = nameAt(source, first);
    const name = `not_in_${slug(field.name).replaceAll("-", "_")}`;
    if (!target) return [];
    return [
      {
        id: `fed-${page.id}-${slug(field.name) || "select"}`,
        title: `"${short(field.name, 30)}" offers all of "${short(listName(source.list) || source.page.title, 30)}"`,
        steps: [
          { goto: literal(source.page.path) },
          idle,
          { capture: { [name]: { text: target } } },
          ...open,
          { expect: { text: { target: fieldItself(field), contains: `\${${name}}` } } },
        ],
        rank: 18,
      },
    ];
  });

const drafts = ({ pages }: SiteModel): Draft[] => {
  const seen = new Set<string>();
  const sources = sourcesOf(pages);
  return pages
    .filter(isByAddress)
    .flatMap((page) => sources.flatMap((source) => draft(source, page)))
    .filter(({ title }) => !seen.has(title) && seen.add(title));
};

export const fedChoices = defineOracle({
  id: "fed-choices",
  summary: "A select that offers what a list has, and nothing else, does not end before the list does.",
  looks: true,
  applies: drafts,
});
