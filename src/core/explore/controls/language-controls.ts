import type { PageSurvey, SurveyControl } from "#model/survey.ts";
import { isLanguage } from "#core/explore/words.ts";

/** Codes that are no words of a button: not "no", "is" or "ok". */
const CODE =
  /^(?:en|de|fr|es|it|pt|nl|pl|cs|cz|da|dk|sv|se|nb|fi|hu|ro|tr|el|ru|uk|ua|ja|zh|ko|ar|he|et|lv|lt|bg|hr|sl|sk|ca|eu|sr|vi|th)(?:[-_][a-z]{2})?$/i;

/** Buttons and the like that set the language of all that is shown: "Deutsch", or "EN" beside "DE". */
export const languageControls = ({ buttons }: Pick<PageSurvey, "buttons">): SurveyControl[] => {
  const named = buttons.filter(({ name, submit }) => !submit && isLanguage(name));
  const coded = named.filter(({ name }) => CODE.test(name.trim()));
  const written = named.filter(({ name }) => !/^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(name.trim()));
  return [...written, ...(coded.length + written.length > 1 ? coded : [])];
};
