import { rule } from "./define-rule.ts";
import type { Parts, Rule } from "./define-rule.ts";
import type { Intent, Named } from "./intent.ts";

const one = (intent: Intent): Intent[] => [intent];
const noValue = (what: string): string => `it gives no value for ${what}`;

const home =
  "(?:home|start|front|main|landing|index|base)(?: ?page| screen| url)?|homepage|(?:the )?(?:web ?)?(?:app|application|site|website|shop|store)(?:'s)?(?: (?:home|start|front|main) ?page)?";

/** Where a text sends somebody: an address, the start, or a page that is known by its name. */
const whereTo = (parts: Parts, part = "t"): Intent[] | null => {
  const words = parts.words(part).replace(/[.,;]+$/, "");
  if (/^(?:https?:\/\/|\/|#\/)\S*$/.test(words)) return one({ kind: "open", path: words });
  if (new RegExp(`^(?:the |our |your )?(?:${home})$`, "i").test(words))
    return one({ kind: "open", path: "" });
  const target = parts.named(part);
  return target && one({ kind: "visit", target });
};

const keys =
  "enter|return|escape|esc|tab|space(?: ?bar)?|backspace|delete|home|end|page ?up|page ?down|(?:arrow ?)?(?:up|down|left|right)|f\\d{1,2}";
const keyNames: Record<string, string> = {
  return: "Enter",
  esc: "Escape",
  spacebar: "Space",
  pageup: "PageUp",
  pagedown: "PageDown",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
};
const keyOf = (word: string): string => {
  const plain = word.toLowerCase().replaceAll(" ", "");
  const name = keyNames[plain] ?? keyNames[plain.replace("arrow", "")];
  return name ?? plain.charAt(0).toUpperCase() + plain.slice(1);
};

const fill = (target: Named | null, value: string | null, what: string): Intent[] | string =>
  value === null ? noValue(what) : one({ kind: "fill", target, value });

/** Null where the words name no one field. */
const fillAt = (parts: Parts, value: string | null, what: string): Intent[] | string | null => {
  const target = parts.named("t");
  return target && fill(target, value, what);
};

const click = (
  parts: Parts,
  kind: "click" | "hover" | "double_click" | "scroll_to" = "click",
): Intent[] | null => {
  const target = parts.named("t");
  return target && one({ kind, target });
};

const credentials =
  "(?: (?:with|using)(?: (?:the )?(?:user ?name|user|e-?mail(?: address)?|credentials|account|name))? <u:V>(?:(?:,| and|, and|/| with)(?: (?:the |a )?(?:password|pass))? <p:V>)?)?";
const loginVerb = "(?:log|sign) ?-?in";

const loggedIn = (parts: Parts): Intent[] | string => {
  const [username, password] = [parts.value("u"), parts.value("p")];
  // Beside a password a bare word is the name.
  const bare = password === null ? "" : parts.words("u");
  return one({ kind: "log_in", username: username ?? (bare === "" ? null : bare), password });
};

/** What is done, the most particular first. */
export const rulesToDo: readonly Rule[] = [
  rule("(?:am|is|are|be) (?:not (?:logged|signed) ?-?in|(?:logged|signed) ?-?out)", () =>
    one({ kind: "anonymous" }),
  ),
  rule("(?:am|is|are|as) (?:an? )?(?:guest|anonymous(?: (?:user|visitor))?|visitor)", () =>
    one({ kind: "anonymous" }),
  ),
  rule(
    `(?:am|is|are|have|has)? ?(?:already |successfully )*(?:logged|signed) ?-?in(?: (?:to|into) .+?)?(?: as <u:V>)?${credentials.replace("<u:V>", "<u2:V>")}`,
    (parts) =>
      one({ kind: "log_in", username: parts.value("u") ?? parts.value("u2"), password: parts.value("p") }),
  ),
  rule("(?:am|is|are)? ?(?:already |successfully )*(?:logged|signed) ?-?in(?: (?:to|into|as|with) .+)?", () =>
    one({ kind: "log_in", username: null, password: null }),
  ),
  rule(
    `${loginVerb}(?: (?:to|into) (?:the |my |your )?\\w+)? as <u:V>(?: (?:with|using|and)(?: (?:the )?password)?(?: of)? <p:V>)?`,
    loggedIn,
  ),
  rule(`${loginVerb}(?: (?:to|into) (?:the |my |your )?\\w+)?${credentials}`, loggedIn),
  rule(
    `${loginVerb}(?: (?:to|into) .+?)?(?: (?:as|with|using) (?:an? |the |my |your |valid |correct |existing |registered |admin(?:istrator)? )*(?:user|credentials?|account|admin(?:istrator)?|customer|member|user ?name and password|details)(?: name)?)`,
    () => one({ kind: "log_in", username: null, password: null }),
  ),
  rule(
    "(?:a new|the new|the next|another|its|the|that|this|an?)?(?: [\\w-]+)? ?page (?:comes up|opens|loads|appears|is loaded)",
    () => one({ kind: "nothing" }),
  ),
  rule("(?:log|sign) ?-?(?:out|off)(?: of .+)?", () => one({ kind: "log_out" })),

  rule(
    "(?:switch to|start|begin|go on to|continue to|proceed to) (?<verb>edit|delet|creat|add|remov|renam|chang|cancel)(?:ing|e)? (?:it|them|this|that)",
    (parts) => {
      const stem = parts.raw("verb").toLowerCase();
      const verb = /^(?:delet|creat|remov|renam|chang)$/.test(stem) ? `${stem}e` : stem;
      return one({
        kind: "order",
        verb,
        target: { name: verb, quoted: false, role: null, within: null, nth: null },
        whole: verb,
      });
    },
  ),
  rule("(?:reload|refresh)(?: (?:the )?(?:page|browser|app|site))?", () => one({ kind: "reload" })),
  rule(
    "(?:go|navigate) back(?: to (?:the )?previous page)?|press (?:the )?(?:browser'?s? )?back(?: button)?(?: (?:of|in) the browser)?",
    () => one({ kind: "back" }),
  ),
  rule(
    "(?:go|navigate|browse|return|head|switch|come)(?: back)? (?:to|into) (?:the (?:page|url|address) )?(?:at )?<t:P>(?: page)?",
    (parts) => whereTo(parts),
  ),
  rule(
    "(?:open|visit|load|launch|start at)(?: up)?(?: the (?:page|url|address))? <t:P>(?: page| in (?:a|the|your) (?:new )?browser)?",
    (parts) =>
      parts.quote("t") !== null && !/^(?:https?:\/\/|\/|#\/)/.test(parts.words("t")) ? null : whereTo(parts),
  ),
  rule(
    "(?:am|is|are|start|starting|begin)(?: now)? (?:on|at|in) (?:the (?:page|url|address) )?<t:T>",
    (parts) => whereTo(parts),
  ),
  rule("(?:go|navigate|browse|return|head|move|switch)(?: back)? (?:to|into) <t:T>", (parts) =>
    whereTo(parts),
  ),
  rule("(?:visit|load|launch) <t:T>(?: in (?:a|the|your) (?:new )?browser)?", (parts) => whereTo(parts)),
  rule("open(?: up)? <t:T>(?: in (?:a|the|your) (?:new )?browser)?", (parts) => whereTo(parts)),

  rule(
    `(?:press|hit|type|use)(?: (?:the|on))?(?: key)? ?["']?(?<key>${keys})["']?(?: key| button)?(?: (?:on|in) <t:T>)?`,
    (parts) => one({ kind: "press", key: keyOf(parts.raw("key")), target: parts.named("t") }),
  ),
  rule("(?:press|hit) (?:the )?<q:Q> key", (parts) =>
    new RegExp(`^(?:${keys})$`, "i").test(parts.words("q"))
      ? one({ kind: "press", key: keyOf(parts.words("q")), target: null })
      : null,
  ),
  rule("submit(?: (?:the|this|my) (?:\\w+ )?form)?|send (?:the|this) form", () => one({ kind: "submit" })),

  rule("(?:search|look)(?: \\w+)? for <v:V>(?: (?:in|using|with) .+)?", (parts) => {
    const value = parts.value("v");
    return value === null ? null : one({ kind: "search", value });
  }),
  rule(
    "(?:enter|type|put|write|input) <v:Q> (?:in|into|for|as) <a:T> and <w:Q> (?:in|into|for|as) <b:T>",
    (parts) =>
      (["a:v", "b:w"] as const).flatMap((pair): Intent[] => {
        const [field = "", text = ""] = pair.split(":");
        const [target, value] = [parts.named(field), parts.quote(text)];
        return target === null || value === null ? [] : one({ kind: "fill", target, value });
      }),
  ),
  rule(
    "(?:fill|fill in|fill out|complete|populate) <a:T> with <v:Q>(?: and <b:T> with <w:Q>)(?: and <c:T> with <x:Q>)?",
    (parts) =>
      (["a:v", "b:w", "c:x"] as const).flatMap((pair): Intent[] => {
        const [field = "", text = ""] = pair.split(":");
        const value = parts.quote(text);
        return value === null ? [] : one({ kind: "fill", target: parts.named(field), value });
      }),
  ),
  rule(
    "(?:fill|fill in|fill out|complete|populate|set|change|update|replace|edit) <t:T> (?:with|to|as|by|=) (?:the (?:text|value|name|number) )?<v:V>",
    (parts) => fillAt(parts, parts.value("v"), parts.words("t")),
  ),
  rule("(?:fill in|enter|provide|give) <t:T>: ?<v:V>", (parts) =>
    fillAt(parts, parts.value("v"), parts.words("t")),
  ),
  rule(
    "(?:enter|type|put|write|input|insert|fill in|key in|paste|provide|give)(?: in)? (?:the (?:text|value|name|word|term|number|e-?mail|password|user ?name|code) |a quantity of )?<v:V>(?: (?:characters?|words?))? (?:in|into|in to|for|as|to|on|inside|at) <t:T>",
    (parts) => (parts.value("v") === null ? null : fillAt(parts, parts.value("v"), "")),
  ),
  rule(
    "(?:enter|type|fill in|provide|give|input) (?:the |a |an |my |your )?(?<t>[\\w\\s-]{2,30}?) <v:Q>",
    (parts) => fillAt(parts, parts.quote("v"), ""),
  ),
  rule("(?:enter|type|input|write) (?:the (?:text|value|word|term) )?<v:Q>", (parts) =>
    fill(null, parts.quote("v"), ""),
  ),
  rule("(?:clear|empty) <t:T>(?: field)?", (parts) => fillAt(parts, "", "")),

  rule("sort (?:(?:the )?[\\w\\s]+? )?by <v:T>", (parts) =>
    one({
      kind: "select",
      target: { name: "sort", quoted: false, role: "list", within: null, nth: null },
      option: parts.words("v"),
    }),
  ),
  rule(
    "(?:select|choose|pick|set) (?:the (?:option|value|entry) )?<v:V> (?:from|in|for|as|under|out of) <t:T>",
    (parts) => {
      const option = parts.value("v");
      const target = parts.named("t");
      return option === null || target === null ? null : one({ kind: "select", target, option });
    },
  ),
  rule("(?:select|choose|pick) (?:the )?(?:option |value |entry )?<v:Q>(?: option| value| entry)?", (parts) =>
    one({ kind: "select", target: null, option: parts.words("v") }),
  ),
  rule("(?:select|choose|pick|set) <t:T> (?:to|as|=|:) <v:V>", (parts) => {
    const option = parts.value("v");
    return option === null
      ? noValue(parts.words("t"))
      : one({ kind: "select", target: parts.named("t"), option });
  }),
  rule("(?:un-?check|un-?tick|deselect|switch off|turn off|disable) <t:T>", (parts) => {
    const target = parts.named("t");
    return target && one({ kind: "check", target, on: false });
  }),
  rule("(?:check|tick|switch on|turn on|enable) <t:T>", (parts) => {
    const target = parts.named("t");
    return target && one({ kind: "check", target, on: true });
  }),
  rule("(?:mark|flag) <t:T> as (?:done|complete|completed|checked)", (parts) => {
    const target = parts.named("t");
    return target && one({ kind: "check", target, on: true });
  }),
  rule(
    "(?:upload|attach|choose|select)(?: (?:the |a )?(?:file|image|picture|document))? <v:Q>(?: (?:to|into|in|for|as|with|using) <t:T>)?",
    (parts) => {
      const file = parts.words("v");
      return /\.\w{2,5}$/.test(file) ? one({ kind: "upload", target: parts.named("t"), file }) : null;
    },
  ),
  rule(
    "(?:accept|confirm|approve|ok|agree to) (?:the |a )?(?:browser )?(?:dialog|alert|confirmation|confirm|prompt|pop-?up|question)(?: .*)?",
    () => one({ kind: "dialog", accept: true }),
  ),
  rule(
    "(?:dismiss|cancel|reject|decline) (?:the |a )?(?:browser )?(?:dialog|alert|confirmation|confirm|prompt|pop-?up|question)(?: .*)?",
    () => one({ kind: "dialog", accept: false }),
  ),
  rule(
    "wait(?: for)?(?: up to| about)? (?:\\d+|a few|some|a|two|three)? ?(?:ms|milliseconds?|s|sec|seconds?|minutes?|moment|while)",
    () => one({ kind: "nothing" }),
  ),
  rule(
    "wait (?:for|until) (?:the )?(?:page|app|screen|data|content|everything|request|response|network)(?: to| has| have| is| are)?(?: be)?(?: fully| completely)? ?(?:load|loaded|loads|finish(?:ed)?|idle|ready|settled?|appears?)?(?: loading)?",
    () => one({ kind: "nothing" }),
  ),
  rule("(?:hover|move the (?:mouse|pointer))(?: over| on| onto| to)* <t:T>", (parts) =>
    click(parts, "hover"),
  ),
  rule("double[- ]click(?: on)? <t:T>", (parts) => click(parts, "double_click")),
  rule("scroll(?: down| up)? (?:to|until) <t:T>(?: is visible| is in view)?", (parts) =>
    click(parts, "scroll_to"),
  ),
  rule(
    "(?:click|tap|press|push|hit|follow|activate|expand|toggle|use|choose|select|pick|click on|accept|agree to)(?: on| upon)? <t:T>(?: again| once more| once)?",
    (parts) => click(parts),
  ),
];
