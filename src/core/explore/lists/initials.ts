/** Of "CD Chloé Dubois", as people are shown without a picture: the letters that the words behind them begin with. */
const INITIALS = /^(\p{Lu}{2,3})\s+(?=\p{L})/u;

const beginnings = (words: string): string =>
  words
    .split(/[\s-]+/)
    .map((word) => /\p{L}/u.exec(word)?.[0] ?? "")
    .join("")
    .toLowerCase();

/** The initials are of what stands behind them: of all its words, the first and the last, or the first ones. */
const isOf = (initials: string, rest: string): boolean => {
  const letters = beginnings(rest);
  const own = initials.toLowerCase();
  return (
    letters.startsWith(own) || (own.length === 2 && own === `${letters[0] ?? ""}${letters.at(-1) ?? ""}`)
  );
};

/** A name without its initials before it. */
export const withoutInitials = (name: string): string => {
  const initials = INITIALS.exec(name)?.[1];
  const rest = name.replace(INITIALS, "");
  return initials !== undefined && isOf(initials, rest) ? rest : name;
};

/** The text shows a name with its initials before it. */
export const showsInitials = (text: string, name: string): boolean =>
  text
    .split(name)
    .slice(0, -1)
    .some((before) => {
      const initials = /(?:^|\s)(\p{Lu}{2,3})\s+$/u.exec(before)?.[1];
      return initials !== undefined && isOf(initials, name);
    });

/** Each of these names has its initials before it. */
export const haveInitials = (names: readonly string[]): boolean =>
  names.length > 0 && names.every((name) => withoutInitials(name) !== name);

/** Keeps what stands behind them; all, where a picture is in their place. */
export const BEHIND_INITIALS = String.raw`^(?:\p{Lu}{2,3}\s+(?=\p{L}))?(.+)$`;
