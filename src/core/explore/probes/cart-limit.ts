import type { SiteAction } from "#model/site-pages.ts";
import type { SiteCart } from "#model/site-cart.ts";
import type { PageSurvey, SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { act } from "#core/explore/forms/act.ts";
import { lookSteadily, open, perform } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough } from "#core/explore/pages/walk.ts";
import { isUpdate } from "#core/explore/words.ts";

const HIGHEST = 100;

type Limit = NonNullable<SiteCart["limit"]>;
type Item = { path: string; survey: PageSurvey };

const key = (value: unknown): string => JSON.stringify(value ?? null);

/** The only field of the cart for a number: how many there are of its only item. */
const amountIn = ({ forms }: PageSurvey): SurveyField | null => {
  const numbers = forms
    .flatMap(({ fields }) => fields)
    .filter(({ type, disabled, target }) => type === "number" && !disabled && target !== null);
  return numbers.length === 1 ? (numbers[0] ?? null) : null;
};

/** What takes over a new number; null where leaving the field, or Enter, does. */
const updateIn = ({ buttons }: PageSurvey): Target | null => {
  const found = buttons.filter(
    ({ name, disabled, target }) => !disabled && target !== null && isUpdate(name),
  );
  return found.length === 1 ? (found[0]?.target ?? null) : null;
};

const wholes = ({ options }: SurveyField): number[] =>
  options.every((text) => /^\d{1,3}$/.test(text.trim())) ? options.map(Number) : [];

/** How many the page of the item lets one choose at most, and the field for that. */
const mostOf = ({ survey }: Item, add: Target): { field: SurveyField; most: number } | null => {
  const form = survey.forms.find(({ submit }) => key(submit?.target) === key(add));
  for (const field of form?.fields ?? []) {
    if (field.disabled || field.target === null) continue;
    const most =
      field.type === "select"
        ? Math.max(0, ...wholes(field))
        : field.type === "number"
          ? Number(field.max)
          : 0;
    if (Number.isInteger(most) && most > 2 && most <= HIGHEST) return { field, most };
  }
  return null;
};

/** Puts so many more of it in. */
const adding = ({ path }: Item, field: SurveyField, add: Target, many: number): SiteAction[] => {
  const target = field.target ?? "";
  return [
    { kind: "goto", path },
    field.type === "select"
      ? { kind: "select", target, option: String(many) }
      : { kind: "fill", target, value: String(many) },
    { kind: "click", target: add },
  ];
};

/** How many the cart has when it is opened anew; null where it does not say. */
const inCart = async (walk: Walk, path: string): Promise<number | null> => {
  const opened = await open(walk, path);
  const value = opened.ok ? (amountIn(opened.survey)?.value ?? "") : "";
  return /^\d+$/.test(value) ? Number(value) : null;
};

/** Puts a number into the cart's field, and takes it over. */
const change = async (
  walk: Walk,
  { field, update }: Pick<Limit, "field" | "update">,
  value: number,
): Promise<boolean> => {
  if (!(await act(walk, field, { kind: "fill", value: String(value) }))) return false;
  const used = update
    ? await act(walk, update, { kind: "click" })
    : (await walk.session.page.press("Enter", { timeoutMs: 2_000 })).ok;
  return used && (await lookSteadily(walk)) !== null;
};

/**
 * How many of an item a cart takes at most, where it holds one of it: what is put in on the page of the item adds up, but
 * for one more than can be chosen there at once, which is refused. Null where nothing like that is seen.
 */
export const findLimit = async (
  walk: Walk,
  cart: { path: string; survey: PageSurvey },
  item: Item,
  add: Target,
): Promise<SiteCart["limit"]> => {
  const own = amountIn(cart.survey);
  const found = mostOf(item, add);
  if (!isThorough(walk) || !own?.target || !found || own.value !== "1" || walk.over()) return null;
  const { field, most } = found;
  // What the cart says itself, the browser keeps to.
  if (own.max) return null;
  const one = adding(item, field, add, 1);
  const limit: Limit = {
    path: cart.path,
    setup: one,
    field: own.target,
    update: updateIn(cart.survey),
    most,
  };
  walk.progress(`looking how many of an item ${cart.path} takes`);
  const addsUp = (await perform(walk, one)) && (await inCart(walk, cart.path)) === 2;
  const isFull = addsUp && (await change(walk, limit, most)) && (await inCart(walk, cart.path)) === most;
  const isRefused = isFull && (await perform(walk, one)) && (await inCart(walk, cart.path)) === most;
  if (addsUp && (await inCart(walk, cart.path)) !== 1) await change(walk, limit, 1);
  return isRefused ? limit : null;
};
