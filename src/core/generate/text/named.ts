import type { Named, SpokenRole } from "./intent.ts";
import { isSomewhere } from "./phrasing.ts";
import { quoteOf, unmask } from "./quotes.ts";

const roleWords: [RegExp, SpokenRole | null][] = [
  [/^(?:button|btn)$/i, "button"],
  [/^(?:link|hyperlink)$/i, "link"],
  [/^tab$/i, "tab"],
  [/^(?:menu item|menu entry|menu option)$/i, "menuitem"],
  [/^(?:check ?box|check-box|switch|toggle)$/i, "checkbox"],
  [/^(?:radio button|radio)$/i, "radio"],
  [
    /^(?:(?:text|input|search|password|email|e-mail|number|date) ?(?:box|field|area|input)|textarea|field|input|box|text ?box)$/i,
    "field",
  ],
  [/^(?:drop-?down(?: (?:list|menu|box))?|drop down|select(?: box)?|combo ?box|list ?box)$/i, "list"],
  [/^(?:image|picture|photo|logo)$/i, "image"],
  [/^(?:heading|headline|header)$/i, "heading"],
  [/^(?:row|line|entry|card|item|product)$/i, "row"],
  [/^(?:dialog|dialogue|modal|pop-?up|window)$/i, "dialog"],
  [/^(?:section|panel|area|form|table|group|sidebar|navigation|nav|menu|footer|bar|list)$/i, "section"],
  [
    /^(?:page|screen|view|icon|option|element|control|text|message|label|title|choice|name|column(?: header| heading)?|cell)$/i,
    null,
  ],
];

const allRoleWords =
  "button|btn|link|hyperlink|tab|menu item|menu entry|menu option|check ?box|check-box|switch|toggle|radio button|radio|" +
  "(?:text|input|search|password|email|e-mail|number|date) ?(?:box|field|area|input)|textarea|field|input|box|" +
  "drop-?down(?: (?:list|menu|box))?|drop down|select(?: box)?|combo ?box|list ?box|image|picture|photo|logo|heading|headline|header|" +
  "row|line|entry|card|item|product|dialog|dialogue|modal|pop-?up|window|section|panel|area|form|table|group|sidebar|navigation|" +
  "nav|menu|footer|bar|list|page|screen|view|icon|option|element|control|text|message|label|choice|column(?: header| heading)?|cell";

const article = /^(?:(?:on|the|an?|your|my|his|her|their|its|this|that|any)\s+)+/i;
const ordinals: Record<string, number> = { first: 0, second: 1, third: 2, fourth: 3, fifth: 4, last: -1 };
const ordinal = /^(first|second|third|fourth|fifth|last)\s+(?=\S)/i;
const trailingRole = new RegExp(String.raw`^(?<name>.+?)\s+(?<role>${allRoleWords})s?$`, "i");
const leadingRole = new RegExp(
  String.raw`^(?<role>${allRoleWords})\s+(?:(?:named|called|labell?ed|titled|with (?:the )?(?:name|label|text|title)|for|saying|that says|reading)\s+)?(?<name>⟦\d+⟧)$`,
  "i",
);
const place =
  /^(?<head>.*?(?:⟦\d+⟧|\b(?:button|link|tab|check ?box|field|box|dropdown|icon|menu item))\S*)\s+(?:in|on|of|for|next to|beside|under|within|inside|from|at|that belongs to|belonging to|near)\s+(?<place>.+)$/i;
const ofQuoted =
  /^(?<head>[^⟦]+?)\s+(?:in|on|of|for|next to|beside|under|within|inside|from)\s+(?<place>(?:the\s+)?(?:[a-z]+\s+)?⟦\d+⟧.*)$/i;
const inPart =
  /^(?<head>[^⟦]+?)\s+(?:in|on|of|for|inside|within)\s+the\s+(?<place>\S.*?\s+(?:row|line|card|section|panel|dialog|form|table|list|navigation|menu))$/i;
/** Why it is done says nothing of what it is done to. */
const purpose = /\s+(?:(?:in order )?to|so that|so)\s+(?!⟦|the (?:right|left|top|bottom))[a-z]+\b.*$/i;

const bare = (words: string): string => words.trim().replace(article, "").trim();

const roleOf = (word: string): SpokenRole | null =>
  roleWords.find(([pattern]) => pattern.test(word.trim()))?.[1] ?? null;

/** Words that name nothing that could be looked for. */
const nothing = /^(?:it|them|this|that|one|something|anything|everything|there|here|page|app)?$/i;

/** Whether a phrase goes on to say something else, and so names no one thing. */
export const saysMore = (words: string): boolean =>
  (words.includes("⟦") && / (?:and|but|then|or) /i.test(words)) ||
  /⟦\d+⟧.*\b(?:is|are|was|were|shows?|has|contains?|should)\b/i.test(words) ||
  /,? then /i.test(words);

/** An element as a phrase names it; null when it names none. */
export const namedIn = (phrase: string, quotes: readonly string[]): Named | null => {
  let words = bare(phrase.replace(/[,;:]+$/, ""));
  if (saysMore(words)) return null;
  if (!/^⟦\d+⟧$/.test(words)) words = bare(words.replace(purpose, ""));
  const beside = /^(?<head>.+?)\s+(?:in|on|from|at|of|under)\s+(?<where>the\s.+)$/i.exec(words)?.groups;
  if (beside?.["head"] && isSomewhere(beside["where"] ?? "")) words = bare(beside["head"]);
  let within: string | null = null;
  const placed = (place.exec(words) ?? ofQuoted.exec(words) ?? inPart.exec(words))?.groups;
  if (placed?.["head"] && placed["place"]) {
    words = bare(placed["head"]);
    within = placeName(placed["place"], quotes);
  }
  let nth: number | null = null;
  const counted = ordinal.exec(words)?.[1];
  if (counted) {
    nth = ordinals[counted.toLowerCase()] ?? null;
    words = bare(words.replace(ordinal, ""));
  }
  let role: SpokenRole | null = null;
  const leading = leadingRole.exec(words)?.groups;
  const trailing = leading ? undefined : trailingRole.exec(words)?.groups;
  const split = leading ?? trailing;
  if (split?.["name"] && split["role"]) {
    role = roleOf(split["role"]);
    words = bare(split["name"]);
  }
  const isRole = new RegExp(`^(?:${allRoleWords})$`, "i").test(words);
  if (isRole && within !== null && role === null) {
    return { name: within, quoted: false, role: roleOf(words), within: null, nth };
  }
  const marks = words.match(/⟦\d+⟧/g) ?? [];
  if (marks.length > 1) return null;
  // What else is said of something quoted only describes it.
  const quote = quoteOf(marks[0] ?? words, quotes);
  const name = quote ?? unmask(words, quotes);
  if (name.length > 120 || (quote === null && nothing.test(name))) return null;
  return { name, quoted: quote !== null, role, within, nth };
};

/** What stands for the place of an element: the name of a row, a section, a dialog. */
export const placeName = (phrase: string, quotes: readonly string[]): string | null => {
  const words = bare(phrase).replace(/^(?:list|table|overview) of (?:all )?(?:the )?/i, "");
  if (nothing.test(words) || isSomewhere(words)) return null;
  const quote = /⟦(\d+)⟧/.exec(words)?.[1];
  if (quote !== undefined) return quotes[Number(quote)] ?? null;
  const role = trailingRole.exec(words)?.groups;
  return role?.["name"] ? bare(role["name"]) : words;
};
