import { fold, headingOf } from "#core/explore/lists.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { stem } from "#core/generate/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { removal } from "#core/generate/record-removal.ts";
import { another, making, openList, planOf } from "#core/generate/record-plan.ts";
import type { Plan } from "#core/generate/record-plan.ts";
import { captureName, idle, literal, literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { SiteModel, SitePage } from "#model/site.ts";
import type { Target } from "#model/target.ts";
import { isByAddress } from "#core/explore/by-address.ts";

/** A number of items that a row of another list has, such as the events of a category. */
type Share = { page: SitePage; cell: Target; column: string; of: string };

const nounsOf = ({ page, called }: Plan): Set<string> => {
  const heading = page?.survey.headings.find(({ level }) => level === 1)?.text ?? "";
  return new Set([heading, called].map((text) => stem(/(\p{L}+)\W*$/u.exec(text)?.[1] ?? "")));
};

/** The rows of a table that bear the names of what can be chosen for an item, with a column that counts such items. */
const shareIn = (page: SitePage, plan: Plan, option: string, options: string[]): Share | null => {
  const nouns = nounsOf(plan);
  for (const list of page.survey.collections) {
    const at = list.columns.findIndex(({ name }) => nouns.has(stem(fold(name))));
    const column = at < 0 ? null : headingOf(list, at);
    const names = list.items.map(({ cells }) => fold(cells[0] ?? ""));
    const isOfOptions = names.filter((name) => options.includes(name)).length * 2 > names.length;
    const isCount = list.items.every(({ cells }) => /^\d{1,4}$/.test(fold(cells[at] ?? "")));
    const rows = list.items.filter(({ text }) => text.includes(option));
    if (list.kind !== "table" || list.target === null || column === null || list.paging) continue;
    if (!isOfOptions || !isCount || rows.length !== 1 || !names.includes(option)) continue;
    const row = { role: "row", name: literal(option), within: literalTarget(list.target) };
    return { page, column, of: option, cell: { column, within: row } };
  }
  return null;
};

const draft = (site: SiteModel, plan: Plan): Draft[] => {
  const { record, entries, id } = plan;
  const removed = removal(plan);
  if (removed === null || record.local) return [];
  for (const entry of entries) {
    if (entry.kind !== "select") continue;
    const options = entry.field.options.map(fold);
    const [share] = site.pages
      .filter(({ setup, status, id: own }) => isByAddress({ setup, status }) && own !== record.pageId)
      .flatMap((page) => shareIn(page, plan, fold(entry.option), options) ?? []);
    if (!share) continue;
    const before = captureName("number_for", id);
    const look: StepDocument[] = [...openPage(share.page), idle];
    return [
      {
        id: `counts-${id}`,
        title: `What is made as "${short(share.of, 30)}" counts in its "${short(share.column, 30)}"`,
        steps: [
          ...look,
          { capture: { [before]: { text: share.cell } } },
          openList(plan),
          ...making(plan),
          ...look,
          { expect: { text: { target: share.cell, is: `\${${before}}`, not: true } } },
          ...removed,
          ...look,
          { expect: { text: { target: share.cell, is: `\${${before}}` } } },
        ],
        fixtures: fixturesOf(entries),
        rank: 21,
      },
    ];
  }
  return [];
};

export const recordShares = defineOracle({
  id: "record-shares",
  summary:
    "A number that counts the items of a kind is another one once there is one more, and the same again once that is gone.",
  applies: (site) =>
    site.records.flatMap((record) => {
      const plan = planOf(site, record);
      return plan ? draft(site, another(plan, "counted")) : [];
    }),
});
