import { rule } from "./define-rule.ts";
import type { Parts, Rule } from "./define-rule.ts";
import type { Intent, Range } from "./intent.ts";
import { placeName, saysMore } from "./named.ts";

const one = (intent: Intent): Intent[] => [intent];

const numbers: Record<string, number> = {
  no: 0,
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const number = `(?:\\d+|${Object.keys(numbers).join("|")})`;
const countOf = (word: string): number => numbers[word.toLowerCase()] ?? Number(word);
const atLeast = "(?:at least|not fewer than|no fewer than|minimum)";
const atMost = "(?:at most|not more than|no more than|maximum)";
const rangeOf = (parts: Parts): Range => {
  const count = countOf(parts.raw("n"));
  const how = parts.raw("how").toLowerCase();
  if (new RegExp(`^${atLeast}`).test(how)) return { min: count };
  if (new RegExp(`^${atMost}`).test(how)) return { max: count };
  return { is: count };
};
const things =
  "(?:rows?|items?|entries|entry|products?|results?|tasks?|todos?|orders?|records?|cards?|lines?|links?|buttons?|options?|articles?|posts?|messages?|comments?|images?|headings?|packages?|users?|files?|pages?|elements?|columns?|tabs?|fields?|check ?boxes)";

const isNot = (parts: Parts): boolean => parts.has("not");
const negated =
  "(?:not|no longer|never|don't|do not|does not|doesn't|cannot|can't|can not|shouldn't|won't|isn't|aren't)";
const isPlace =
  /^(?:the|an?|(?:the )?(?:page|list|app|screen|site|browser|application|view|window|it|there))$/i;

const within = (parts: Parts): string | null =>
  parts.has("w") && !isPlace.test(parts.words("w")) ? placeName(parts.raw("w"), parts.quotes) : null;

/** All quoted texts of a list of nothing but quoted texts. */
const listed = (words: string, quotes: readonly string[]): string[] | null =>
  /^(?:⟦\d+⟧(?:,? and |, |,? or )?)+$/.test(words)
    ? [...words.matchAll(/⟦(\d+)⟧/g)].map(([, index]) => quotes[Number(index)] ?? "")
    : null;

const textWords =
  /^(?:(?:the |an? )?(?:success |confirmation |error |info |warning |validation |status |flash |toast |alert )*(?:text|message|words?|notification|toast|alert|error|notice|banner|label|value|sentence|phrase|content|name|product|item|entry)s?(?: (?:that says|saying|reading|containing|with (?:the )?text|of|is|:))? )(?=⟦)/i;

/** What somebody is to see, or no more: texts, or an element of a kind. */
const seen = (parts: Parts, shown: boolean, place: string | null): Intent[] | null => {
  if (parts.has("w") && saysMore(parts.raw("w"))) return null;
  const raw = parts
    .raw("t")
    .replace(/^(?:that )?(?:the following(?: \w+)?:? )/i, "")
    .replace(textWords, "")
    .replace(/^(?:the |an? )(?=⟦\d+⟧(?:$|,| and))/i, "")
    .replace(/ (?:text|message|label|entry|item|product)s?$/i, "");
  const texts = listed(raw, parts.quotes);
  if (texts) return texts.map((text) => ({ kind: "see_text", text, quoted: true, shown, within: place }));
  const target = parts.named("t");
  if (!target) return null;
  if (target.role !== null && target.role !== "section" && target.role !== "row")
    return one({ kind: "see_element", target: { ...target, within: target.within ?? place }, shown });
  return one({
    kind: "see_text",
    text: target.name,
    quoted: target.quoted,
    shown,
    within: target.within ?? place,
  });
};

const stateOf = (word: string): "checked" | "unchecked" | "enabled" | "disabled" | "focused" | null => {
  if (/^(?:checked|ticked|selected|on|active|switched on)$/i.test(word)) return "checked";
  if (/^(?:unchecked|unticked|off|deselected|switched off|not (?:checked|ticked|selected))$/i.test(word))
    return "unchecked";
  if (/^(?:enabled|clickable|active)$/i.test(word)) return "enabled";
  if (/^(?:disabled|greyed out|grayed out|not (?:enabled|clickable))$/i.test(word)) return "disabled";
  return /^(?:focused|has focus|in focus)$/i.test(word) ? "focused" : null;
};
const opposite = {
  checked: "unchecked",
  unchecked: "checked",
  enabled: "disabled",
  disabled: "enabled",
  focused: "focused",
} as const;

const be = "(?:is|are|be|becomes?|gets?|being|stays?|remains?|was|were)";
const should =
  "(?:(?:should|must|will|shall|has to|needs to|is to|can|may) (?<not>not )?(?:still |now |also |then )?)?";

const placeSeen = (parts: Parts): Intent[] | null => {
  const words = parts.words("t");
  if (/^(?:https?:\/\/|\/|#\/)\S*$/.test(words)) return one({ kind: "see_url", path: words, whole: false });
  const name = parts.named("t");
  if (!name) return null;
  if (/^(?:home|start|main|front)$/i.test(name.name)) return one({ kind: "see_url", path: "", whole: true });
  return one({ kind: "see_page", name: name.name, quoted: name.quoted });
};

/** What is seen, the most particular first. */
export const rulesToSee: readonly Rule[] = [
  rule(
    `(?:see )?no (?:javascript |js |console |page |server )*errors?(?: (?:is|are) (?:shown|logged|seen|reported))?(?: .*)?|(?:the )?page (?:loads|works|opens)(?: correctly)? without (?:any )?errors?`,
    () => one({ kind: "no_errors" }),
  ),
  rule(
    `(?:the )?(?:current |page |browser )*(?:url|address|path)(?: bar)? ${should}(?:${be} |to |contains? |includes? |ends? with |changes? to |shows? |match(?:es)? )+(?:the )?<t:P>`,
    (parts) => one({ kind: "see_url", path: parts.words("t"), whole: false }),
  ),
  rule(
    `(?:the )?(?:current |page |browser )*(?:url|address)(?: bar)? ${should}(?:contains?|includes?|ends? with) <t:V>`,
    (parts) => one({ kind: "see_url", path: parts.words("t"), whole: false }),
  ),
  rule(
    `(?:the )?(?:page|window|browser|document|tab)(?:'s)? title ${should}(?<how>${be}|contains?|shows?|says?|reads?|includes?) <t:Q>`,
    (parts) => one({ kind: "see_title", title: parts.words("t"), whole: false }),
  ),
  rule(
    `(?:am|be|are|is|get|gets|land|lands|end up|ends up|arrive|arrives|stay|stays|remain|remains)(?: (?:redirected|taken|sent|brought|returned|navigated|forwarded|still|back|now))*(?: again)? (?:on|at|to|in) (?:the )?(?:page |url |address )?<t:T>`,
    placeSeen,
  ),
  rule(
    `(?:is |are |be |get )?(?:redirected|taken|sent|brought|navigated|forwarded)(?: back)? to (?:the )?(?:page |url |address )?<t:T>`,
    placeSeen,
  ),
  rule(
    `(?:opens?|leads? to|takes? (?:you|me|us|the user) to|navigates? to|goes to|shows? the page at) (?:the )?<t:P>`,
    placeSeen,
  ),
  rule(
    `(?:the )?<t:T> page (?:${should}(?:opens?|loads?|appears?|${be} (?:shown|displayed|open|opened|loaded)))`,
    placeSeen,
  ),

  rule(
    `(?:see|find|get|have|there (?:is|are|should be|must be|will be)|list|show|contain)s? (?<how>exactly |only |${atLeast} |${atMost} )?(?<n>${number}) (?<what>[\\w\\s-]*?${things}|⟦\\d+⟧(?: \\w+)?)(?: (?:in|on|within|inside|of) (?:the )?<w:T>)?(?: (?:is|are)? ?(?:shown|displayed|listed|visible|left))?`,
    (parts) =>
      one({ kind: "see_count", what: parts.words("what"), range: rangeOf(parts), within: within(parts) }),
  ),
  rule(
    `<w:T> ${should}(?:has|have|contains?|shows?|lists?|displays?|holds?|includes?) (?<how>exactly |only |${atLeast} |${atMost} )?(?<n>${number}) (?<what>[\\w\\s-]*?${things})`,
    (parts) =>
      one({ kind: "see_count", what: parts.words("what"), range: rangeOf(parts), within: within(parts) }),
  ),
  rule(
    `(?<how>exactly |only |${atLeast} |${atMost} )?(?<n>${number}) (?<what>[\\w\\s-]*?${things}) ${should}(?:${be} )?(?:shown|visible|displayed|listed|left|remain|appear|found)(?: (?:in|on|within) (?:the )?<w:T>)?`,
    (parts) =>
      one({ kind: "see_count", what: parts.words("what"), range: rangeOf(parts), within: within(parts) }),
  ),

  rule(`(?:the )?value (?:of|in) <t:T> ${should}(?:${be}|equals?) <v:V>`, (parts) => {
    const [target, value] = [parts.named("t"), parts.value("v")];
    return target && value !== null ? one({ kind: "see_value", target, value }) : null;
  }),
  rule(
    `<t:T> ${should}(?:has|have|contains?|holds?|shows?|keeps?|displays?) (?:the )?value <v:V>`,
    (parts) => {
      const [target, value] = [parts.named("t"), parts.value("v")];
      return target && value !== null ? one({ kind: "see_value", target, value }) : null;
    },
  ),
  rule(
    `<t:T> (?:field|input|box|text ?box|area) ${should}(?:${be}|contains?|shows?|holds?) <v:V>`,
    (parts) => {
      const [target, value] = [parts.named("t"), parts.value("v")];
      return target && value !== null
        ? one({ kind: "see_value", target: { ...target, role: "field" }, value })
        : null;
    },
  ),
  rule(`<t:T> (?:field|input|box|text ?box|area) ${should}(?:${be}) (?:empty|blank|cleared)`, (parts) => {
    const target = parts.named("t");
    return target && one({ kind: "see_value", target: { ...target, role: "field" }, value: "" });
  }),

  rule(
    `(?:(?:the )?<a:T> )?(?:heading|headline) ${should}(?:${be}|says?|reads?|shows?|displays?|contains?) <t:Q>`,
    (parts) =>
      one({
        kind: "see_element",
        target: { name: parts.words("t"), quoted: true, role: "heading", within: null, nth: null },
        shown: !isNot(parts),
      }),
  ),
  rule(
    `<t:T> (?:${should}${be}|(?<isnt>isn't|aren't|is not|are not)) (?<no>not |no longer )?(?:still |now )?(?<state>checked|ticked|selected|unchecked|unticked|deselected|switched on|switched off|on|off|enabled|clickable|disabled|greyed out|grayed out|focused|in focus)`,
    (parts) => {
      const target = parts.named("t");
      const state = stateOf(parts.raw("state"));
      const no = parts.has("no") !== (parts.has("isnt") || isNot(parts));
      return target && state && one({ kind: "see_state", target, state: no ? opposite[state] : state });
    },
  ),
  rule(
    `<t:T> (?:${should}${be}|(?<isnt>isn't|aren't)) (?<no>not |no longer |never )?(?:still |now |also |then |immediately )?(?<how>shown|visible|displayed|present|there|back|listed|seen|available|offered|found|hidden|gone|removed|deleted|absent|missing|invisible|closed|open|opened)(?: (?:in|on|within|inside|at|from|under|next to|as) <w:T>)?`,
    (parts) => {
      const away = /^(?:hidden|gone|removed|deleted|absent|missing|invisible|closed)$/i.test(
        parts.raw("how"),
      );
      const no = parts.has("no") !== (parts.has("isnt") || isNot(parts));
      return seen(parts, away === no, within(parts));
    },
  ),
  rule(
    `<t:T> (?:${should}${be}|(?<isnt>isn't|aren't)) (?<no>not |no longer |never )?(?:still |now )?(?:in|on|within|inside|part of) <w:T>`,
    (parts) =>
      /⟦\d+⟧/.test(parts.raw("t"))
        ? seen(parts, parts.has("no") === (parts.has("isnt") || isNot(parts)), within(parts))
        : null,
  ),
  rule(
    `<t:T> ${should}(?<no>does not |doesn't |do not |don't |no longer |never |not )?(?:still |now |also )?(?<how>appears?|exists?|shows? up|pops? up|comes? up|disappears?|vanish(?:es)?|goes? away|remains?)(?: (?:in|on|within|inside|at|from|under|next to) <w:T>)?`,
    (parts) => {
      const away = /^(?:disappear|vanish|go)/i.test(parts.raw("how"));
      return seen(parts, away === (parts.has("no") || isNot(parts)), within(parts));
    },
  ),

  rule(
    `(?:${should.replace("<not>", "<not1>")})(?<not>${negated} )?(?:be able to )?(?:still |now |also )?(?:see|read|find|notice|view|observe|get|receive|be shown|am shown|are shown|be told|see that|be presented with|spot)(?: that)?(?<none> no)? <t:T>(?: (?:in|on|within|inside|under|next to|beside|for|at) (?:the )?<w:T>)?`,
    (parts) => seen(parts, !(isNot(parts) || parts.has("not1") || parts.has("none")), within(parts)),
  ),
  rule(
    `there (?:${should}${be}) (?<no>no |not )?<t:T>(?: (?:in|on|within|inside) (?:the )?<w:T>)?`,
    (parts) => seen(parts, !(isNot(parts) || parts.has("no")), within(parts)),
  ),
  rule(
    `<w:T> (?:${should}|(?<isnt>${negated}) )(?:now |also |still )?(?:shows?|displays?|contains?|says?|reads?|includes?|has|have|lists?|mentions?|updates? to|changes? to|${be}) (?<no>not )?<t:T>`,
    (parts) => {
      if (!/⟦\d+⟧/.test(parts.raw("t")) && !isPlace.test(parts.words("w"))) return null;
      return seen(parts, !(isNot(parts) || parts.has("isnt") || parts.has("no")), within(parts));
    },
  ),
  rule(`(?:shows?|displays?|contains?|says?|reads?|lists?)(?: me| you| us)? <t:T>`, (parts) =>
    /⟦\d+⟧/.test(parts.raw("t")) ? seen(parts, true, null) : null,
  ),
  rule(`<t:Q>`, (parts) => seen(parts, true, null)),
];
