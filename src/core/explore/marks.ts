const MARKS =
  /^(?:[♥♡❤🤍★☆]️?|(?:un-?)?(?:like|love|star|bookmark|favou?rite)(?:d|red)?|(?:un-?)?follow|unwatch|watch(?= (?:this|it)\b)|(?:add to|remove from) (?:my |your |the )?(?:favou?rites|wish ?list|bookmarks|reading list)|save for later|mark (?:as )?(?:un)?read|(?:zu )?favoriten|merken|gef[äa]llt mir|j'aime|favoris?|favoritos?|me gusta|preferiti|mi piace)(?:\s*\(?\d+\)?|\s+(?:this|it|question|topic|thread|discussion|project|item|page|article|recipe|event|issue)\b.*)?$/iu;

const OF_PEOPLE =
  /users?|people|persons?|members?|profiles?|authors?|employees?|staff|team|friends?|contacts?|nutzer|personen/i;

/** Whoever is followed hears of it; a question does not. */
export const tellsSomebody = (name: string, pattern: string): boolean =>
  /follow/i.test(name) && OF_PEOPLE.test(pattern);

/** True for what marks a thing for oneself and is taken back by a second click. Nobody is told, and nothing else comes of it. */
export const isMark = (name: string): boolean => MARKS.test(name.trim());
