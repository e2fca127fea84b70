import { partsOf } from "./define-rule.ts";
import type { Rule } from "./define-rule.ts";
import type { Intent, Sentence } from "./intent.ts";
import { namedIn } from "./named.ts";
import { inKnownWords, trailOf } from "./phrasing.ts";
import { maskQuotes, unmask } from "./quotes.ts";
import { rulesToDo } from "./rules-do.ts";
import { rulesToSee } from "./rules-see.ts";

/** What a sentence says, or why no step can be made of it. */
type SentenceRead = { ok: true; intents: Intent[] } | { ok: false; reason: string };

/** What comes after is no test step, and rules must not have to read it. */
const longest = 400;
const mostClauses = 12;

const base: Record<string, string> = {};
const verbForms: [string, ...string[]][] = [
  ["click", "clicks", "clicking"],
  ["tap", "taps", "tapping"],
  ["press", "presses", "pressing"],
  ["hit", "hits", "hitting"],
  ["push", "pushes", "pushing"],
  ["go", "goes", "going"],
  ["navigate", "navigates", "navigating"],
  ["browse", "browses", "browsing"],
  ["return", "returns", "returning"],
  ["open", "opens", "opening"],
  ["visit", "visits", "visiting"],
  ["enter", "enters", "entering"],
  ["type", "types", "typing"],
  ["fill", "fills", "filling"],
  ["put", "puts", "putting"],
  ["write", "writes", "writing"],
  ["select", "selects", "selecting"],
  ["choose", "chooses", "choosing"],
  ["pick", "picks", "picking"],
  ["tick", "ticks", "ticking"],
  ["check", "checks", "checking"],
  ["untick", "unticks", "unticking"],
  ["uncheck", "unchecks", "unchecking"],
  ["upload", "uploads", "uploading"],
  ["attach", "attaches", "attaching"],
  ["submit", "submits", "submitting"],
  ["search", "searches", "searching"],
  ["sort", "sorts", "sorting"],
  ["log", "logs", "logging"],
  ["sign", "signs", "signing"],
  ["hover", "hovers", "hovering"],
  ["scroll", "scrolls", "scrolling"],
  ["wait", "waits", "waiting"],
  ["reload", "reloads", "reloading"],
  ["refresh", "refreshes", "refreshing"],
  ["add", "adds", "adding"],
  ["remove", "removes", "removing"],
  ["delete", "deletes", "deleting"],
  ["save", "saves", "saving"],
  ["clear", "clears", "clearing"],
  ["set", "sets", "setting"],
  ["change", "changes", "changing"],
  ["close", "closes", "closing"],
  ["accept", "accepts", "accepting"],
  ["dismiss", "dismisses", "dismissing"],
  ["follow", "follows", "following"],
  ["expand", "expands", "expanding"],
  ["provide", "provides", "providing"],
  ["see", "sees", "seeing"],
  ["replace", "replaces", "replacing"],
  ["edit", "edits", "editing"],
  ["use", "uses"],
];
for (const [verb, ...forms] of verbForms) for (const form of forms) base[form] = verb;
const verbs = verbForms.map(([verb]) => verb);
const anyVerb = [
  ...verbs,
  ...Object.keys(base),
  "double-click",
  "verify",
  "ensure",
  "confirm",
  "launch",
  "login",
].join("|");
const subject =
  "(?:I|we|you|he|she|they|it|the (?:user|visitor|customer|shopper|admin(?:istrator)?|member|guest|tester|reader|person)|(?:a|an) (?:user|visitor|customer|shopper|admin(?:istrator)?|member|guest)|user|users|[A-Z][a-z]+(?= (?:clicks|opens|enters|types|goes|visits|selects|sees|is on)))";

const connector =
  /^(?:given|when|then|and|but|or|so|also|next|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|lastly|now|afterwards?|please|just|simply|again|once more|\*|that|after that|at first|optionally)\b[,:]?\s+/i;
const numbered = /^(?:step\s*)?\d+\s*[.):-]\s+/i;
const looks =
  /^(?:(?:expected|expect|result|outcome|expected (?:result|outcome|behaviou?r)s?|assert(?:ion)?|verification)\s*:\s*|(?:verify|ensure|assert|confirm|expect|validate|make sure|be sure|observe|note|notice)(?:\s+that)?\s+|check(?:\s+(?:that|if|whether))\s+|check\s*:\s*)/i;
/** "Check the total is 24.00" looks; "check the box" acts. */
const checkLooks =
  /^check\s+(?=.*\s(?:is|are|shows?|has|have|contains?|appears?|says?|reads?|displays?|exists?|was|were)\b)/i;
const subjectLead = new RegExp(`^${subject}\\s+(?=\\S)`, "iu");
const modalOfDeed = new RegExp(
  `^(?:(?:can|may|must|will|should|could|would|need to|needs to|have to|has to|want to|wants to|am able to|is able to|are able to|be able to|try to|tries to|have|has)\\s+)+(?:then |now |also )?(?=(?:${anyVerb.replace(/\bsee\|sees\|seeing\b/, "")})\\b)`,
  "i",
);
const modal = /^(?:should|must|can|cannot|can't|will|shall|do|does|don't|doesn't|shouldn't|may)\b/i;
const idleModal =
  /^(?:it\s+)?(?:should|must|will|shall|can|may|does|do)\s+(?:(?:then|now|also|still)\s+)?(?=\S)/i;

