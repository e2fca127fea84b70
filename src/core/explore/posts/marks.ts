const MARKS =
  /^(?:[♥♡❤🤍★☆]️?|(?:[♥♡❤🤍★☆]️?\s*)?(?:(?:un-?)?(?:like|love|star|bookmark|favou?rite)(?:d|red)?|(?:un-?)?follow|unwatch|watch(?= (?:this|it)\b)|(?:add to|remove from) (?:my |your |the )?(?:favou?rites|wish ?list|bookmarks|reading list)|save for later|mark (?:as )?(?:un)?read|(?:zu )?favoriten|merken|gef[äa]llt mir|j'aime|favoris?|favoritos?|me gusta|preferiti|mi piace))(?:\s*\(?\d+\)?|\s+(?:this|it|question|topic|thread|discussion|project|item|page|article|recipe|event|issue)\b.*)?$/iu;

const OF_PEOPLE =
  /users?|people|persons?|members?|profiles?|authors?|employees?|staff|team|friends?|contacts?|nutzer|personen/i;

/** Whoever is followed hears of it; a question does not. */
export const tellsSomebody = (name: string, pattern: string): boolean =>
  /follow/i.test(name) && OF_PEOPLE.test(pattern);

/** True for what marks a thing for oneself and is taken back by a second click. Nobody is told, and nothing else comes of it. */
export const isMark = (name: string): boolean => MARKS.test(name.trim());

/** "3 likes" behind what a mark is called. */
const COUNTED = /,\s*\d+ \p{L}+$/u;

/** The name of a control of one item, without the item's and without how many have used it. */
export const bareMark = (name: string, item: string): string =>
  (item === "" ? name : name.replace(item, ""))
    .replace(COUNTED, "")
    .replace(/["'“”„«»‘’]{2}/u, "")
    .replace(/[\s:,–-]+$/, "")
    .trim();

const SETS =
  /^(?:[♥♡❤🤍★☆+]️?\s*)?(?:save for later|bookmark|star|like|favou?rite|shortlist|watch|compare|read later|(?:add|save) to (?:my |your |the )?(?:favou?rites?|wish ?list|watch ?list|bookmarks?|short ?list|reading list|list|comparison|compare)|(?:zu )?favoriten|merken|vergleichen|zur? (?:merkliste|wunschliste|favoriten|vergleich)(?: hinzuf[üu]gen)?|ajouter aux favoris|a[ñn]adir a favoritos|aggiungi ai preferiti)(?: (?:this|it|question|topic|thread|discussion|project|item|page|article|recipe|event|product|home|book)\b.*)?$|^[♡☆🤍]️?(?:\s*save)?$/iu;

/** True for what marks one item so that it is listed with others of its kind, as long as it is not marked. */
export const isSetter = (name: string): boolean => SETS.test(name.trim());

/** Begins what a control that marks an item is called once that is marked. */
export const IS_SET = /^(?:[♥❤★]|un-?\w+|saved|starred|bookmarked|liked|remove from)/iu;

/** In the row of an item "Save" can mean nothing else. */
export const isMarkOfItem = (name: string): boolean => isSetter(name) || /^save$/i.test(name);
