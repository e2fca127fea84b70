import type { Entry } from "#core/explore/forms/form-data.ts";
import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { SurveyField } from "#model/survey.ts";

/** A day to come, or one that goes by such a day. */
const isToCome = (fixture: FixtureDocument | undefined, all: Record<string, FixtureDocument>): boolean => {
  if (typeof fixture !== "object" || fixture.date === undefined) return false;
  const { date } = fixture;
  if (typeof date === "object" && "after" in date) return isToCome(all[date.after], all);
  return date === "soon" || date === "future";
};

/** Some forms take no day that is far away: a week after one to come, on the same day of the week. */
export const weekLater = (
  field: SurveyField,
  { value, fixtures }: Extract<Entry, { kind: "fill" }>,
): Entry | null => {
  const name = field.type === "date" ? /^\$\{(\w+)\}$/.exec(value)?.[1] : undefined;
  if (name === undefined || field.min || field.max || !isToCome(fixtures[name], fixtures)) return null;
  const later = `${name}_later`;
  const given = { ...fixtures, [later]: { date: { after: name, days: 7 } } };
  return { kind: "fill", field, value: `\${${later}}`, fixtures: given };
};
