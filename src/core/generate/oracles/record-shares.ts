import { fold, headingOf } from "#core/explore/lists/lists.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { stem } from "#core/generate/counts/counts.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fixturesOf } from "#core/generate/forms.ts";
import { removal } from "#core/generate/records/record-removal.ts";
import { another, isNamed, making, openList, planOf } from "#core/generate/records/record-plan.ts";
import type { Plan } from "#core/generate/records/record-plan.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { captureName, idle, literal, literalTarget, openPage, short } from "#core/generate/steps.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { Target } from "#model/target.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

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

const A_WORD = /^[\p{L}\d][\p{L}\d.+-]{1,23}$/u;

/** The same of what is typed, such as tags: a table has a column called so, with words of which one can be typed. */
const typedShareIn = (page: SitePage, plan: Plan, { field }: Entry): Share | null => {
  if (field.type !== "text" && field.type !== "") return null;
  for (const { columns, items } of page.survey.collections) {
    const names = items.map(({ cells }) => fold(cells[0] ?? ""));
    const word = names.find((name) => A_WORD.test(name));
    if (word === undefined || stem(fold(columns[0]?.name ?? "")) !== stem(field.name)) continue;
    if (isNamed(plan, field)) continue;
    const share = shareIn(page, plan, word, names);
    if (share) return share;
  }
  return null;
};

const named = ({ field }: Entry, { of: value }: Share): Entry => ({
  kind: "fill",
  field,
  value: literal(value),
  fixtures: {},
});

const shareFor = (plan: Plan, others: SitePage[], entry: Entry): Share | null => {
  const found = others.flatMap((page) =>
    entry.kind === "select"
      ? (shareIn(page, plan, fold(entry.option), entry.field.options.map(fold)) ?? [])
      : (typedShareIn(page, plan, entry) ?? []),
  );
  return found[0] ?? null;
};

const drafts = (site: SiteModel, begun: Plan): Draft[] => {
  const { record, entries, id } = begun;
  if (removal(begun) === null || record.remove?.stays || record.local) return [];
  const others = site.pages.filter((page) => isByAddress(page) && page.id !== record.pageId);
  const shares = entries.flatMap((entry) => {
    const share = shareFor(begun, others, entry);
    return share ? [{ entry, share }] : [];
  });
  // Of what is chosen one, and one of what is typed.
  const some = [...Map.groupBy(shares, ({ entry }) => entry.kind).values()].flatMap(([first]) => first ?? []);
  return some.map(({ entry, share }, at) => {
    const plan = another(begun, at > 0 ? "counted_too" : "counted");
    const made = plan.entries.map((each, place) =>
      entry.kind === "fill" && place === entries.indexOf(entry) ? named(entry, share) : each,
    );
    const before = captureName("number_for", id);
    const look: StepDocument[] = [...openPage(share.page), idle];
    return {
      id: `counts-${id}${at > 0 ? `-${slug(entry.field.name)}` : ""}`,
      title: `What is made as "${short(share.of, 30)}" counts in its "${short(share.column, 30)}"`,
      steps: [
        ...look,
        { capture: { [before]: { text: share.cell } } },
        openList(plan),
        ...making({ ...plan, entries: made }),
        ...look,
        { expect: { text: { target: share.cell, is: `\${${before}}`, not: true } } },
        ...(removal(plan, { isShown: true }) ?? []),
        ...look,
        { expect: { text: { target: share.cell, is: `\${${before}}` } } },
      ],
      fixtures: fixturesOf(made),
      rank: 21,
    };
  });
};

export const recordShares = defineOracle({
  id: "record-shares",
  summary:
    "A number that counts the items of a kind is another one once there is one more, and the same again once that is gone.",
  applies: (site) =>
    site.records.flatMap((record) => {
      const plan = planOf(site, record);
      return plan ? drafts(site, plan) : [];
    }),
});
