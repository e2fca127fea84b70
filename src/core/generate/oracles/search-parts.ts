import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteSearch } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { saidOf } from "#core/explore/forms/field-hints.ts";
import { itemName, mainList } from "#core/explore/lists/lists.ts";
import { NONSENSE } from "#core/explore/probes/probe-search.ts";
import { rowsWith } from "#core/explore/items/wanted-item.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { gone, shows } from "#core/generate/records/found-items.ts";
import { literal, literalTarget, searchFor, short } from "#core/generate/steps.ts";

type Item = SurveyCollection["items"][number];

/** A name of two or three words; what people call things is longer. */
const NAME = /^(\p{L}[\p{L}.'’-]+)(?: \p{L}[\p{L}.'’-]*)? (\p{L}[\p{L}'’-]{3,})$/u;
const EMAIL = /[\p{L}\d._+-]{3,}@[\p{L}\d.-]+\.\p{L}{2,}/u;
/** Such a field names what it looks at. */
const LISTED = /(?<!\p{L})(?:by|in|or|and|nach|oder|und|par|ou|por|o|e|y)(?!\p{L})|[,/]/iu;
const MAIL = /(?<!\p{L})e-?mails?(?!\p{L})/iu;

/** "Serial no." is called "serial number" as well. */
const words = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\d#]+/gu, " ")
    .trim()} `.replace(/ (?:no|nr|num|#) /g, " number ");

const NUMBER = words("number");
/** "Order #" is what one looks for as an order. */
const NUMBERED = /\s*(?:#|\b(?:no|nr|num|number)\.?)$/iu;

/** What a cell is looked for by: the longest of its words, or its digits. */
const wordIn = (cell: string): string | null => {
  const found = cell.match(/\p{L}{4,}|\d{4,}/gu) ?? [];
  return found.toSorted((a, b) => b.length - a.length)[0] ?? null;
};

/** Of whom somebody looks for things: "title or author". */
const BY_WHOM =
  /(?<!\p{L})(?:authors?|artists?|writers?|speakers?|hosts?|owners?|directors?|makers?|sellers?|teachers?|instructors?|autor(?:in|en|es)?|auteurs?|autore)(?!\p{L})/iu;

const CAPITAL = /^\p{Lu}.* \p{Lu}\S*$/u;

/** The last name of whom a card names beside its own name, where most cards name somebody. */
const whomOf = (said: string, list: SurveyCollection, item: Item): string | undefined => {
  if (list.kind === "table" || !LISTED.test(said) || !BY_WHOM.test(said)) return undefined;
  const people = ({ lines = [], ...row }: Item): string[] =>
    lines
      .map((line) => line.replace(/^(?:by|von|par|por|di) /i, ""))
      .filter((line) => line !== itemName(row) && CAPITAL.test(line) && NAME.test(line));
  if (list.items.filter((each) => people(each).length === 1).length * 4 < list.items.length * 3)
    return undefined;
  return NAME.exec(people(item)[0] ?? "")?.[2];
};

/** Words that a search for whole words leaves aside. */
const STOP =
  /^(?:..?|the|and|for|but|not|how|why|who|what|when|where|with|from|this|that|your|our|his|her|its|all|are|was|you|der|die|das|ein|eine|und|les|des|une|los|las|una|uno|gli|del|della)$/iu;
const LAST_NAME =
  /(?:last|family)[ -]?name|surname|nachname|familienname|nom de famille|apellidos?|cognome|achternaam/i;
const FIRST_NAME =
  /(?:first|given)[ -]?name|forename|vorname|pr[ée]nom|nombre de pila|nome proprio|voornaam/i;

/** The end of a name that it was not found by; none where that is no name, or the field is for the other end alone. */
const otherEnd = (said: string, { item, term }: SiteSearch): string | undefined => {
  const [, first, last] = NAME.exec(item) ?? [];
  const other = term === first ? last : term === last ? first : undefined;
  const isOfOne = LAST_NAME.test(said) !== FIRST_NAME.test(said);
  return other === undefined || isOfOne || STOP.test(other) ? undefined : other;
};

/** Words of the row that the field says it looks at, and the other end of a name that it is found by one end of. */
const partsOf = (search: SiteSearch, list: SurveyCollection, item: Item): string[] => {
  const { text, cells } = item;
  const said = `${search.field.name} ${saidOf(search.field)}`;
  const isNamed = (column: string): boolean =>
    [column, column.replace(NUMBERED, "")].some(
      (each) => each.length > 2 && words(each) !== NUMBER && words(said).includes(words(each)),
    );
  const columns = LISTED.test(said)
    ? list.columns.flatMap(({ name }, at) => (isNamed(name) ? [wordIn(cells[at] ?? "") ?? ""] : []))
    : [];
  const mail = MAIL.test(said) ? EMAIL.exec(text)?.[0] : undefined;
  const all = [otherEnd(said, search), mail, whomOf(said, list, item), ...columns];
  const isNew = (part: string): boolean =>
    part !== "" && part.toLowerCase() !== search.term.toLowerCase() && rowsWith(list, part) < list.rows;
  const fits = [...new Set(all.filter((part) => part !== undefined))].filter(isNew);
  return fits.filter((part) => !fits.some((other) => other !== part && other.includes(part)));
};

const MOST = 3;

const draft = (page: SitePage | undefined, search: SiteSearch): Draft[] => {
  const list = page ? mainList(page.survey) : null;
  const row = list?.items.find(({ text }) => text.includes(search.item));
  if (!page || !list || !row || !search.inPlace || search.suggests || search.rows.nonsense > 0) return [];
  const parts = partsOf(search, list, row).slice(0, MOST);
  // Who finds just one may be led to it.
  const isFound: StepDocument =
    search.trigger === "typing"
      ? shows(search, search.item)
      : { expect: { text: { target: literalTarget(mainOf(page.survey)), contains: literal(search.item) } } };
  const looked = parts.flatMap((part): StepDocument[] => [
    // What was there before is not yet what was looked for.
    ...searchFor(search, NONSENSE),
    gone(search, search.item),
    ...searchFor(search, literal(part)),
    isFound,
  ]);
  return parts.length === 0
    ? []
    : [
        {
          id: `search-${search.pageId}-parts`,
          title: `"${short(search.item, 30)}" is found by ${parts.map((part) => `"${short(part, 30)}"`).join(", ")} as well`,
          steps: [{ goto: literal(search.path) }, ...looked],
          rank: 17,
        },
      ];
};

export const searchParts = defineOracle({
  id: "search-parts",
  joins: true,
  summary: "A search finds by each thing that its field names, and by either end of a name.",
  looks: true,
  applies: ({ pages, searches }) =>
    searches
      .filter(({ found }) => found)
      .flatMap((search) =>
        draft(
          pages.find(({ id }) => id === search.pageId),
          search,
        ),
      ),
});
