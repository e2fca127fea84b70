import { findValues, readDate, readNumber } from "#core/suite/order.ts";
import type { SiteRange } from "#model/site-choices.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { fold, itemName, mainList, rowsOf, sameList } from "#core/explore/lists/lists.ts";
import { yearsIn } from "#core/explore/forms/values.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, spend } from "#core/explore/pages/walk.ts";
import { CREATE, SAVES } from "#core/explore/words.ts";

const LOW = /(?:^|\b)(?:from|min(?:imum)?|lowest|since|at least|von|ab|mindestens|de|desde|da)\b|[≥>]=?/i;
const HIGH =
  /(?:^|\b)(?:to|max(?:imum)?|highest|until|till|up to|at most|through|bis|h[öo]chstens|[àa]|hasta)\b|[≤<]=?/i;
/** The value itself is not meant. */
const BEYOND = /\b(?:before|below|under|less|above|over|more than|after|exclusive|unter|vor|[üu]ber|nach)\b/i;

const MOST = 2;
const LEAST_VALUES = 3;

type Kind = "year" | "money" | "date" | "number";
type Pair = { form: SurveyForm; low: SurveyField; high: SurveyField };

const isFree = ({ type, disabled, read_only, target }: SurveyField): boolean =>
  /^(?:text|number|date|search)$/.test(type) && !disabled && !read_only && target !== null;

const pairsIn = (page: SitePage): Pair[] =>
  page.survey.forms.flatMap((form) => {
    const { method, action, purpose, fields, submit, name } = form;
    const sends = method.toLowerCase() === "post" && action !== null;
    const saves = [submit?.name ?? "", name].some((words) => SAVES.test(words) || CREATE.test(words));
    if (sends || saves || purpose === "login" || fields.some(({ required }) => required)) return [];
    return fields.flatMap((low, at) => {
      const high = fields[at + 1];
      const fits =
        high !== undefined &&
        low.type === high.type &&
        [low, high].every((field) => isFree(field) && !BEYOND.test(field.name)) &&
        LOW.test(low.name) &&
        HIGH.test(high.name) &&
        low.value === "" &&
        high.value === "";
      return fits ? [{ form, low, high }] : [];
    });
  });

/** What a row shows of a kind, as it is written: in the column with the fields' word, where that has such values. */
const shownOf = (list: SurveyCollection, kind: Kind, column: number): string[][] => {
  const isIn =
    kind !== "number" && list.items.some(({ cells }) => findIn(cells[column] ?? "", kind).length > 0);
  return list.items.map(({ text, cells }) => {
    if (kind === "number") return cells[column] === undefined ? [] : [fold(cells[column])];
    return findIn(isIn ? (cells[column] ?? "") : text, kind);
  });
};

/** A time behind a day. */
const TIME = /[T,]?\s*\d{1,2}:\d{2}.*$/;

const findIn = (text: string, kind: Exclude<Kind, "number">): string[] => {
  if (kind === "year") return yearsIn(text);
  const found = findValues(fold(text), kind);
  return kind === "date" ? found.map((each) => each.replace(TIME, "")) : found;
};

const NUMERIC = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/;

