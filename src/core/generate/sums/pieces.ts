import { fold } from "#core/explore/lists/lists.ts";
import type { SurveyCollection, SurveyItem } from "#model/survey.ts";
import { QUANTITY, columnOf } from "./sum-columns.ts";

/** "× 2", "2 ×", "Qty: 2", "− 2 +". */
const TIMES =
  /(?<!\S)(?:[×x] ?(\d{1,3})|(\d{1,3}) ?[×x](?! ?\d)|(?:qty|quantity|menge|anzahl|quantit[éà]|cantidad)\.?:? ?(\d{1,3})|[−–-] ?(\d{1,3}) ?\+)(?![\d.,]*\d)/iu;

/** How many of it there are; null where it does not say so. */
const timesOf = ({ fields, text }: SurveyItem): number | null => {
  const [field, ...others] = fields.filter(({ type }) => type === "number");
  const said = TIMES.exec(fold(text))?.slice(1).find(Boolean);
  const times = field && others.length === 0 ? field.value : said;
  return times === undefined ? null : Number(times);
};

/** How many pieces the rows of a list come to, where they say how many each of them has; null where none does. */
export const piecesOf = (list: SurveyCollection): number | null => {
  const at = list.columns.findIndex(({ name }) => QUANTITY.test(fold(name)));
  const column = at < 0 ? null : columnOf(list, at, "number");
  const times = list.items.map(timesOf);
  if (!column && times.every((each) => each === null)) return null;
  const numbers = column?.numbers ?? times.map((each) => each ?? 1);
  return numbers.reduce((sum, each) => sum + each, 0);
};