/** The plain words of a clause: no lead, no number, its verb in its base form. */
const bare = (clause: string): { words: string; isLook: boolean; isSeen: boolean } => {
  let words = clause
    .trim()
    .replace(/[.!;:,]+$/, "")
    .trim();
  let isLook = false;
  let isSeen = false;
  for (let before = ""; before !== words;) {
    before = words;
    words = words.replace(numbered, "").replace(connector, "");
    const looking = looks.exec(words)?.[0] ?? checkLooks.exec(words)?.[0];
    if (looking) {
      isLook = true;
      words = words.slice(looking.length);
    }
    words = words.replace(subjectLead, (lead) => (/^it\s/i.test(lead) ? lead : ""));
  }
  words = words.replace(modalOfDeed, "");
  if (modal.test(words) || /^it\s/i.test(words)) {
    isSeen = true;
    words = words
      .replace(idleModal, "")
      .replace(/^it\s+/i, "")
      .replace(/^shouldn't\b/i, "not");
  }
  const [first = ""] = words.split(/\s/, 1);
  const verb = base[first.toLowerCase()];
  if (verb !== undefined) words = verb + words.slice(first.length);
  return { words: words.trim(), isLook, isSeen };
};

const boundary = new RegExp(
  `\\s*(?:;|,?\\s+(?:and|then|and then|but)|,)\\s+(?=(?:(?:then|also|finally|next)\\s+)?(?:${subject}\\s+)?(?:(?:should|must|can|will)\\s+)?(?:not\\s+)?(?:${anyVerb})\\b(?!\\s+(?:button|link|page|form|field)))`,
  "u",
);
const orderOfTime = /^(?:when|if|once|after|as soon as)\s+(?<first>.+?),?\s*(?:,|\bthen\b)\s+(?<rest>.+)$/i;
const aim = /^(?:in order )?to\s+[^,⟦]{3,100},\s+(?<rest>.+)$/i;
const deedAndEffect = new RegExp(
  `^(?<deed>(?:${verbForms.flatMap((forms) => forms.filter((form) => form.endsWith("ing"))).join("|")})\\b.+?)\\s+(?<effect>(?:should|must|will|opens?|shows?|leads?|takes?|brings?|displays?|navigates?|goes|adds?|removes?|changes?|updates?)\\b.*)$`,
  "i",
);

const clausesOf = (words: string): string[] => {
  const effect = deedAndEffect.exec(bare(words).words === "" ? words : words.replace(connector, ""))?.groups;
  if (effect?.["deed"] && effect["effect"]) return [...clausesOf(effect["deed"]), `it ${effect["effect"]}`];
  const timed = orderOfTime.exec(words)?.groups;
  if (timed?.["first"] && timed["rest"]) return [...clausesOf(timed["first"]), ...clausesOf(timed["rest"])];
  const rest = aim.exec(words)?.groups?.["rest"];
  return (rest ?? words).split(boundary).slice(0, mostClauses);
};

const apply = (
  rules: readonly Rule[],
  words: string,
  quotes: readonly string[],
): Intent[] | string | null => {
  let reason: string | null = null;
  for (const { pattern, read } of rules) {
    const found = pattern.exec(words);
    if (!found) continue;
    const intents = read(partsOf(found.groups ?? {}, quotes));
    if (typeof intents === "string") reason ??= intents;
    else if (intents && intents.length > 0) return intents;
  }
  return reason;
};

type Reading = { quotes: readonly string[]; looksFirst: boolean; isStep: boolean };

/** Words that a sentence begins with that orders nothing. */
const noVerb =
  /^(?:the|an?|this|that|these|those|as|in|on|at|for|from|with|without|by|if|to|it|its|there|here|all|any|some|no|not|my|your|our|their|his|her|is|are|am|see|have|has|note|make|enter|type|fill|select|choose|provide|think|ensure|verify)$/i;

const readClause = (clause: string, { quotes, looksFirst }: Reading): Intent[] | string | null => {
  const { words, isLook, isSeen } = bare(clause);
  if (words === "") return [];
  const looking = isLook || looksFirst || isSeen;
  const lists = looking ? [rulesToSee, isLook ? [] : rulesToDo] : [rulesToDo, rulesToSee];
  let reason: string | null = null;
  for (const rules of lists) {
    const found = apply(rules, words, quotes);
    if (typeof found === "string") reason ??= found;
    else if (found) return found;
  }
  // Words that are not quoted count only where the app turns out to show them.
  const isText = looksFirst && reason === null && /^[^⟦]{3,80}$/.test(words);
  return isText
    ? [
        {
          kind: "see_text",
          text: words.replace(/^(?:the|an?|your|my)\s+/i, ""),
          quoted: false,
          shown: true,
          within: null,
        },
      ]
    : reason;
};

/** A sentence that may say what stands on a button: "Place the order". */
const readOrder = (clause: string, quotes: readonly string[]): Intent[] | null => {
  const { words, isLook, isSeen } = bare(clause);
  const order = /^(?<verb>[a-z][a-z-]+)(?:\s+(?<rest>.+))?$/i.exec(words)?.groups;
  if (isLook || isSeen || !order?.["verb"] || words.split(/\s+/).length > 8) return null;
  if (noVerb.test(order["verb"])) return null;
  const isAlone = order["rest"] === undefined || /^(?:it|them|this|that)$/i.test(order["rest"]);
  const target = isAlone ? null : namedIn(order["rest"] ?? "", quotes);
  const whole = isAlone ? order["verb"] : unmask(words, quotes);
  return [
    {
      kind: "order",
      verb: order["verb"],
      target: target ?? { name: whole, quoted: false, role: null, within: null, nth: null },
      whole,
    },
  ];
};

/** Parts of a clause that was not understood as one: "the total is X and there are two rows". */
const readParts = (clause: string, reading: Reading): Intent[] | string | null => {
  const whole = readClause(clause, reading);
  if (typeof whole === "object" && whole !== null) return whole;
  const order =
    reading.isStep && !reading.looksFirst && whole === null ? readOrder(clause, reading.quotes) : null;
  const parts = clause.split(/,?\s+and\s+|,\s+/);
  if (parts.length < 2 || parts.length > 6) return order ?? whole;
  const read = parts.map((part, at) => {
    const alone = readClause(part, reading);
    return typeof alone === "object" && alone !== null
      ? alone
      : at > 0
        ? readClause(`see ${part}`, { ...reading, looksFirst: true })
        : (alone ?? (reading.isStep && !reading.looksFirst ? readOrder(part, reading.quotes) : null));
  });
  const intents = read.flatMap((part) => (typeof part === "object" && part !== null ? part : []));
  return read.every((part) => typeof part === "object" && part !== null) ? intents : (order ?? whole);
};

const fillRows = (rows: string[][]): Intent[] =>
  rows.flatMap(([field = "", value = ""]): Intent[] => [
    { kind: "fill", target: { name: field, quoted: true, role: "field", within: null, nth: null }, value },
  ]);

/** A table below a sentence: fields to fill in, or texts to see. */
const readRows = (words: string, rows: string[][], looksFirst: boolean): Intent[] | null => {
  const isPair = rows.every((row) => row.length === 2);
  const body =
    /^(?:field|name|label)$/i.test(rows[0]?.[0] ?? "") && /^(?:value|text)$/i.test(rows[0]?.[1] ?? "")
      ? rows.slice(1)
      : rows;
  if (!looksFirst && isPair && /\b(?:fill|enter|type|form|provide|complete|details|following)\b/i.test(words))
    return fillRows(body);
  if (/\b(?:see|shows?|displays?|contains?|lists?)\b/i.test(words))
    return rows
      .flat()
      .filter(Boolean)
      .map((text): Intent => ({
        kind: "see_text",
        text,
        quoted: true,
        shown: !/\bnot\b|n't\b|no longer/i.test(words),
        within: null,
      }));
  return null;
};

/** What is open before anything is done has to be opened. */
const openAtFirst =
  /^(?:given )?(?<what>(?:the |an? |my )?[^,]{2,60}?) (?:is|are) (?:already |now )?(?:open|opened|displayed|shown)(?: (?:in|on) .{2,30})?[.!]*$/i;

/** What a sentence asks to do or to see. `opens`: it is the first of its case. */
export const readSentence = ({ text, part, isStep, rows }: Sentence, opens: boolean): SentenceRead => {
  if (text.length > longest) return { ok: false, reason: "it is too long to be a step" };
  const { text: masked, quotes } = maskQuotes(text.replaceAll(/\s+/g, " ").trim());
  const words = inKnownWords(masked);
  const trail = trailOf(words.replace(/[.!]+$/, ""))?.map((place) => namedIn(place, quotes));
  if (trail && part !== "then" && trail.every((target) => target !== null))
    return { ok: true, intents: trail.map((target) => ({ kind: "visit", target })) };
  const looksFirst =
    part === "then" ||
    (part === null && !opens && /^(?:I |you |the user )?(?:am|are|is) (?:on|at)\b/i.test(words));
  if (rows && rows.length > 0) {
    const intents = readRows(words, rows, looksFirst);
    if (intents) return { ok: true, intents };
  }
  const intents: Intent[] = [];
  let looking = looksFirst;
  const opened =
    part === "given" || /^given\b/i.test(words) ? openAtFirst.exec(words)?.groups?.["what"] : null;
  for (const clause of clausesOf(opened ? `am on ${opened}` : words.replace(/[.!;:,]+$/, ""))) {
    const read = readParts(clause, { quotes, looksFirst: looking, isStep });
    if (read === null) return { ok: false, reason: "no rule knows what it asks to do or to see" };
    if (typeof read === "string") return { ok: false, reason: read };
    intents.push(...read);
    looking ||= read.some(({ kind }) => kind.startsWith("see_"));
  }
  if (intents.length === 0) return { ok: false, reason: "it says nothing to do and nothing to see" };
  return { ok: true, intents };
};
