/** A text such as "4 of 5 lessons done · 80%": so many of so many, and the percentage beside it. */
export type Percent = { text: string; part: number; all: number; percent: number; shape: string };

const OF = String.raw`\s*(?:\/|of|out of|von|sur|de|di)\s*`;
const DONE =
  "done|completed?|finished|closed|resolved|solved|correct(?:ly)?|right|booked|filled|taken|used|packed|read|watched|erledigt|fertig|abgeschlossen|gel[öo]st|richtig|termin[ée]e?s?|completad[oa]s?|complet[oai]|completat[oaie]";
const COUNT = String.raw`(?<part>\d{1,4})${OF}(?<all>\d{1,4})(?![\d/.:])(?<words>(?: \p{L}[\p{L}-]*){0,4})`;
const SHARE = String.raw`(?<percent>\d{1,3}(?:[.,]\d{1,2})?)\s?%`;
const APART = String.raw`\s*[·•|,;:=–—(-]?\s*`;
const LEAD = String.raw`^(?<lead>[^\d%]{0,30}?)(?<![\d.,/:])`;
const SHAPES = [
  new RegExp(String.raw`${LEAD}${COUNT}${APART}${SHARE}(?: (?<state>\p{L}+))?[).]*$`, "iu"),
  new RegExp(String.raw`${LEAD}${SHARE}(?: (?<state>\p{L}+))?${APART}${COUNT}[).]*$`, "iu"),
];
const IS_DONE = new RegExp(String.raw`(?<!\p{L})(?:${DONE})(?!\p{L})`, "iu");
const IS_ALL_DONE = new RegExp(`^(?:${DONE})$`, "iu");
/** What is asked for, or a percentage of several. */
const OTHERWISE =
  /(?<!\p{L})(?:average|avg|mean|goal|target|required|needs?|min|minimum|at least|pass|up to|if|score|durchschnitt|ziel|mindestens|moyenne|media)(?!\p{L})/iu;

/** What is counted in whole ones of it may well be a part of one more. */
const MEASURED =
  /^ ?(?:[kmgt]i?b|[gkm]g|km|h|hrs?|hours?|min(?:ute)?s?|days?|weeks?|litres?|tonnes?|points?|pts|credits?|stunden|tagen?|minuten)(?!\p{L})/iu;
/** What is done well or badly, which a percentage beside it may tell. */
const GRADED =
  /(?<!\p{L})(?:quiz(?:zes)?|questions?|tests?|exams?|exercises?|assignments?|attempts?|problems?|fragen|aufgaben|[üu]bungen|tests)(?!\p{L})/iu;
const IS_CORRECT = /(?<!\p{L})(?:correct(?:ly)?|right|richtig)(?!\p{L})/iu;

/** The count and the percentage of a text that says nothing else; null where the percentage may be about anything else. */
export const percentIn = (text: string): Percent | null => {
  const groups = SHAPES.map((shape) => shape.exec(text)?.groups).find(Boolean);
  if (!groups) return null;
  const { lead = "", part, all, words = "", percent = "", state } = groups;
  const said = `${lead} ${words}`;
  if (OTHERWISE.test(said) || Number(all) === 0 || Number(part) > Number(all)) return null;
  // Of 5 questions that were completed 80% may be correct.
  const isGraded = GRADED.test(said) || IS_CORRECT.test(state ?? "");
  if (MEASURED.test(words) || (isGraded && !IS_CORRECT.test(said))) return null;
  if (state !== undefined && !IS_ALL_DONE.test(state)) return null;
  if (!IS_DONE.test(`${said} ${state ?? ""}`)) return null;
  return {
    text,
    part: Number(part),
    all: Number(all),
    percent: Number(percent.replace(",", ".")),
    shape: text
      .toLowerCase()
      .replaceAll(/[\d.,]+/g, "#")
      .replaceAll(/(?<=\p{L}{3})s(?!\p{L})/gu, ""),
  };
};

export const shareOf = ({ part, all }: Percent): number => (100 * part) / all;

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1;

/** It is what the part is of all, or what is left then. */
const isRight = (each: Percent): boolean =>
  isNear(each.percent, shareOf(each)) || isNear(each.percent, 100 - shareOf(each));

/** What may be done in part, so that some of it is reached while none is done. */
const IN_PARTS =
  /(?<!\p{L})(?:lessons?|lectures?|videos?|episodes?|chapters?|modules?|courses?|units?|books?|goals?|lektion\p{L}*|kapitel|kurse?)(?!\p{L})/iu;

const isBetween = ({ part, all }: Percent): boolean => part > 0 && part < all;

/**
 * The percentages that contradict their counts, of all texts of one shape. What is done may weigh more or less than the
 * rest, but all of it is all, and none of it, where it is not done in parts, is nothing; or most of the others are right.
 */
export const wrongAmong = (texts: readonly Percent[], partial: boolean): Percent[] => {
  const wrong = texts.filter((each) => !isRight(each));
  const isSure = wrong.some(
    ({ part, all, text }) => part === all || (part === 0 && !partial && !IN_PARTS.test(text)),
  );
  const shares = (of: readonly Percent[]): number => new Set(of.filter(isBetween).map(shareOf)).size;
  const right = shares(texts.filter(isRight));
  return isSure || (right >= 3 && right > shares(wrong)) ? wrong : [];
};
