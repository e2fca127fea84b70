import type { SurveyField } from "#model/survey.ts";
import { toldRules } from "./told-rules.ts";

const PAST =
  /^(?:(?:be )?in the past|(?:be )?(?:before|earlier than) (?:today|now)|in der vergangenheit(?: liegen)?|dans le passé|(?:en el|estar en el) pasado|nel passato)$/iu;
const FUTURE =
  /^(?:(?:be )?in the future|(?:be )?(?:after|later than) (?:today|now)|in der zukunft(?: liegen)?|dans le futur|(?:en el|estar en el) futuro|nel futuro)$/iu;
const FROM_TODAY =
  /^(?:(?:be )?(?:today or (?:later|after|in the future)|(?:from )?today onwards|not (?:be )?in the past|not (?:be )?(?:before|earlier than) today)|nicht in der vergangenheit(?: liegen)?)$/iu;
const UP_TO_TODAY =
  /^(?:(?:be )?(?:today or (?:earlier|before|in the past)|not (?:be )?in the future|not (?:be )?(?:after|later than) today)|nicht in der zukunft(?: liegen)?)$/iu;

/** On which side of today the page says that no day may lie: "cannot be in the past". */
export const deniedDays = (field: SurveyField): "past" | "future" | null => {
  for (const { said, ruled, denied } of toldRules(field)) {
    if (denied ? PAST.test(said) : FROM_TODAY.test(said) || (ruled && FUTURE.test(said))) return "past";
    if (denied ? FUTURE.test(said) : UP_TO_TODAY.test(said) || (ruled && PAST.test(said))) return "future";
  }
  return null;
};