/** Whether days in numbers alone begin with the day of the month; null where nothing tells. */
const isDayFirst = (shown: string[]): boolean | null => {
  const found = shown.flatMap((each) => {
    const [, first, second] = NUMERIC.exec(each) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  if (found.some(([first]) => first > 12)) return true;
  if (found.some(([, second]) => second > 12)) return false;
  return shown.some((each) => each.includes(".")) ? true : null;
};

const two = (number: number): string => String(number).padStart(2, "0");

/** A value as fields of the type take it. */
const typedAs = (kind: Kind, shown: string, dayFirst: boolean | null): string | null => {
  if (kind === "year") return shown;
  if (kind !== "date") {
    const number = readNumber(shown);
    return number === null ? null : String(number);
  }
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(shown)?.[0];
  if (iso !== undefined) return iso;
  const isNumeric = NUMERIC.test(shown);
  if (isNumeric ? dayFirst === null : !/\p{L}/u.test(shown)) return null;
  const time = readDate(isNumeric ? shown : `${shown} UTC`, dayFirst ?? true);
  if (time === null) return null;
  const day = new Date(time);
  return `${day.getUTCFullYear()}-${two(day.getUTCMonth() + 1)}-${two(day.getUTCDate())}`;
};

type Values = { kind: Kind; column: number; shown: string[]; typed: string[]; dayFirst: boolean | null };

/** Of rows with several days, each column of days, one a cell. */
const ofDayColumns = (list: SurveyCollection, { low }: Pair): Values[] => {
  if (low.type !== "date") return [];
  return list.columns.flatMap((_, column): Values[] => {
    const all = list.items.map(({ cells }) => findIn(cells[column] ?? "", "date"));
    const shown = all.flat();
    const dayFirst = isDayFirst(shown);
    const typed = shown.map((each) => typedAs("date", each, dayFirst));
    const isOfDays = all.every(({ length }) => length === 1) && !typed.includes(null);
    if (!isOfDays || new Set(typed).size < LEAST_VALUES) return [];
    return [{ kind: "date", column, shown, typed: typed.flatMap((each) => each ?? []), dayFirst }];
  });
};

/** The one kind of value that the fields can be about: each row has to show it once. */
const valuesFor = (list: SurveyCollection, { form, low }: Pair): Values | null => {
  const words = `${low.name} ${form.name}`;
  const [own = -1, ofForm = -1] = [low.name, words].map((text) =>
    list.columns.findIndex(({ name }) => {
      const heading = fold(withoutArrows(name)).toLowerCase();
      return heading !== "" && text.toLowerCase().includes(heading);
    }),
  );
  const column = own >= 0 ? own : ofForm;
  const kinds: Kind[] =
    low.type === "date"
      ? ["date"]
      : /price|cost|amount|preis|prix|precio|[€$£]/i.test(words)
        ? ["money"]
        : /year|jahr|ann[ée]e|a[ñn]o|published/i.test(words)
          ? ["year", ...(column >= 0 ? (["number"] as const) : [])]
          : column >= 0
            ? ["money", "number"]
            : ["money", "year"];
  for (const kind of kinds) {
    const all = shownOf(list, kind, column);
    const shown = all.flat();
    const dayFirst = kind === "date" ? isDayFirst(shown) : null;
    const typed = shown.map((each) => typedAs(kind, each, dayFirst));
    if (all.some(({ length }) => length !== 1) || typed.includes(null)) continue;
    if (new Set(typed).size < LEAST_VALUES) continue;
    return { kind, column, shown, typed: typed.flatMap((each) => each ?? []), dayFirst };
  }
  return null;
};

const compare = (kind: Kind, a: string, b: string): number =>
  kind === "date" ? (a < b ? -1 : a > b ? 1 : 0) : Number(a) - Number(b);

/** `held`: what the fields have then, by their names. */
type Answer = { list: SurveyCollection | null; held: Map<string, string>; apply: Target | null };

/** What the list shows with these values in the fields; null where it could not be asked. */
const ask = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
  { form, low, high }: Pair,
  values: { low?: string; high?: string },
): Promise<Answer | null> => {
  if (!(await open(walk, page.path)).ok) return null;
  const wait = { timeoutMs: ACT_TIMEOUT };
  for (const [field, value] of [[low, values.low] as const, [high, values.high] as const]) {
    if (value === undefined) continue;
    if (!field.target || !spend(walk)) return null;
    if (!(await walk.session.page.act(field.target, { kind: "fill", value }, wait)).ok) return null;
  }
  const apply = form.submit?.target ?? null;
  if (apply !== null && spend(walk)) {
    if (!(await walk.session.page.act(apply, { kind: "click" }, wait)).ok) return null;
  }
  // What is typed may be asked for a moment later.
  const survey = await lookAnswered(walk);
  if (!survey) return null;
  const held = new Map(survey.forms.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value])));
  return { list: sameList(survey, list), held, apply };
};

