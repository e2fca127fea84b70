import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { fold } from "./lists.ts";

const CLEARS =
  /^(?:[×✕x] )?(?:(?:clear|reset|remove) (?:(?:all|the|your) )*filters?|clear all|(?:alle )?filter (?:zur[üu]cksetzen|l[öo]schen|entfernen)|(?:r[ée]initialiser|effacer) (?:les )?filtres|(?:limpiar|borrar) (?:los )?filtros|(?:azzera|rimuovi) (?:i )?filtri|filters wissen)(?: [×✕])?$/i;

/** What says that it takes filters back, outside the rows. */
export const clearIn = ({ buttons, links }: PageSurvey, { items }: SurveyCollection): Target | null => {
  const inRows = new Set(items.flatMap((item) => [...item.buttons, ...item.links.map(({ text }) => text)]));
  const controls = [
    ...buttons.map(({ name, target, disabled }) => ({ name, target: disabled ? null : target })),
    ...links.map(({ text, target }) => ({ name: text, target })),
  ];
  return (
    controls.find(({ name, target }) => target !== null && CLEARS.test(fold(name)) && !inRows.has(name))
      ?.target ?? null
  );
};
