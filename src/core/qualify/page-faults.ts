import { masked } from "#core/run/mask.ts";
import type { ElementFact, ListFact } from "#ports/edge.ts";
import type { Draft } from "./http-faults.ts";
import { orderOf } from "./order.ts";
import type { Random } from "./random.ts";
import { pageOf, pathPatternOf } from "./routes.ts";
import { firstPlaces, looksOf, textAfter } from "./seen.ts";
import type { SeenFacts, Traffic } from "./traffic.ts";

const mostTexts = 8;
const isWhole = (text: string): boolean => !text.includes(masked);
const mostElements = 5;

type Met<T> = { item: T; first: SeenFacts; all: SeenFacts[]; rank: number };

const shapeOf = (css: string): string => css.replaceAll(/:nth-of-type\(\d+\)/g, "");

/** The same things of one page over all looks at it; of those alike, such as cells of a column, the first. */
const gather = <T extends { css: string }>(
  looks: readonly SeenFacts[],
  itemsOf: (look: SeenFacts) => readonly T[],
  rankOf: (item: T, look: SeenFacts) => number,
): Met<T>[] => {
  const met = new Map<string, Met<T>>();
  const byShape = new Map<string, string>();
  for (const look of looks) {
    for (const item of itemsOf(look)) {
      const shape = shapeOf(item.css);
      if ((byShape.get(shape) ?? item.css) !== item.css) continue;
      byShape.set(shape, item.css);
      const known = met.get(item.css);
      if (known) known.all.push(look);
      else met.set(item.css, { item, first: look, all: [look], rank: rankOf(item, look) });
    }
  }
  return [...met.values()];
};

/** Those of lower rank first, of each rank in the order of chance. */
const foremost = <T>(met: readonly Met<T>[], most: number, random: Random): Met<T>[] =>
  random
    .shuffled(met)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most);

const clipped = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** The faults that what the pages showed makes meaningful; `again` is what they showed in a second control. */
export const pageFaults = (traffic: Traffic, again: Traffic, random: Random): Draft[] => {
  const pages = new Map<string, SeenFacts[]>();
  for (const look of traffic.facts) {
    const path = pathPatternOf(look.facts.url);
    pages.set(path, [...(pages.get(path) ?? []), look]);
  }
  return [...pages].flatMap(([path, looks]) => faultsOfPage(path, looks, traffic, again, random));
};

const faultsOfPage = (
  path: string,
  looks: SeenFacts[],
  traffic: Traffic,
  again: Traffic,
  random: Random,
): Draft[] => {
  const [firstLook] = looks;
  if (!firstLook) return [];
  const where = pageOf(firstLook.facts.url);
  const acted = new Set(traffic.acts.map(({ label }) => label?.replace(/^\w+ /, "")));

  /** What the element said in both controls; null when it says something else each time. */
  const steadyText = ({ css, text }: ElementFact, look: SeenFacts): string | null => {
    const other = looksOf(again, look.caseId)[looksOf(traffic, look.caseId).indexOf(look)];
    const same = other?.facts.elements.find((each) => each.css === css);
    return same?.text === text && isWhole(text) ? text : null;
  };
  const isFresh = ({ text }: ElementFact, look: SeenFacts): boolean => {
    const before = traffic.facts.findLast((each) => each.caseId === look.caseId && each.at < look.at);
    return before !== undefined && !before.facts.elements.some((each) => each.text === text);
  };
  const rank = (element: ElementFact, look: SeenFacts): number => {
    if (element.role === "status" || element.role === "alert") return 0;
    if (isFresh(element, look) && traffic.acts.some((act) => act.caseId === look.caseId && act.at < look.at))
      return 1;
    if (/\d/.test(element.text)) return 1;
    return element.role === "heading" ? 2 : 3;
  };

  const texts = gather(
    looks,
    ({ facts }) =>
      facts.elements.filter(
        ({ chrome, interactive, text, tag }) =>
          !chrome && !interactive && tag !== "img" && text !== "" && text.length <= 120,
      ),
    rank,
  );
  const things = gather(
    looks,
    ({ facts }) =>
      facts.elements.filter(
        ({ chrome, role, text }) =>
          !chrome &&
          /^(?:heading|status|alert|img|button)$/.test(role ?? "") &&
          !acted.has(JSON.stringify(text)),
      ),
    rank,
  );
  const lists = gather(
    looks,
    ({ facts }) => facts.lists.filter(({ chrome, tag }) => !chrome && !/^(?:tr|form|select)$/.test(tag)),
    ({ rows }) => -rows.length,
  );

  return [
    ...foremost(texts, mostTexts, random).map((met) =>
      textFault(met, path, where, steadyText(met.item, met.first)),
    ),
    ...foremost(things, mostElements, random).map((met) => missingFault(met, path, where)),
    ...foremost(lists, 2, random).flatMap((met) => rowFaults(met, path, where, random)),
  ];
};