/** Of what the list then shows all is within, and something is left out. */
const isWithin = (
  shown: SurveyCollection | null,
  { kind, column, dayFirst }: Values,
  fits: (value: string) => boolean,
): boolean => {
  if (!shown || shown.items.length === 0) return false;
  const values = shownOf(shown, kind, column).map((each) =>
    each.length === 1 ? typedAs(kind, each[0] ?? "", dayFirst) : null,
  );
  return values.every((value) => value !== null && fits(value));
};

/** `isShown`: each of the bounds alone leaves the item that lies at it. */
type Found = { range: SiteRange; isShown: boolean };

const probe = async (
  walk: Walk,
  page: SitePage,
  list: SurveyCollection,
  pair: Pair,
  values: Values,
  isOneOfSeveral: boolean,
): Promise<Found | null> => {
  const rows = rowsOf(list);
  if (!rows || list.target === null) return null;
  const { kind, typed, shown } = values;
  const order = [...new Set(typed)].toSorted((a, b) => compare(kind, a, b));
  const value = order[Math.floor(order.length / 2)] ?? "";
  const at = typed.indexOf(value);
  const item = list.items[at];
  if (!item) return null;
  const from = await ask(walk, page, list, pair, { low: value });
  const to = await ask(walk, page, list, pair, { high: value });
  if (!from || !to) return null;
  const within = [
    isWithin(from.list, values, (each) => compare(kind, each, value) >= 0),
    isWithin(to.list, values, (each) => compare(kind, each, value) <= 0),
  ];
  // One of them at least is known to choose by these values: then so does the other. What is due later than it was made is
  // within one bound by either day.
  const known = isOneOfSeveral ? within.every(Boolean) : within.some(Boolean);
  if (!known) return null;
  const both = await ask(walk, page, list, pair, { low: value, high: value });
  const item_name = itemName(item);
  // There may be more of the same value than fit on a page.
  if (!both || (both.list?.paging?.next ?? null) !== null) return null;
  const turned = [
    { field: pair.low, answer: from },
    { field: pair.high, answer: to },
  ].flatMap(({ field, answer }) => {
    const next = answer.list?.paging?.next ?? null;
    return next !== null && answer.held.get(field.name) === value ? [{ field, next }] : [];
  })[0];
  const range = {
    pageId: page.id,
    path: page.path,
    low: pair.low,
    high: pair.high,
    apply: both.apply,
    value,
    shown: shown[at] ?? value,
    item: item_name,
    list: list.target,
    rows,
    ...(turned && { turned }),
  };
  const isShown = [from, to].every(({ list: shown }) =>
    shown?.items.some((each) => itemName(each) === item_name),
  );
  return { range, isShown };
};

/** The one column of days that the bounds fit; where they fit several, the one whose item they leave. */
const theOne = (found: Found[]): SiteRange | undefined => {
  const shown = found.length > 1 ? found.filter(({ isShown }) => isShown) : found;
  return shown.length === 1 ? shown[0]?.range : undefined;
};

/** Tries pairs of fields that bound what a list shows. */
export const probeRanges = async (walk: Walk, pages: SitePage[]): Promise<SiteRange[]> => {
  const found: SiteRange[] = [];
  const known = new Set<string>();
  for (const page of pages) {
    if (!isByAddress(page) || page.path.includes("?")) continue;
    const list = mainList(page.survey);
    for (const pair of list ? pairsIn(page) : []) {
      const key = `${pair.form.action ?? page.pattern} ${pair.low.name} ${pair.high.name}`;
      if (walk.over() || found.length >= MOST || !list) return found;
      if (known.has(key)) continue;
      known.add(key);
      walk.progress(`bounding "${pair.low.name}" on ${page.path}`);
      const one = valuesFor(list, pair);
      const columns = one ? [one] : ofDayColumns(list, pair).slice(0, MOST);
      const fitting: Found[] = [];
      for (const values of columns) {
        const fits = await probe(walk, page, list, pair, values, one === null);
        if (fits) fitting.push(fits);
      }
      const range = theOne(fitting);
      if (range) found.push(range);
    }
  }
  return found;
};
