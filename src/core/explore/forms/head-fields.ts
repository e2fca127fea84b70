import type { SurveyForm } from "#model/survey.ts";

/** A field in the head of all pages without a button of its own, such as one for commands: it belongs to no form of a page. */
export const isHeadField = ({ chrome, submit }: SurveyForm): boolean => chrome === true && submit === null;
