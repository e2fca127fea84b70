import { monthsIn } from "./days.ts";

type Language = keyof typeof monthsIn;

/** Names of weekdays from Sunday on, and how many letters a short one has. */
const WEEKDAYS: Record<Language, { names: string[]; short: RegExp }> = {
  en: { names: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" "), short: /^.{3,5}$/ },
  de: { names: "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag".split(" "), short: /^..$/ },
  fr: { names: "dimanche lundi mardi mercredi jeudi vendredi samedi".split(" "), short: /^...$/ },
  es: { names: "domingo lunes martes miércoles jueves viernes sábado".split(" "), short: /^...$/ },
  it: { names: "domenica lunedì martedì mercoledì giovedì venerdì sabato".split(" "), short: /^...$/ },
};
const LANGUAGES = ["en", "de", "fr", "es", "it"] as const;
/** Where words for weekdays have a capital letter. */
const CAPITAL: readonly Language[] = ["en", "de"];

const DAYS = [
  String.raw`(?<date>\d{1,2})(?:st|nd|rd|th|er|[.º°])? (?:(?:of|de) )?(?<month>\p{L}{3,10})\.?,? (?:del? )?(?<year>\d{4})`,
  String.raw`(?<month>\p{L}{3,10})\.? (?<date>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})`,
  String.raw`(?<year>\d{4})-(?<second>\d{2})-(?<first>\d{2})`,
  String.raw`(?<first>\d{1,2})(?<mark>[./])(?<second>\d{1,2})\k<mark>(?<year>\d{4})`,
];
/** A word right before a day with its year. */
const NAMED = new RegExp(
  String.raw`(?<![\p{L}\p{N}_’'-])(?<word>\p{L}{2,10})\.?,? (?:(?:the|den|dem|le|el|il) )?(?:${DAYS.join("|")})(?![\p{L}\d]|[/.-]\d)`,
  "gu",
);
/** What makes of a weekday one of many, or a name. */
const OF_MANY =
  /(?:^|[^\p{L}])(?:the|every|each|black|cyber|jede[nrs]?|chaque|tous les|cada|todos los|ogni) $/iu;
/** "Evening Sun" is a newspaper. */
const TITLED = /\p{Lu}\p{L}+ $/u;

/** Before that, places kept other calendars. */
const FIRST_YEAR = 1950;
const LAST_YEAR = 2199;

const plain = (word: string): string => word.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The one place of a name that is written out or, where `short` says so, cut off; -1 where there is none. */
const placeOf = (names: string[], word: string, short: RegExp | null): number => {
  const wanted = plain(word);
  const whole = names.findIndex((name) => plain(name) === wanted);
  if (whole >= 0 || !short?.test(wanted)) return whole;
  const fits = names.flatMap((name, at) => (plain(name).startsWith(wanted) ? [at] : []));
  return fits.length === 1 ? (fits[0] ?? -1) : -1;
};

/** The weekday that a word names: cut off, in the language of its page alone; -1 where it is no weekday. */
const weekdayIn = (language: Language, word: string, own: string): number => {
  const { names, short } = WEEKDAYS[language];
  if (CAPITAL.includes(language) && !/^\p{Lu}/u.test(word)) return -1;
  const isShort = language === own && !(CAPITAL.includes(language) && /^\p{Lu}{2}/u.test(word));
  return placeOf(names, word, isShort ? short : null);
};

/** The weekday names another day than the one that stands right behind it. */
type WrongWeekday = { text: string; day: string };

type Parts = { [part: string]: string | undefined };

/** What the parts of a day can mean, each as a time; days that do not exist are none. */
const readingsOf = (language: Language, parts: Parts): number[] => {
  const { month, date, first, second, mark } = parts;
  const pairs =
    month === undefined
      ? [[Number(first), Number(second)], ...(mark === "/" ? [[Number(second), Number(first)]] : [])]
      : [[Number(date), placeOf(monthsIn[language], month, /^.{3,}$/) + 1]];
  return pairs.flatMap(([day = 0, inYear = 0]) => {
    const time = new Date(Date.UTC(Number(parts["year"]), inYear - 1, day));
    return time.getUTCMonth() === inYear - 1 && time.getUTCDate() === day ? [time.getTime()] : [];
  });
};

const written = (time: number): string => {
  const day = new Date(time);
  const month = monthsIn.en[day.getUTCMonth()]?.slice(0, 3) ?? "";
  const weekday = WEEKDAYS.en.names[day.getUTCDay()] ?? "";
  return `${day.getUTCDate()} ${month} ${day.getUTCFullYear()} is a ${weekday}`;
};

/** A weekday among the words since the last number. */
const followsWeekday = (before: string, own: string): boolean =>
  (/\D*$/.exec(before)?.[0].match(/\p{L}+/gu) ?? []).some((word) =>
    LANGUAGES.some((language) => weekdayIn(language, word, own) >= 0),
  );

/** The weekdays in a text of a page in a language that are not those of their days, however these can be read. */
export const wrongWeekdaysIn = (text: string, lang: string | null): WrongWeekday[] => {
  const own = (lang ?? "en").slice(0, 2).toLowerCase();
  return [...text.matchAll(NAMED)].flatMap(({ 0: found, index, groups = {} }): WrongWeekday[] => {
    const { word = "", year } = groups;
    const before = text.slice(0, index);
    const isLeftOpen = OF_MANY.test(before) || (word === "Sun" && TITLED.test(before));
    if (Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR || isLeftOpen) return [];
    if (followsWeekday(before, own)) return [];
    const named = LANGUAGES.map((language) => ({ language, weekday: weekdayIn(language, word, own) })).find(
      ({ weekday }) => weekday >= 0,
    );
    const times = named ? readingsOf(named.language, groups) : [];
    const [time] = times;
    if (time === undefined || times.some((each) => new Date(each).getUTCDay() === named?.weekday)) return [];
    return [{ text: found, day: written(time) }];
  });
};
