import type { PageSurvey } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { fold } from "./lists.ts";
import type { Row } from "#core/explore/items/own-item.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { ACT_TIMEOUT, beginStep, spend } from "#core/explore/pages/walk.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

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

/**
 * What comes of it when such a box of an item of the explorer's own is ticked, which the app is told at once: the item stays
 * where it is, or leaves for another part of the list ("Done"). Null where the app is not told.
 */
export const afterTick = async (
  walk: Walk,
  row: Row,
  target: TargetObject,
): Promise<"stays" | "leaves" | null> => {
  if (!isUnderHeading(row) || !spend(walk)) return null;
  const box = { role: "checkbox", within: target };
  const mark = beginStep(walk);
  // A box that goes with its row is not known to be ticked; the request is.
  await walk.session.page.act(box, { kind: "check", checked: true }, { timeoutMs: ACT_TIMEOUT });
  await lookAnswered(walk);
  if (!isSent(walk, mark)) return null;
  const rows = await walk.session.page.read(target, "count", { timeoutMs: ACT_TIMEOUT });
  return rows.ok && Number(rows.value) === 0 ? "leaves" : "stays";
};
