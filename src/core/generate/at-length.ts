import type { SurveyField } from "#model/survey.ts";

/** As long as what people write is now and then: who keeps but its beginning is found out by its end. */
const MUCH =
  " and went on, as people do who tell what happened, when it began, who was there, what they have tried since and what came of that, until all of it was said";

/** The same text, and about 150 characters behind it. */
export const atLength = (text: string): string => `${text}${MUCH}`;

/** The text without what was put behind it: as much of it as is shown anywhere. */
export const beginningOf = (text: string): string => text.replace(MUCH, "");

/** A field that takes fewer says so in most cases: by its own limit, or beside it. */
const LEAST_ROOM = 250;
const SAID = /(\d+)\s*(?:characters?|chars?|letters?|signs?|zeichen|caract[eè]res|caracteres|caratteri)/i;

/** Whether nothing says that the field takes less than that. */
export const takesMuch = ({ max_length: most, hint, name }: SurveyField): boolean => {
  const said = Number(SAID.exec(`${name} ${hint ?? ""}`)?.[1] ?? LEAST_ROOM);
  return said >= LEAST_ROOM && (most === null || most <= 0 || most >= LEAST_ROOM);
};
