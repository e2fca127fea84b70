import type { PageSurvey } from "#model/survey.ts";
import { MARK } from "#core/explore/forms/samples.ts";

/** A name with a plain apostrophe, which we type, and as an app shows it that sets texts as a printer does. */
export const TYPED = "O'Neil";
const TYPESET = "O’Neil";

const OURS = new RegExp(`${MARK}[^\\n]{0,80}Zoë & ${TYPESET}`, "u");

/** The page shows what we typed with a printer's apostrophe. */
export const isTypeset = ({ text, collections }: PageSurvey): boolean =>
  OURS.test(text) || collections.some(({ items }) => items.some((item) => OURS.test(item.text)));
