import type { SurveyField } from "#model/survey.ts";

const SOME =
  " and went on, as people do who tell what happened, when it began, who was there, what they tried";
/** As long as what people write is now and then: who keeps but its beginning is found out by its end. */
const MUCH = `${SOME} since and what came of that, until all of it was said`;

/** The same text with a word more, and about 150 characters behind it. */
export const atLength = (text: string): string => `${text} two${MUCH}`;

/** The same with about 100 behind it, with which it stays below what a text about oneself may have at most. */
export const atSomeLength = (text: string): string => `${text} two${SOME}`;

/** The text without what was put behind it: as much of it as is shown anywhere. */
export const beginningOf = (text: string): string => text.replace(MUCH, "").replace(SOME, "");

/** A field that takes fewer says so in most cases: by its own limit, or beside it. */
const LEAST_ROOM = 250;
const NUMBER = String.raw`(\d{1,3}(?:[.,  ]\d{3})+|\d+)`;
const SIGNS =
  "characters?|chars?|letters?|signs?|zeichen|caract[eè]res|caracteres|caratteri|tekens|znak[óo]w";
/** "At most 140 characters", "140 characters left", "0 / 140". */
const SAID = new RegExp(
  String.raw`(?<!\p{L})(?<least>at least |min(?:imum|\.)? |mindestens |au moins |al menos |almeno )?${NUMBER}\s*(?:${SIGNS}|left|remaining)|\d+\s*\/\s*${NUMBER}`,
  "giu",
);

const roomIn = (said: string): number =>
  Math.min(
    LEAST_ROOM,
    ...[...said.matchAll(SAID)]
      .filter(({ groups }) => groups?.["least"] === undefined)
      .map(([, , number, most]) => Number((number ?? most ?? "").replaceAll(/\D/g, ""))),
  );

/** Whether nothing says that the field takes less than that. */
export const takesMuch = ({ max_length: most, hint, name }: SurveyField): boolean =>
  roomIn(`${name} ${hint ?? ""}`) >= LEAST_ROOM && (most === null || most <= 0 || most >= LEAST_ROOM);