const seenOf = ({ all }: { all: SeenFacts[] }): Pick<Draft, "seen"> => ({ seen: firstPlaces(all) });

const textFault = (met: Met<ElementFact>, path: string, where: string, from: string | null): Draft => {
  const { css, text } = met.item;
  const to = /\d/.test(text) ? "one_more" : "undefined";
  const whole = text.length >= 4 ? { text } : { text: { target: { css }, is: text } };
  return {
    kind: "text_changed",
    what:
      to === "one_more"
        ? `the number in ${clipped(text)} on ${where} is one too many`
        : `${where} shows "undefined" in place of ${clipped(text)}`,
    where,
    ...seenOf(met),
    change: { shown: { path, css, kind: "text", from, to } },
    should:
      from === null ? `what stands where ${clipped(text)} was is right` : `the page shows ${clipped(text)}`,
    expect: from === null ? null : whole,
  };
};

const missingFault = (met: Met<ElementFact>, path: string, where: string): Draft => {
  const { css, text, role, tag } = met.item;
  const named = text === "" ? `the ${role ?? tag}` : `the ${role ?? tag} ${clipped(text)}`;
  return {
    kind: "element_missing",
    what: `${named} is missing on ${where}`,
    where,
    ...seenOf(met),
    change: { shown: { path, css, kind: "missing" } },
    should: `${named} can be seen`,
    expect: {
      visible:
        role !== null && text !== "" && role !== "status" && role !== "alert"
          ? { role, name: text }
          : { css },
    },
  };
};

const rowFaults = (met: Met<ListFact>, path: string, where: string, random: Random): Draft[] => {
  const { css, tag, rows } = met.item;
  const row = random.below(rows.length);
  const items = tag === "tbody" ? "rows" : "items";
  const count = { count: { target: { css: `${css} > *` }, is: rows.length } };
  const shared = { where, ...seenOf(met) };
  const should = `there are ${rows.length} ${items}`;
  const what = (how: string): string => `${items} of the list at ${css} on ${where}: ${how}`;
  const change = (how: "missing" | "doubled" | "unsorted"): Draft["change"] => ({
    shown: { path, css, kind: "rows", how, row },
  });
  const order = orderOf(rows);
  return [
    {
      kind: "rows_missing",
      what: what("one is missing"),
      ...shared,
      change: change("missing"),
      should,
      expect: count,
    },
    {
      kind: "rows_doubled",
      what: what("one comes twice"),
      ...shared,
      change: change("doubled"),
      should,
      expect: count,
    },
    ...(order === null
      ? []
      : [
          {
            kind: "rows_unsorted" as const,
            what: what("they come in the opposite order"),
            ...shared,
            change: change("unsorted"),
            should: `the ${items} are in order`,
            expect: {
              sorted: {
                target: {
                  css: order.column === null ? `${css} > *` : `${css} > * > *:nth-child(${order.column + 1})`,
                },
                by: order.by,
                order: order.order,
              },
            },
          },
        ]),
  ];
};

/** Controls that the suite uses to set something off, which come to nothing. */
export const deadFaults = (traffic: Traffic): Draft[] => {
  const known = new Map<string, Draft & { change: { dead: { path: string; targets: string[] } } }>();
  for (const act of traffic.acts) {
    const path = pathPatternOf(act.url);
    const named = act.label ?? act.target;
    const key = `${path} ${act.does} ${named}`;
    const draft = known.get(key);
    const place = { caseId: act.caseId, step: act.step };
    if (draft) {
      draft.seen = firstPlaces([...draft.seen, place]);
      const { targets } = draft.change.dead;
      if (!targets.includes(act.target)) targets.push(act.target);
      continue;
    }
    const where = pageOf(act.url);
    const text = textAfter(traffic, act.caseId, act.at);
    known.set(key, {
      kind: "dead_control",
      what: `${act.does === "click" ? "a click on" : "Enter in"} ${named} on ${where} does nothing`,
      where,
      seen: [place],
      change: { dead: { path, targets: [act.target] } },
      should: text === null ? "what it sets off has happened" : `the page then shows ${clipped(text)}`,
      expect: text === null ? null : { text },
    });
  }
  return [...known.values()];
};
