import { escapeRegex } from "#model/escape-regex.ts";
import type { SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import { fold } from "./lists.ts";

const SHOWS_ALL = /^(?:show )?(?:all|any|alle|tous|toutes|todos|todas|tutti|tutte)\b/i;
const DOES_MORE = /export|download|print|save|move|assign|delete|speichern|drucken/i;

const LEAST_CARDS = 4;

/** Each row that is none of a table says just one of the choices, and not all the same. */
const saysOneEach = ({ items }: SurveyCollection, choices: ReadonlySet<string>): boolean => {
  const said = items.map(({ text }) =>
    [...choices].filter((choice) =>
      new RegExp(`(?<![\\p{L}\\d])${escapeRegex(choice)}(?![\\p{L}\\d])`, "iu").test(fold(text)),
    ),
  );
  const isOne = said.every(({ length }) => length === 1);
  return isOne && items.length >= LEAST_CARDS && new Set(said.flat()).size > 1;
};

/**
 * All is shown at first, and a column, or each card, has nothing but what can be chosen, more than one of it: then choosing
 * has to narrow the list, though it did not.
 */
export const hasToNarrow = (
  list: SurveyCollection,
  form: SurveyForm,
  { value, options }: SurveyField,
): boolean => {
  if (!SHOWS_ALL.test(fold(value)) || DOES_MORE.test(form.submit?.name ?? "")) return false;
  const choices = new Set(options.map((option) => fold(option).toLowerCase()));
  if (list.kind !== "table")
    return saysOneEach(list, new Set([...choices].filter((choice) => !SHOWS_ALL.test(choice))));
  return (list.items[0]?.cells ?? []).some((_, at) => {
    const shown = list.items.map(({ cells }) => fold(cells[at] ?? "").toLowerCase());
    return new Set(shown).size > 1 && shown.every((text) => choices.has(text));
  });
};
