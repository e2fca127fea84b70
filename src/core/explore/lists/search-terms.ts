import type { SitePage } from "#model/site-pages.ts";
import { itemName, mainList } from "./lists.ts";
import type { Pick } from "#core/explore/items/wanted-item.ts";
import { rowsWith } from "#core/explore/items/wanted-item.ts";

/** The word that a name begins with. */
export const firstWordOf: Pick = (name) => /^\p{L}{3,}/u.exec(name)?.[0] ?? null;

/** The whole of a name that is a number with letters before it: "AST-001". */
export const codeOf: Pick = (name) => (/^\p{Lu}{2,6}-?\d{2,}(?:-\d+)*$/u.test(name) ? name : null);

/** A word of a name that some rows have, though not all, told by whatever row has it. */
export const sharedWordOf = ({ survey }: SitePage): Pick => {
  const list = mainList(survey);
  return (name) => {
    const item = list?.items.find((each) => itemName(each) === name);
    const words = item?.text.match(/\p{L}{4,}/gu) ?? [];
    return (
      words.find((word) => list !== null && rowsWith(list, word) > 1 && rowsWith(list, word) < list.rows) ??
      null
    );
  };
};

/** A word of what else a row says, in a column whose cells are words that differ. */
export const besideOf = ({ survey }: SitePage): Pick => {
  const list = mainList(survey);
  const width = list?.items[0]?.cells.length ?? 0;
  const column = Array.from({ length: width }, (_, at) => at).find((at) => {
    const said = list?.items.map(({ cells }) => cells[at] ?? "") ?? [];
    return (
      at > 0 &&
      new Set(said).size > said.length / 2 &&
      said.every((text) => /^\p{L}[\p{L}.'’-]+ \p{L}[^\d]*$/u.test(text))
    );
  });
  return (name) => {
    const cell = list?.items.find((each) => itemName(each) === name)?.cells[column ?? -1] ?? "";
    return /^\p{L}{3,}/u.exec(cell)?.[0] ?? null;
  };
};
