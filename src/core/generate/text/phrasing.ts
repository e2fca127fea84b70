/** Ways of saying the same, and how the rules know it; on sentences whose quoted texts are marks. */
const rewrites: [RegExp, string][] = [
  [/^(?:pre-?conditions?|set-?up|starting point|starting from)\s*:\s*/i, "given "],
  [/\b(?:ought to|(?:is|are) (?:supposed|expected|meant|bound) to)\b/gi, "should"],
  [/\b(?:along|together) with\b|\bas well as\b/gi, "and"],
  [
    /\b(?:by|with|under|bearing|of) the name(?: of)?(?= ⟦)|\b(?:entitled|reading|that says|which says)(?= ⟦)/gi,
    "named",
  ],
  [
    /\b(?:the|an?|your|my|its) [\w-]+(?: [\w-]+){0,4}?,? (?:which|that) (?:is (?:called|named|labell?ed)|bears|has|carries|shows)(?: the (?:name|label|title))? (?=⟦\d+⟧|[A-Z])/g,
    "",
  ],
  [/\b(?:find|finds) (?:yourself|myself|themselves|himself|herself|ourselves)\b/gi, "am"],
  [/\b(?:am|is|are) (?:now )?(?:looking at|viewing|browsing|inside)\b/gi, "am on"],
  [
    /\b(?:bring up|brings up|pull up|pulls up|call up|go into|goes into|head over to|head to|jump to|move on to)\b/gi,
    "go to",
  ],
  [
    /\b(?:remains?|stays?|keeps?)(?: being)? (?:visible|displayed|shown|there|on (?:the )?(?:screen|page))\b/gi,
    "is still shown",
  ],
  [/(?<=\S) (?:there|here|as well|on (?:the )?screen)(?=[.,;!]?$)/gi, ""],
];

/** Menu, navigation and the like, with where on the page they are: the page has one of each, and seldom names it. */
const somewhere =
  /^(?:the |its |this |that |your |my )?(?:(?:left|right|top|bottom|upper|lower|main|side|left-hand|right-hand|page|app|site|whole) ?)*(?:menu|navigation(?: menu| bar)?|nav(?: ?bar)?|tool ?bar|side ?bar|header|footer|panel|app ?bar|screen|page|left|right|top|bottom|side)(?: (?:on|at|in) the (?:left|right|top|bottom|side)(?: (?:of|side).*)?)?$/i;

const pronoun = /^(?:it|there|here|this|that|them|these|those)$/i;

/** Whether words say where on a page something is without naming a part that the page itself would name. */
export const isSomewhere = (words: string): boolean => somewhere.test(words) || pronoun.test(words);

const leadingPlace =
  /^(?<lead>(?:(?:given|when|then|and|but)\s+)?)(?<how>in|from|on|under|within|inside|at) (?<place>(?:the |its |this |that |your |my )?[^,⟦⟧]{2,50}|it), (?<rest>[a-z].*)$/i;
/** "Orders > New order". */
const trail = /^[^>›»→⟦]{1,60}(?:\s*(?:>|›|»|→|->)\s*[^>›»→]{1,60})+$/;

/** The sentence as the rules know it. What is said first of a place comes after what is done there. */
export const inKnownWords = (sentence: string): string => {
  let words = sentence;
  for (const [said, known] of rewrites) words = words.replace(said, known);
  const { lead = "", how = "", place = "", rest = "" } = leadingPlace.exec(words)?.groups ?? {};
  if (rest === "") return words;
  const end = /[.!]*$/.exec(rest)?.[0] ?? "";
  return isSomewhere(place)
    ? lead + rest
    : `${lead}${rest.slice(0, rest.length - end.length)} ${how} ${place}${end}`;
};

/** The places of a trail through menus, the first first; null when it is none. */
export const trailOf = (words: string): string[] | null =>
  trail.test(words) ? words.split(/\s*(?:>|›|»|→|->)\s*/).map((part) => part.trim()) : null;
