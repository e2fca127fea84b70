import type { StepDocument } from "#core/suite/grammar.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { BEGIN, END, isDayAlone, isEndAlone, isPair, isStay } from "#core/explore/forms/paired-fields.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { fillOne } from "#core/generate/steps.ts";

/** What is written on one day and is due by another. */
const WRITTEN =
  /^(?:(?:invoice|bill|document|order) (?:date|day)|(?:issued?|issuing|ordered|invoiced)(?: (?:on|date|day))?|date of issue|ausgestellt am|rechnungsdatum|date d['’][ée]mission)[\s*:]*$/i;
const DUE = /^(?:due|payable|payment due|to be paid|f[äa]llig|[ée]ch[ée]ance)\b/i;

type Pair = { begin: SurveyField; end: SurveyField };

const isFree = ({ target, read_only: fixed, disabled }: SurveyField): boolean =>
  target !== null && !fixed && !disabled;

/** The days on which something begins and ends: the only two of a form, or two of one name side by side. */
const daysOf = ({ fields }: SurveyForm): Pair | null => {
  const days = fields.filter((field) => field.type === "date" && isFree(field));
  if (days.length !== 2) {
    const at = days.findIndex((field, place) => {
      const next = days[place + 1];
      return next !== undefined && isPair(field, next);
    });
    const [begin, end] = at < 0 ? [] : days.slice(at);
    return begin && end ? { begin, end } : null;
  }
  const begin =
    days.find(({ name }) => BEGIN.test(name)) ??
    (days.some(({ name }) => DUE.test(name)) ? days.find(({ name }) => WRITTEN.test(name)) : undefined) ??
    (days.some(isEndAlone) ? days.find((field) => isDayAlone(field)) : undefined);
  const end = days.find(
    (field) =>
      field !== begin &&
      (END.test(field.name) || DUE.test(field.name) || isEndAlone(field) || (begin && isStay(begin, field))),
  );
  return begin && end ? { begin, end } : null;
};

/** What is open from 22 to 4 is so on the next day. */
const HOURS =
  /\bhours?\b|\btime\b|\bopen|\bclos|uhr|stunde|[öo]ffn|schlie[ßs]|heure|ouvert|ferme|\bhoras?\b|abr|cierr|\bor[ae]\b|apert|chius/i;

/** Numbers and days with a time that stand side by side; of times of day alone one may end tomorrow. */
const swapped = ({ fields }: SurveyForm, entries: readonly Entry[]): StepDocument[][] => {
  const valueOf = (field: SurveyField): string => {
    const entry = entries.find((each) => each.field.name === field.name && each.field.type === field.type);
    return entry?.kind === "fill" ? entry.value : entry ? "" : field.value;
  };
  const asked = fields.filter(
    (field) => isFree(field) && (field.type === "number" || entries.some((entry) => entry.field === field)),
  );
  return asked.flatMap((end, at) => {
    const begin = asked[at - 1];
    if (!begin || !isPair(begin, end)) return [];
    const [first, last] = [valueOf(begin), valueOf(end)];
    const isNumber =
      [first, last].every((value) => /^\d+(?:\.\d+)?$/.test(value)) &&
      Number(first) < Number(last) &&
      !HOURS.test(`${begin.name} ${end.name}`);
    if (!isNumber && begin.type !== "datetime-local") return [];
    return first === last || first === "" || last === "" ? [] : [[fillOne(begin, last), fillOne(end, first)]];
  });
};

/** A day too early; where the beginning may not be years ahead, as it is chosen within one, it ends today. */
const early = ({ begin, end }: Pair, entries: readonly Entry[]): StepDocument[] => {
  const chosen = entries.find(({ field }) => field.name === begin.name);
  return chosen?.kind === "fill" && chosen.value.includes("${coming_day}")
    ? [fillOne(end, "${today}")]
    : [fillOne(begin, "2030-06-14"), fillOne(end, "2030-06-13")];
};

/** What puts an end before its beginning into a form that is filled in properly: a try each. */
export const disordered = (form: SurveyForm, entries: readonly Entry[]): StepDocument[][] => {
  const days = daysOf(form);
  return [...swapped(form, entries).slice(0, 1), ...(days ? [early(days, entries)] : [])];
};
