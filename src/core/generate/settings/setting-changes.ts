import { isBox } from "#core/explore/probes/probe-switches.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { readAmount } from "#core/explore/lists/amounts.ts";
import { isWordy, SELF } from "#core/explore/forms/form-data.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { atSomeLength, takesMuch } from "#core/generate/at-length.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { withMarkup, withoutMarkup } from "#core/generate/markup.ts";
import { isOptional } from "#core/generate/records/must-be-filled.ts";
import { otherNumber } from "#core/generate/other-number.ts";
import { exampleIn, saidOf } from "#core/explore/forms/field-hints.ts";
import { fillOne, literal, literalTarget, selectOne } from "#core/generate/steps.ts";

/** What other cases log in with, or what changes the whole app's looks and words, stays as it is. */
export const LEAVE =
  /e-?mail|user ?name|login|pass|token|key|url|host|port|domain|role|currency|time ?zone|lang|locale|theme|sprache|langue|idioma|lingua|taal/i;
const OF_LETTERS =
  /\b(?:of|for|in) (?:the |my |your |all )?(?:notifications?|e-?mails?|mails|messages|newsletters?|reports?|invoices?|letters|reminders?)\b|^(?:notifications?|e-?mails?|newsletters?|invoices?|reports?) language\b|(?:benachrichtigungen|e-?mails)$/i;
export const LOOKS =
  /^(?:light|dark|system|auto|automatic|default|(?:as|same as|use|follow) (?:the )?system|hell|dunkel|clair|sombre|claro|oscuro|chiaro|scuro|high contrast)(?: (?:theme|mode|default))?$/i;

const HOW_OFTEN =
  /summar|digest|frequency|updates?\b|alerts?\b|zusammenfassung|h[äa]ufigkeit|r[ée]sum[ée]|fr[ée]quence/i;

/** What other cases would meet everywhere; not so light or dark, or the language of what is sent by mail. */
const isLeft = ({ type, options }: SurveyField, name: string): boolean => {
  const isHarmless =
    /^(?:select|radio)$/.test(type) &&
    (OF_LETTERS.test(name) || options.every((option) => LOOKS.test(option.trim())));
  return LEAVE.test(name) && !isHarmless;
};

const PLACEHOLDER = /^(?:-+|–|—|…|)$|select|choose|please/i;

/** One field that is given another value than it has, with what must be seen of it. */
export type Change = { change: StepDocument; seen: StepDocument; restore: StepDocument; back: StepDocument };

/** Another value for what a form of settings holds; null for what is better left alone. */
export const changeOf = (field: SurveyField, page: SitePage): Change | null => {
  const { target, type, value } = field;
  const isTicked = isBox(field);
  // "E-mail me when …" and "E-mail summary: once a week" are no addresses.
  const isOffered =
    /^(?:select|radio)$/.test(type) &&
    HOW_OFTEN.test(field.name) &&
    field.options.every((option) => !option.includes("@"));
  const name = isTicked || isOffered ? field.name.replace(/\be-?mails?\b/gi, "") : field.name;
  if (target === null || field.read_only || field.disabled || isLeft(field, name)) return null;
  const plain = literalTarget(target);
  // What is ticked in part is not to be had again.
  if (isTicked && value === "mixed") return null;
  if (isTicked) {
    const on = value === "true";
    const set = (checked: boolean): StepDocument => (checked ? { check: plain } : { uncheck: plain });
    const is = (checked: boolean): StepDocument => ({ expect: { checked: { target: plain, is: checked } } });
    return { change: set(!on), seen: is(!on), restore: set(on), back: is(on) };
  }
  if (type === "select") {
    if (COUNTRY.test(name) && isAddressed(page)) return null;
    const other = nextOption(field, page);
    if (other === null) return null;
    return {
      change: selectOne(target, other),
      seen: { expect: { value: { target: plain, is: literal(other) } } },
      restore: selectOne(target, value),
      back: { expect: { value: { target: plain, is: literal(value) } } },
    };
  }
  if (type === "radio") {
    const other = nextOption(field, page);
    if (other === null || !(OF_TASTE.test(name) || OF_TASTE.test(other))) return null;
    if (!isOnlyOffer(page, [value, other])) return null;
    const chosen = (option: string): Target => ({ role: "radio", name: literal(option), exact: true });
    return {
      change: { check: chosen(other) },
      seen: { expect: { checked: chosen(other) } },
      restore: { check: chosen(value) },
      back: { expect: { checked: chosen(value) } },
    };
  }
  const typed = newText(field);
  if (typed === null) return null;
  const kept = withoutMarkup(typed);
  const isColumn = page.survey.collections.some(({ columns }) =>
    columns.some((each) => each.name === field.name),
  );
  const itself = isColumn ? fieldItself(field) : plain;
  return {
    change: fillOne(field, typed),
    seen: {
      expect: {
        // Some apps take markup out of what they keep.
        value: kept === null ? { target: itself, is: typed } : { target: itself, contains: kept },
      },
    },
    restore: fillOne(field, literal(value)),
    back: { expect: { value: { target: itself, is: literal(value) } } },
  };
};

