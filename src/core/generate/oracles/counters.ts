import { withoutQuery } from "#core/explore/address.ts";
import { rowsOf } from "#core/explore/lists.ts";
import { countersOf, mainOf } from "#core/generate/counts.ts";
import type { Counter } from "#core/generate/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { captureName, literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { SitePage } from "#model/site.ts";
import { isAnswered } from "#core/explore/by-address.ts";

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
        if (seen.has(kind)) return [];
        const name = counter.list.name === "" ? "the list" : `"${short(counter.list.name, 30)}"`;
        const found = draft(page, counter, name);
        if (!found) return [];
        seen.add(kind);
        return [found];
      });
    });
  },
});
