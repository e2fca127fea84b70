import { MARK } from "#core/explore/forms/samples.ts";
import type { SurveyCollection } from "#model/survey.ts";
import { itemName, mainList } from "#core/explore/lists/lists.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

/** The word of a name that is to be looked for; null where it has none. */
export type Pick = (name: string) => string | null;

/** How many rows of a list show a term. */
export const rowsWith = (list: SurveyCollection, term: string): number =>
  list.items.filter(({ text }) => text.toLowerCase().includes(term.toLowerCase())).length;

/** An item, and the word to look for it by. */
export type Wanted = { item: string; term: string };

const isOurs = ({ text }: SurveyCollection["items"][number]): boolean => text.includes(MARK);

/** An item that a word tells from others of its list. */
export const wantedItem = (list: SurveyCollection | null, pick: Pick): Wanted | null => {
  if (!list) return null;
  // What exploring has made may be gone by then, or too many of them are there.
  const others = list.items.toSorted((a, b) => Number(isOurs(a)) - Number(isOurs(b)));
  for (const each of others) {
    const item = itemName(each);
    const term = pick(item);
    // A word that only some rows show tells a search from none.
    if (term && item.length <= 60 && rowsWith(list, term) < list.rows) return { item, term };
  }
  return null;
};

/** The same of any list that was seen. */
export const wantedElsewhere = (walk: Walk, pick: Pick): Wanted | null => {
  for (const { survey } of walk.pages.values()) {
    const wanted = wantedItem(mainList(survey), pick);
    if (wanted) return wanted;
  }
  return null;
};