/** How often, how large or in which form: what nobody pays for, and no other field depends on. */
const OF_TASTE =
  /\b(?:frequency|digests?|reminders?|notifications?|e-?mails?|mails?|newsletters?|daily|weekly|monthly|units?|temperature|measure(?:s|ments?)|formats?|dates?|days?|clock|week|layout|density|display|theme|appearance|font|text size|contrast|motion|sounds?)\b/i;

/** No other buttons of the page are called so, as "Yes" and "No" often are. */
const isOnlyOffer = ({ survey: { forms } }: SitePage, options: string[]): boolean =>
  forms
    .flatMap(({ fields }) => fields)
    .filter((field) => field.type === "radio" && options.some((option) => field.options.includes(option)))
    .length === 1;

const COUNTRY = /^(?:country|land|pays|pa[ií]s|paese|nation)(?!\p{L})/iu;
const OF_COUNTRY = /post(?:al)?[ -]?code|\bzip\b|\bplz\b|postleitzahl|code postal|c[oó]digo postal|\bcap\b/iu;

/** How a postcode is written goes by the country: with another one it is refused. */
const isAddressed = ({ survey: { forms } }: SitePage): boolean =>
  forms.some(({ fields }) => fields.some(({ name }) => OF_COUNTRY.test(name)));

/**
 * The choice behind the one that is stored, or before it where that is the last, of this field or of one that offers the
 * same: what is chosen earlier and later, as when a day begins and ends, stays in its order.
 */
const nextOption = ({ options, value }: SurveyField, { survey: { forms } }: SitePage): string | null => {
  const at = options.indexOf(value);
  if (at < 0) return null;
  const isChoice = (option: string): boolean =>
    option !== value && !PLACEHOLDER.test(option.trim()) && !SELF.test(option);
  const offered = options.join("\n");
  const isAtEnd = forms.some(({ fields }) =>
    fields.some((each) => each.options.join("\n") === offered && each.value === options.at(-1)),
  );
  const [ahead, behind] = [options.slice(at + 1), options.slice(0, at).toReversed()];
  const [next] = (isAtEnd ? [...behind, ...ahead] : [...ahead, ...behind]).filter(isChoice);
  return next ?? null;
};

