import type { PageSurvey } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { fold } from "./lists.ts";
import type { Row } from "./own-item.ts";
import { lookSteadily } from "./open-page.ts";
import { isSent } from "./sent.ts";
import { ACT_TIMEOUT, beginStep, spend } from "./walk.ts";
import type { Walk } from "./walk.ts";

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

const SELECTS = /select|choose|\ball\b|ausw/i;

/** In a table, the row has one box, below a heading that says what it says of the item: "Checked in", "Paid". */
const isUnderHeading = ({ list, item }: Row): boolean => {
  const [box, ...others] = item.fields.filter(({ type }) => type === "checkbox");
  const heading = fold(list.columns[box?.cell ?? -1]?.name ?? "");
  return (
    list.kind === "table" &&
    box !== undefined &&
    others.length === 0 &&
    /\p{L}{3}/u.test(heading) &&
    !SELECTS.test(heading)
  );
};

/** Whether the app is told at once when such a box of an item of the explorer's own is ticked. */
export const isToldOfTick = async (walk: Walk, row: Row, target: TargetObject): Promise<boolean> => {
  if (!isUnderHeading(row) || !spend(walk)) return false;
  const box = { role: "checkbox", within: target };
  const mark = beginStep(walk);
  const done = await walk.session.page.act(box, { kind: "check", checked: true }, { timeoutMs: ACT_TIMEOUT });
  if (!done.ok) return false;
  await lookSteadily(walk);
  return isSent(walk, mark);
};
