const MARKS =
  /^(?:[♥♡❤🤍★☆]️?|(?:un-?)?(?:like|love|star|bookmark|favou?rite)(?:d|red)?|(?:add to|remove from) (?:my |your |the )?(?:favou?rites|wish ?list|bookmarks|reading list)|save for later|mark (?:as )?(?:un)?read|(?:zu )?favoriten|merken|gef[äa]llt mir|j'aime|favoris?|favoritos?|me gusta|preferiti|mi piace)(?:\s*\(?\d+\)?|\s+(?:this|it)\b.*)?$/iu;

/** True for what marks a thing for oneself and is taken back by a second click. Nobody is told, and nothing else comes of it. */
export const isMark = (name: string): boolean => MARKS.test(name.trim());