const PREFIX = /^\p{Lu}[\p{Lu}\d]{0,6}[-_/.#]$/u;

const fits = ({ max_length: most, pattern }: SurveyField, text: string): boolean =>
  (most === null || most <= 0 || text.length <= most) && (pattern === null || pattern === "");

export const OWN_NAME =
  /^(?:(?:full|display|your|my) )?name\b|^(?:voller |anzeige)?name\b|^nom\b|^nombre\b|^nome\b/i;

/** Somebody's own name is looked for by itself: not what another form is given, which may have stayed by a fault. */
const nameFor = ({ name }: SurveyField): string => (OWN_NAME.test(name) ? "Zoë O'Hara" : "Zoë O'Brien");

/** What has to be of a form that a name does not have, or of a list that is not known. */
const OF_A_FORM =
  /(?<!\p{L})(?:slug|bic|swift|states?|province|region|county|country|initials|colou?r|farbe|couleur|land|pays|bundesland|kürzel)(?!\p{L})/iu;
/** Another digit at their end would not fit the others. */
const CHECKED =
  /(?<!\p{L})(?:iban|vat(?! rate| ?\(?%)|uid|siret|siren|nif|nie|cif|cnpj|cpf|bsn|ahv|abn|ssn|ean|gtin|isbn|kontonummer|(?:tax|fiscal|company|registration|account|card|ust|(?:umsatz)?steuer)[ .-]*(?:id(?:s|[ -]?n(?:r|o|umber|ummer))?|nr|no|num(?:ber|mer|ero)?|code))(?!\p{L})/iu;
/** Such numbers have many digits. */
const LEAST_CHECKED = 5;
/** Some of it is not shown. */
const MASKED = /[*•●]{3}/u;
const ADDRESS =
  /(?<!\p{L})(?:web ?site|home ?page|handle|nick(?: ?name)?|alias|(?:gamer ?|player ?)?tag|twitter|instagram|mastodon|facebook|linked ?in|git ?hub|skype|telegram)(?!\p{L})/iu;
const NAMED = /(?<!\p{L})(?:name|company|firm|organi[sz]ation|city|town|firma|nom|nombre|nome)(?!\p{L})/iu;
/** Words without a blank that have signs in them, or small letters or capitals alone: "@acme", "www.acme.com", "acme-shop", "COBADEFFXXX". */
const isCode = ({ name, value }: SurveyField): boolean =>
  !/\s/.test(value.trim()) &&
  (/[@_/#:\\]|\p{L}\.\p{L}|^\p{Ll}+-/u.test(value) || (!NAMED.test(name) && /^\P{Ll}+$/u.test(value)));

const isChecked = ({ name, value }: SurveyField): boolean =>
  CHECKED.test(name) && value.replaceAll(/[^\p{L}\d]/gu, "").length >= LEAST_CHECKED;

/** The same with another letter before its end, or that of a site. */
const otherLetter = (value: string): string | null => {
  const changed = value.replace(/[a-z](?=(?:\.[a-z]{2,})?\/?$)/i, (letter) =>
    /e/i.test(letter) ? (letter === "e" ? "a" : "A") : letter < "a" ? "E" : "e",
  );
  return changed === value ? null : changed;
};

/** Leading zeros, an apostrophe and letters beyond ASCII are kept by whoever keeps what is typed. */
export const newText = (field: SurveyField): string | null => {
  if (field.type === "time") return otherTime(field.value);
  if (field.type === "tel") return otherPhone(field);
  if (field.type !== "number" && (isChecked(field) || MASKED.test(field.value))) return null;
  if (field.type === "number" || (isWordy(field) && /^\d{1,6}$/.test(field.value))) return newNumber(field);
  if (!isWordy(field)) return null;
  if (field.value.trim() === "") return isFreeText(field) ? nameFor(field) : null;
  if (isAmount(field)) return otherAmount(field.value);
  if (isCoded(field)) return otherDigit(field.value);
  // "INV-" goes in front of numbers: another one of the same form.
  if (PREFIX.test(field.value)) return field.value.replace(/^./, (first) => (first === "T" ? "W" : "T"));
  if (OF_A_FORM.test(field.name)) return null;
  if (ADDRESS.test(field.name) && !/\s/.test(field.value)) return otherLetter(field.value);
  if (isCode(field)) return null;
  const text = nameFor(field);
  const marked = withMarkup(takesMuch(field) ? atSomeLength(text) : text);
  if (field.type === "textarea" && fits(field, marked)) return marked;
  return fits(field, text) ? text : null;
};

/** Anything may be written there. */
const OF_WORDS =
  /(?<!\p{L})(?:flat|building|apartment|floor|suite|address line|address 2|company|organi[sz]ation|department|team|job title|position|occupation|notes?|remarks?|comments?|bio|about|nick ?name|middle names?|other names?|instructions|headline|motto)(?!\p{L})/iu;

/** Nothing is in it, it says that it need not be filled in, and words are what it is for: "Flat or building (optional)". */
const isFreeText = (field: SurveyField): boolean =>
  isOptional(field) &&
  !field.required &&
  fits(field, nameFor(field)) &&
  OF_WORDS.test(field.name) &&
  !/\d/.test(field.hint ?? "") &&
  ![OF_A_FORM, CHECKED].some((words) => words.test(field.name));

/** Digits with signs or a few letters among them, such as a phone number or a postcode: words may be refused. */
const isCoded = ({ value }: SurveyField): boolean => /\d/.test(value) && !/\p{L}{3}/u.test(value);

/** The same with one less for its last digit, or one more. */
const otherDigit = (value: string): string =>
  value.replace(/\d(?=\D*$)/, (digit) => String(Number(digit) + (digit === "0" ? 1 : -1)));

/** A number with decimals, thousands apart or a currency, whichever sign it has. */
export const isAmount = ({ value }: SurveyField): boolean =>
  readAmount(value.trim().replace(/^[-−+]\s?|\s?%$/gu, "")) !== null;

/** One more or one less, written in the same way; of what is less than one its last digit is another. */
const otherAmount = (value: string): string => {
  const isPart = /^\D*0[.,]\d*[1-9]\D*$/.test(value);
  return value.replace(isPart ? /\d(?=\D*$)/ : /\d(?=(?:[.,]\d{1,2})?\D*$)/, (digit) =>
    String(Number(digit) + (digit === "9" ? -1 : 1)),
  );
};

/** An hour later on the same day, or earlier. */
const otherTime = (value: string): string | null => {
  const [hour = "", minutes] = value.split(":");
  if (!/^\d{2}$/.test(hour) || minutes === undefined) return null;
  return `${String(Number(hour) + (Number(hour) < 23 ? 1 : -1)).padStart(2, "0")}:${minutes}`;
};

const shapeOf = (text: string): string => text.replaceAll(/\d/g, "0");

/** The telephone number that the form itself gives as an example, else one like that which is stored. */
const otherPhone = (field: SurveyField): string | null => {
  const example = exampleIn(saidOf(field));
  const isNumber = example !== null && /^\+?[\d ()/-]{6,}$/.test(example) && example !== field.value;
  // An app that puts numbers in a form of its own stores no blanks, or none but its own.
  const isAsTyped =
    example !== null && (/\d\D+\d/.test(field.value) || shapeOf(field.value) === shapeOf(example));
  return isNumber && isAsTyped && fits(field, example) ? example : otherEnd(field.value);
};

/** The same with another digit at its end, as far as it has one: of the same form as what is stored. */
const otherEnd = (value: string): string | null =>
  /\d$/.test(value) ? `${value.slice(0, -1)}${(Number(value.at(-1)) + 1) % 10}` : null;

const SIZES = /page|rows|lines|limit|seite/i;
const OF_SPENDING = /[€$£]|\b(?:spending|card|daily|weekly|monthly)\b/i;

/** The next number that the field takes; not of what sizes the lists of other cases. */
const newNumber = (field: SurveyField): string | null => {
  const { name, value } = field;
  const isOfLists = SIZES.test(name) && !(/limit/i.test(name) && OF_SPENDING.test(name));
  if (!/^\d{1,6}$/.test(value) || isOfLists) return null;
  const other = otherNumber(field, Number(value), 1);
  return other === null ? null : String(other);
};
