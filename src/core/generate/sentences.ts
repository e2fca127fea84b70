import type { StepDocument } from "#core/suite/grammar.ts";

type Rule = { pattern: RegExp; step(groups: Record<string, string>): StepDocument };

/** A quoted name or text, in straight or typographic quotes. */
const quoted = (name: string): string => String.raw`["“'‘«](?<${name}>[^"”'’»]+)["”'’»]`;
const rule = (source: string, step: Rule["step"]): Rule => ({
  pattern: new RegExp(`^${source}[.!]?$`, "iu"),
  step,
});
const the = "(?:the |an? )?";
const kindOfElement =
  "(?: (?:button|link|tab|icon|item|menu|option|checkbox|check box|box|field|input|page))?";

/** Most particular first. */
const rules: Rule[] = [
  rule(
    `(?:go|navigate|browse) to (?:${the}page )?["“']?(?<path>/\\S*?)["”']?(?: page)?`,
    ({ path = "/" }) => ({ goto: path }),
  ),
  rule(
    `(?:open|visit|load|am on|is on|are on)(?: the page)? ["“']?(?<path>/\\S*?)["”']?(?: page)?`,
    ({ path = "/" }) => ({ goto: path }),
  ),
  rule(`(?:go to|open|visit|am on|is on) the (?:home|start|front|main) ?page`, () => ({ goto: "/" })),
  rule(`reload(?: the page)?`, () => "reload"),
  rule(`go back`, () => "back"),
  rule(
    `(?:fill|fill in|complete) ${the}${quoted("field")}${kindOfElement} with ${quoted("value")}`,
    ({ field = "", value = "" }) => ({ fill: { [field]: value } }),
  ),
  rule(
    `(?:enter|type|put|write|fill in) ${quoted("value")} (?:in|into|for|as|to) ${the}${quoted("field")}${kindOfElement}`,
    ({ field = "", value = "" }) => ({ fill: { [field]: value } }),
  ),
  rule(
    `(?:select|choose|pick) ${quoted("value")} (?:from|in|for|as) ${the}${quoted("field")}${kindOfElement}`,
    ({ field = "", value = "" }) => ({ select: { [field]: value } }),
  ),
  rule(`(?:check|tick|accept) ${the}${quoted("target")}${kindOfElement}`, ({ target = "" }) => ({
    check: target,
  })),
  rule(`(?:uncheck|untick) ${the}${quoted("target")}${kindOfElement}`, ({ target = "" }) => ({
    uncheck: target,
  })),
  rule(
    `(?:press|hit) ${the}(?<key>Enter|Escape|Tab|Space|Backspace|Delete)(?: key)?`,
    ({ key = "Enter" }) => ({ press: key }),
  ),
  rule(
    `(?:click|tap|press|push|choose|select|follow|open)(?: on)? ${the}${quoted("target")}${kindOfElement}`,
    ({ target = "" }) => ({ click: target }),
  ),
  rule(
    `(?:should )?(?:not|no longer) (?:see|show|contain|display) ${the}${quoted("text")}.*`,
    ({ text = "" }) => ({ expect: { hidden: { text } } }),
  ),
  rule(
    `(?:should |must |can |will )?(?:see|read|find) ${the}(?:text |message |heading )?${quoted("text")}(?: .*)?`,
    ({ text = "" }) => ({ expect: { text } }),
  ),
  rule(
    `.*\\b(?:shows?|displays?|contains?|says?|reads?|appears?:?) ${the}(?:text |message |heading )?${quoted("text")}(?: .*)?`,
    ({ text = "" }) => ({ expect: { text } }),
  ),
  rule(
    `${the}(?:text |message |heading )?${quoted("text")} (?:is|should be|must be) (?:shown|visible|displayed)(?: .*)?`,
    ({ text = "" }) => ({ expect: { text } }),
  ),
  rule(`${the}(?:page )?title (?:is|should be|must be) ${quoted("text")}`, ({ text = "" }) => ({
    expect: { title: text },
  })),
  rule(
    `(?:${the}(?:url|address) (?:is|should be|contains|should contain)|(?:should be|am|end up|land) (?:on|at)(?: the page)?) ["“']?(?<path>/\\S*?)["”']?`,
    ({ path = "/" }) => ({ expect: { url: path } }),
  ),
];

/** Words in front of a sentence that say who does it or where in a scenario it stands. */
const lead =
  /^(?:(?:given|when|then|and|but|\*)\s+)?(?:(?:that )?(?:i|we|you|he|she|they|the user|the visitor|a user|a visitor|user)\s+)?(?:(?:can|must|will|should)\s+(?=click|open|go|enter|type|fill|select|choose))?/iu;

/** The step that a sentence says, or null when no rule knows it. */
export const stepOfSentence = (sentence: string): StepDocument | null => {
  const plain = sentence
    .replaceAll(/[*_`]{1,2}(?=\S)|(?<=\S)[*_`]{1,2}/g, "")
    .replace(lead, "")
    .trim();
  for (const { pattern, step } of rules) {
    const found = pattern.exec(plain);
    if (found)
      return step(
        Object.fromEntries(Object.entries(found.groups ?? {}).filter(([, value]) => value !== undefined)),
      );
  }
  return null;
};
