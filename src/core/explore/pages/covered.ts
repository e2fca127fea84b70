import type { PageSurvey } from "#model/survey.ts";

/** A dialog, or a drawer that has no role, lies over the page as it is opened by its address. */
export const isCovered = ({ dialogs, covered }: PageSurvey): boolean =>
  dialogs.length > 0 || covered === true;
