import type { PageSurvey } from "#model/survey.ts";
import type { Row } from "./own-item.ts";

const DONE = /done|complet|finish|erledigt|toggle|mark|check off|fait|termin|hecho/i;

/** The row has a box that says something of it; one that selects it for something else says nothing that lasts. */
export const isTicked = (survey: PageSurvey, { list, item }: Row): boolean => {
  if (list.kind !== "list" || item.fields.filter(({ type }) => type === "checkbox").length !== 1)
    return false;
  const boxes = survey.forms.flatMap(({ fields }) => fields.filter(({ type }) => type === "checkbox"));
  return (
    !boxes.some(({ name }) => /select/i.test(name)) &&
    boxes.some(({ name, value }) => value === "true" || DONE.test(name))
  );
};
