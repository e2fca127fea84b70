/** How an app says that a password was changed, by language. */
const CHANGED: Record<string, string> = {
  en: String.raw`password (?:(?:has |have )?(?:now )?been |was |is now )?(?:successfully )?(?:changed|updated|saved|reset)|(?:changed|updated|saved) (?:your|the) password`,
  de: String.raw`(?:passwort|kennwort) (?:wurde |ist )?(?:jetzt |nun )?(?:erfolgreich )?(?:ge[äa]ndert|gespeichert|aktualisiert)`,
  fr: String.raw`mot de passe (?:a (?:bien )?[ée]t[ée] |est )?(?:bien )?(?:modifi[ée]|chang[ée]|enregistr[ée]|mis [àa] jour)`,
  es: String.raw`contrase[ñn]a (?:ha sido |se ha |fue )?(?:cambiad[ao]|actualizad[ao]|guardad[ao]|modificad[ao])`,
  it: String.raw`password (?:[èe] stata )?(?:cambiata|modificata|aggiornata|salvata)`,
  pt: String.raw`(?:senha|palavra-passe) (?:foi )?(?:alterada|atualizada|salva|guardada)`,
  nl: String.raw`wachtwoord (?:is )?(?:gewijzigd|aangepast|opgeslagen|bijgewerkt)`,
  pl: String.raw`has[łl]o (?:zosta[łl]o )?(?:zmienione|zapisane|zaktualizowane)`,
};
const ANY = new RegExp(`(?:${Object.values(CHANGED).join("|")})(?!\\p{L})`, "iu");
/** The same where nothing is named. */
const SAVED =
  /^(?:(?:your |the |all )?(?:changes|settings|profile|account) )?(?:(?:have|has) been |was |were )?(?:successfully )?(?:saved|updated|changed)(?: successfully)?$|^(?:(?:alle )?(?:[äa]nderungen|einstellungen) )?(?:wurden )?(?:erfolgreich )?(?:gespeichert|ge[äa]ndert)$|^(?:modifications )?enregistr[ée]e?s?$|^(?:cambios )?guardados?$|^(?:modifiche )?salvat[eo]$|^opgeslagen$|^zapisano$/iu;
/** Says why not, or tells of an earlier time. */
const AGAINST =
  /\d|\bnot?\b|n['’]t\b|cannot|unable|wrong|incorrect|invalid|error|fail|must|\bago\b|recent|less|last|within|before|wait|until|\bnicht\b|\bkein|falsch|fehl|ung[üu]ltig|zuletzt|\bpas\b|incorrect|erreur|invalide|derni[èe]r|\bno\b|incorrecta|inv[áa]lid|[úu]ltim|\bnon\b|errata|sbagliat|ultim|\bn[ãa]o\b|incorreta|\bniet\b|onjuist|fout|\bnie\b|nieprawid|b[łl][ęe]dn/i;
const WRONG =
  /wrong|incorrect|invalid|(?:does|do|did|could|can|is|are|was)(?: not|n['’]t)\b|cannot|must|differ|mismatch|failed|at least|too (?:short|weak)|falsch|ung[üu]ltig|nicht|stimm|muss|incorrect|erron|invalide|correspond|\bdoit\b|coincid|inv[áa]lid|incorrect[ao]|\bdebe\b|errata|sbagliat|corrispond|incorreta|onjuist|ongeldig|komt niet overeen|nieprawid|b[łl][ęe]dn/i;

const parts = (text: string): string[] =>
  text
    .split(/[.!?\n]+/)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part !== "");

/** What a page says now that it did not say before, in parts of a sentence each. */
export const freshParts = (before: string, after: string): string[] => {
  const known = before.replace(/\s+/g, " ").toLowerCase();
  return parts(after).filter((part) => !known.includes(part.toLowerCase()));
};

/** The words of one of these parts that say that a password was changed; null where none does. */
export const changedIn = (said: readonly string[]): string | null => {
  for (const part of said) {
    if (AGAINST.test(part)) continue;
    const words = SAVED.test(part) ? part : ANY.exec(part)?.[0];
    if (words !== undefined) return words;
  }
  return null;
};

/** One of these parts says that something is wrong. */
export const isAgainst = (said: readonly string[]): boolean => said.some((part) => WRONG.test(part));

/** Fits what an app says in this language once a password was changed. */
export const changedPattern = (lang: string | null): string =>
  `(?i:${CHANGED[(lang ?? "en").slice(0, 2).toLowerCase()] ?? CHANGED["en"]})`;

/** Says so somewhere, or says when it was. */
export const saysChanged = (text: string): boolean => ANY.test(text.replace(/\s+/g, " "));
