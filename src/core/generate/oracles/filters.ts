import { escapeRegex } from "#model/escape-regex.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { FilterOption, SiteFilter } from "#model/site-lists.ts";
import type { SiteModel } from "#model/site.ts";
import { namesOf, rowsOf } from "#core/explore/lists/lists.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { showsAll } from "#core/explore/probes/filter-tabs.ts";
import { areShortened, choose, includesOthers, nameOfChoice, saidOf } from "#core/generate/filter-choices.ts";
import { areOpposite } from "#core/generate/counts/opposite.ts";
import {
  asObject,
  anyCase,
  literal,
  literalTarget,
  noErrors,
  problemsOf,
  short,
} from "#core/generate/steps.ts";

/** In a list of fewer items, two choices may well give the same. */
const LEAST_ROWS = 5;

const EVERYTHING = /^(?:show )?(?:all|any|everything|alle|alles|tous|toutes|todos|todas|tutti|tutte)$/i;

const isWhole = ({ before }: SiteFilter, { names }: FilterOption): boolean =>
  names.join("\n") === before.join("\n");

/** Rows show what they were chosen by: then those of every choice have to. */
const carrying = (filter: SiteFilter): FilterOption[] => {
  // One that changes nothing is here only where it has to.
  if (filter.kind === "select" && filter.options.every((option) => isWhole(filter, option)))
    return filter.options.filter(({ partly }) => partly).slice(0, 2);
  const real = filter.options.filter((option) => option.names.length > 0);
  const carried = real.filter((option) => option.carried && !isWhole(filter, option));
  const lying = real.filter((option) => saidOf(filter, option) === "others");
  const known = carried.length >= 2 || (carried.length === 1 && real.length <= 3) || lying.length > 0;
  const says = (option: FilterOption): boolean =>
    option.carried ||
    lying.includes(option) ||
    (option.partly &&
      saidOf(filter, option) !== "more" &&
      !areShortened(option) &&
      (isWhole(filter, option) || !includesOthers(filter, option)));
  // What shows everything is not called what each of it is called, though some of it may be.
  const isAll = (option: FilterOption): boolean =>
    EVERYTHING.test(option.label.trim()) || (showsAll(option.label) && isWhole(filter, option));
  return known ? real.filter((option) => says(option) && !isAll(option)) : [];
};

/** How far, how much or how long: what is within the one is so within a looser one as well. "4★ & up", "Last 7 days", "50 km". */
const BOUND =
  /^[^\p{L}\d]*(?!(?:1[5-9]|20)\d\d$)\d|[+≥≤<>]|& up\b|\b(?:or|and) (?:more|less|up|above|below|over|under|older|newer|later|earlier)\b|\bat (?:least|most)\b|\bup to\b|\b(?:within|over|under|above|below|more than|less than|older than|until|since|max\.?|min\.?|bis|ab|unter|[üu]ber|mindestens|h[öo]chstens|moins de|plus de|jusqu.[àa]|menos de|m[áa]s de|hasta|desde)\s?\D{0,3}\d|^(?:today|(?:this|last|past|the last|the past)(?: \d+)? (?:hours?|days?|weeks?|months?|quarters?|years?)|heute|dies\p{L}* (?:woche|monat|jahr)|letzte\p{L}*|aujourd.hui|cette semaine|ce mois|derni[eè]re?s?|hoy|est[ea] (?:semana|mes|año)|[úu]ltim[oa]s?)(?!\p{L})/iu;

const isBound = ({ label }: FilterOption): boolean => BOUND.test(label.trim());

const areNested = (parts: FilterOption[]): boolean =>
  parts.some((part) =>
    parts.some(
      (other) =>
        part.names.length < other.names.length && part.names.every((name) => other.names.includes(name)),
    ),
  );

/** Choices of a part each, of which none is shown under the other. */
const apart = (filter: SiteFilter): [FilterOption, FilterOption] | null => {
  const { before, options } = filter;
  if (before.length < LEAST_ROWS || filter.list.paging) return null;
  const part = (option: FilterOption): boolean =>
    option.names.length > 0 && option.names.length < before.length;
  const shares = (a: FilterOption, b: FilterOption): boolean =>
    a.names.some((name) => b.names.includes(name));
  const parts = options.filter(part);
  // One that shows all there is although it is not the first, while another shows a part, chooses nothing.
  const dead = options
    .slice(1)
    .find((option) => isWhole(filter, option) && !/^(?:all|alle|tous|todos|tutti)\b/i.test(option.label));
  const [first] = parts;
  const mayInclude = dead && first && (isBound(first) || isBound(dead) || areNested(parts));
  if (dead && first && !mayInclude && (filter.name !== "choices" || areOpposite(first.label, dead.label)))
    return [first, dead];
  for (const a of parts) {
    const b = parts.find((other) => other !== a && !shares(a, other));
    if (b) return [a, b];
  }
  return null;
};

