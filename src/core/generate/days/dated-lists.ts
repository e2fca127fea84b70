import { findValues, readDate } from "#core/suite/order.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";

/** Each row shows one day, with its year. */
export const isDated = ({ items }: SurveyCollection): boolean =>
  items.every(({ text }) => {
    const [day, ...others] = findValues(text, "date");
    return day !== undefined && others.length === 0 && readDate(day, true) !== null;
  });

/** The list is the next thing below the heading: no other heading stands between them. */
export const isBelow = (
  { text, headings }: PageSurvey,
  heading: string,
  { items }: SurveyCollection,
): boolean => {
  const plain = text.replace(/\s+/g, " ");
  const at = plain.indexOf(heading.trim());
  if (at < 0) return false;
  const start = at + heading.trim().length;
  const first = (items[0]?.text ?? "").replace(/\s+/g, " ").trim().slice(0, 20);
  const end = plain.indexOf(first, start);
  const between = end < 0 ? null : plain.slice(start, end);
  return (
    between !== null && !headings.some((other) => other.text !== heading && between.includes(other.text))
  );
};
