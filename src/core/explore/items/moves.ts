import type { SiteRecord } from "#model/site-records.ts";
import type { PageSurvey } from "#model/survey.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { ITEM } from "./own-item.ts";

const MOVES = /^(?:move|shift|advance|verschieb\w*|d[ée]placer|mover|sposta|verplaats)(?![\p{L}])/iu;

/** The part of the page that a control of this item says that it moves it to, and the control; null where none or several do. */
export const movesTo = ({ landmarks, buttons }: PageSurvey, item: string): SiteRecord["moves"] => {
  const parts = landmarks.flatMap((landmark) => /^region (.+)$/.exec(landmark)?.[1] ?? []);
  const own = buttons.filter(
    ({ name, target, disabled }) =>
      target !== null && !disabled && MOVES.test(name) && fold(name).includes(item),
  );
  const [name = ""] = own.map((control) => fold(control.name));
  const [to, ...others] = parts.filter((part) => name.endsWith(` ${part}`));
  if (to === undefined || others.length > 0 || own.length !== 1) return null;
  return { control: { role: "button", name: name.replace(item, ITEM) }, to };
};
