import { withoutQuery } from "#core/explore/pages/address.ts";
import { rowsOf } from "#core/explore/lists/lists.ts";
import { countersOf, mainOf } from "#core/generate/counts/counts.ts";
import type { Counter } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { listName } from "#core/generate/page-names.ts";
import { captureName, literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import { isAnswered } from "#core/explore/pages/by-address.ts";

const draft = (page: SitePage, { list, pattern }: Counter, name: string): Draft | null => {
  const rows = rowsOf(list);
  if (!rows) return null;
  const variable = captureName("number_on", page.id);
  return {
    id: `counter-${page.id}`,
    title: `The number above ${name} agrees with what is listed`,
    steps: [
      ...openPage(page),
      { wait_for: "idle" },
      { capture: { [variable]: { text: literalTarget(mainOf(page.survey)), match: pattern } } },
      { expect: { count: { target: literalTarget(rows), is: `\${${variable}}` } } },
    ],
    rank: 19,
  };
};

/** As many as a suite makes of one kind, at most. */
const ROOM = 8;

/** Some more rows, as the suite makes them, and the list goes on on a second page, as it does where less was chosen. */
const mayTurn = (site: SiteModel, page: SitePage, { list, number }: Counter): boolean =>
  number === list.rows &&
  site.pages.some(
    ({ path, survey }) =>
      withoutQuery(path) === withoutQuery(page.path) &&
      survey.collections.some(({ rows, paging }) => paging?.next && list.rows + ROOM > rows),
  );

/** Who is there for the others, and is not counted among them. */
const LEADS =
  /(?<!\p{L})(?:teacher|tutor|instructor|trainer|coach|host|organi[sz]er|leader|owner|moderator|chair|lehrer(?:in)?|leitung|leiter(?:in)?|gastgeber(?:in)?|professeur|organisateur|profesor|docente)(?!\p{L})/iu;

/** Those are counted alone that are not marked as who leads the others: "9 participants", and a teacher. */
const isOfOthers = ({ list, number }: Counter): boolean => {
  const leading = list.items.filter(({ text }) => LEADS.test(text));
  return list.items.length === list.rows && leading.length > 0 && number === list.rows - leading.length;
};

export const counters = defineOracle({
  id: "counters",
  joins: true,
  summary: "A number that counts a list agrees with the rows that are there.",
  looks: true,
  applies(site) {
    const seen = new Set<string>();
    return site.pages.flatMap((page) => {
      if (!isAnswered(page)) return [];
      return countersOf(page.survey).flatMap((counter) => {
        const kind = `${withoutQuery(page.pattern)} ${counter.pattern}`;
        if (seen.has(kind) || mayTurn(site, page, counter) || isOfOthers(counter)) return [];
        const name = listName(counter.list) === "" ? "the list" : `"${short(listName(counter.list), 30)}"`;
        const found = draft(page, counter, name);
        if (!found) return [];
        seen.add(kind);
        return [found];
      });
    });
  },
});
