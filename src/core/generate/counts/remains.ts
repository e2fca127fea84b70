/** `checkout.actions.submit`, and not a file, an address or a version. */
const KEY = /^[a-z][a-zA-Z0-9]*(?:[._-][a-zA-Z0-9]+)*\.[a-zA-Z][a-zA-Z0-9_]*$/;
const LONG_KEY = /^[a-z][a-zA-Z0-9_]*(?:\.[a-z][a-zA-Z0-9_]*){2,}$/;
/** What keys of two parts begin or end with; else they are names of people, files or programs as often. */
const NAMESPACE =
  /^(?:common|general|global|app|ui|errors?|messages?|labels?|titles?|buttons?|forms?|fields?|pages?|validation|nav(?:igation)?|menu|actions?|stat(?:us|es?)|translations?|i18n|home|dashboard|auth|login|cart|checkout|orders?|products?|users?|customers?|invoices?|items?|tasks?|tickets?|projects?|profile|settings|account|admin|dialog|modal|table|list|filters?|search|footer|header|sidebar|help|notifications?|site|layout|shared|main|events?|bookings?|calendar|contact)\./;
const UI_WORD =
  /\.(?:(?:sub)?titles?|labels?|placeholder|description|messages?|text|hint|tooltip|heading|headline|button|submit|save|cancel|delete|edit|confirm|close|empty|loading|required|invalid|success|failed)$/;
const CAMEL_OR_SNAKE = /[a-z][A-Z]|[a-z]_[a-z]/;
/** Files and hosts with dots in their names. */
const FILE_OR_HOST =
  /\.(?:com|org|net|io|dev|app|co|de|fr|eu|uk|ch|at|nl|it|es|pl|us|info|local|localhost|internal|lan|test|example|invalid|html?|json|ya?ml|[cm]?[jt]s|css|php|py|rb|go|rs|sh|md|txt|pdf|csv|xml|conf(?:ig)?|ini|log|java|class|[jt]sx|zip|gz|png|svg|jpe?g)$/i;
/** Addresses of hosts, and packages of programs. */
const PACKAGE = /^(?:www|com|org|net|io|dev|java|javax|jakarta|de|kotlin|android|github)\./;
const UNFILLED = /^\{\{ ?[\w.]+ ?\}\}$|^\$\{\w+\}$|^%\{?\w+\}?%?$/;

/** True for a text that stands for another one which was to take its place. */
export const isKey = (text: string): boolean => {
  const words = text.trim();
  if (UNFILLED.test(words)) return true;
  if (!KEY.test(words) || PACKAGE.test(words)) return false;
  if (FILE_OR_HOST.test(words) || /@|\/|\d\.\d/.test(words)) return false;
  return [LONG_KEY, NAMESPACE, UI_WORD, CAMEL_OR_SNAKE].some((kind) => kind.test(words));
};

const MANUAL =
  /\b(?:APIs?|JSON|YAML|syntax|placeholders?|templates?|regular expressions?|regex|endpoints?|markdown|wildcards?|variables?|strftime|printf|JavaScript|TypeScript|HTML|platzhalter|vorlagen?)\b/i;

/** True for a page that is about such signs, and shows them on purpose. */
export const isManual = (text: string): boolean => MANUAL.test(text);

/** What markup writes for a sign, as the source of a regular expression. */
export const MARKUP_SIGN = String.raw`&(?:amp|lt|gt|quot|nbsp|#0?39|#x27);`;

/** Signs that a program was to put a value in place of, or to write otherwise. */
const SIGNS = new RegExp(
  [
    String.raw`(?<![\w\\\])}/$%{])\{(?:\d|[a-z]{2,20}(?:[A-Z][a-z]+){0,3})\}(?![\w}/])`,
    String.raw`(?<![\w\\])\$\{[a-z][\w.]{0,40}\}`,
    String.raw`(?<![\w%])(?<!\d )%(?:\d\$)?[sd](?![\w%])|(?<![\w%])%(?:\{[a-z]\w{0,30}\}|\([a-z]\w{0,30}\)[sd])`,
    MARKUP_SIGN,
    String.raw`(?<![\p{L}\d])NaN (?=(?:of|von|sur)\b|\p{Ll}{2,}s\b)|(?<=\b(?:of|von|sur) )NaN\b|\bNaN ?%`,
    String.raw`(?<![\p{L}])(?:Hello|Hi|Welcome(?: back)?|Dear|Hallo|Bonjour|Hola|(?:signed|logged) in as|(?:posted|written|created|updated|sold) by|assigned to),? (?:undefined|null)\b|\b(?:undefined undefined|null null)\b`,
  ].join("|"),
  "gu",
);

/** A key among other words: of three parts and more, as it might be a slip of the pen otherwise. */
const LONG_KEYS = /(?<![\w@/.\\:$#-])[a-z][a-zA-Z0-9_]+(?:\.[a-z][a-zA-Z0-9_]+){2,}(?![\w@/\\(:=-]|\.\w)/g;

/** More of them are what the page is about. */
const MOST_KEYS = 3;

/** What in a running text was to be something else, as it stands there; nothing in a text about such things. */
export const remainsIn = (text: string): string[] => {
  if (isManual(text)) return [];
  const keys = new Set([...text.matchAll(LONG_KEYS)].map(([key]) => key).filter(isKey));
  const few = keys.size > MOST_KEYS ? [] : keys;
  return [...new Set([...few, ...[...text.matchAll(SIGNS)].map(([sign]) => sign.trim())])];
};

const STATE_KEY =
  /^([a-z]\w*(?:\.\w+)*\.(?:stat(?:us|es?)|priorit(?:y|ies)|severit(?:y|ies))\.)[a-zA-Z]\w*(?![\w@/\\(:=-]|\.\w)/;

/**
 * What the keys that a column shows in place of states begin with ("copy.status."): all its cells begin so, and go on
 * with words if with anything. Null where one does not; names of events and of rights have other keys among them.
 */
export const keysOfStates = (cells: readonly string[]): string | null => {
  const found = cells.map((cell) => STATE_KEY.exec(cell.trim())?.[1] ?? null);
  const [first] = found;
  return first !== undefined && first !== null && cells.length > 1 && new Set(found).size === 1
    ? first
    : null;
};