/** "Data", where that is not but a part of another choice, "Data Ethics" or "Big Data". */
const saysJust = (filter: SiteFilter, option: FilterOption): string => {
  const own = nameOfChoice(option);
  const parts = filter.options
    .map(nameOfChoice)
    .filter((name) => name.length > own.length)
    .flatMap((name): [string, string][] => {
      const at = name.toLowerCase().indexOf(own.toLowerCase());
      return at < 0 ? [] : [[name.slice(0, at), name.slice(at + own.length)]];
    });
  const ahead = parts.flatMap(([before, after]) => (before === "" ? [escapeRegex(after)] : []));
  const behind = parts.flatMap(([before, after]) => (after === "" ? [escapeRegex(before)] : []));
  const not = (sign: string, some: string[]): string =>
    some.length > 0 ? `(?${sign}${some.join("|")})` : "";
  return parts.length === 0 ? anyCase(own) : `(?i:${not("<!", behind)}${escapeRegex(own)}${not("!", ahead)})`;
};

const draft = (site: SiteModel, filter: SiteFilter): Draft | null => {
  const rows = rowsOf(filter.list);
  const names = namesOf(filter.list);
  if (!rows || !names) return null;
  const open: StepDocument = { goto: literal(filter.path) };
  const steps: StepDocument[] = [];
  const carried = carrying(filter);
  for (const option of carried) {
    const target = asObject(literalTarget(rows));
    steps.push(...choose(filter, option), {
      expect: { each: { target, matches: saysJust(filter, option) } },
    });
  }
  const pair = carried.length > 0 ? null : apart(filter);
  if (pair) {
    const name = `first_of_${slug(pair[0].label).replaceAll("-", "_") || "choice"}`;
    steps.push(
      ...choose(filter, pair[0]),
      { capture: { [name]: { text: literalTarget({ ...names, nth: 0 }) } } },
      ...choose(filter, pair[1]),
      {
        expect: {
          hidden: { text: `\${${name}}`, exact: true, within: literalTarget(filter.list.target ?? rows) },
        },
      },
    );
  }
  // A choice that goes wrong is worth a case whatever it shows.
  const wrong = filter.options.filter(({ problems }) => problems.length > 0);
  if (steps.length === 0 && wrong.length === 0) return null;
  const seen = noErrors(problemsOf(site), site.login?.used ?? false);
  for (const option of wrong) {
    // What went wrong may have taken the choices away with it.
    if (!carried.includes(option)) steps.push(open, ...choose(filter, option), seen, open);
  }
  const chooseAll =
    filter.kind === "select" && filter.all !== null
      ? choose(filter, { ...(filter.options[0] ?? blank), label: filter.all })
      : null;
  if (chooseAll)
    steps.push(...chooseAll, { expect: { count: { target: literalTarget(rows), is: "${rows_of_all}" } } });
  // What is listed before anything is asked for may be a few of them.
  const ask = filter.apply !== null && chooseAll ? chooseAll : [];
  const loggedIn = site.login?.used ?? false;
  const title =
    filter.kind === "tabs"
      ? `Each tab of ${filter.path} shows items of its own`
      : `Each choice of "${short(filter.name)}" shows the items that belong to it`;
  return {
    id: `filter-${filter.pageId}-${slug(filter.name) || "select"}`,
    title,
    steps: [
      open,
      { wait_for: "idle" },
      ...(chooseAll ? [...ask, { capture: { rows_of_all: { count: literalTarget(rows) } } }] : []),
      ...steps,
      noErrors(problemsOf(site), loggedIn),
    ],
    rank: 16,
  };
};

const blank: FilterOption = {
  label: "",
  target: null,
  names: [],
  rows: null,
  next: null,
  clear: null,
  carried: false,
  partly: false,
  strays: [],
  cells: [],
  said: [],
  address: null,
  problems: [],
};

/** What is chosen comes, be it that there is nothing of it. */
const comes = ({ pages }: SiteModel, filter: SiteFilter): Draft[] =>
  filter.options
    .flatMap((option) => (option.endless === undefined ? [] : [{ option, words: option.endless }]))
    // What is said before anything is chosen is about something else.
    .filter(({ words }) => !pages.some(({ survey }) => survey.text.includes(words)))
    .slice(0, 1)
    .map(({ option, words }) => ({
      id: `filter-${filter.pageId}-${slug(filter.name) || "select"}-loads`,
      title: `"${short(option.label, 30)}" shows what there is of it, or that there is nothing`,
      steps: [
        { goto: literal(filter.path) },
        { wait_for: "idle" },
        ...choose(filter, option),
        { wait_for: "idle" },
        { expect: { hidden: { text: literal(words) } } },
      ],
      rank: 14,
    }));

export const filters = defineOracle({
  id: "filters",
  joins: true,
  summary: "Every choice of a filter, and every tab above a list, shows items that belong to it.",
  looks: true,
  applies: (site) =>
    site.filters.flatMap((filter) => {
      const found = draft(site, filter);
      return [...(found ? [found] : []), ...comes(site, filter)];
    }),
});
