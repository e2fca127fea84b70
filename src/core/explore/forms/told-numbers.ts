import { escapeRegex } from "#model/escape-regex.ts";
import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { pause } from "#core/explore/pages/pause.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep } from "#core/explore/pages/walk.ts";

const MOST = 2;
const MOST_IN_ROW = 40;
/** Who asks again and again does so within this. */
const ASKS_WITHIN_MS = 5_000;

const WORD = String.raw`\p{L}[\p{L}'’-]+`;
const OF = String.raw`(?: (?:of|out of|from|von|sur|de|di|van|z) |\/| \/ )`;
const NUMBER = String.raw`(?<![\p{L}\d.,:/–-])\d{1,6}`;
const ENDS = String.raw`(?![\p{L}\d:/–-]|[.,]\d)`;
const WHOLE = `${NUMBER}(?:${OF}\\d{1,6})?${ENDS}`;
const SAID = new RegExp(
  `(?<before>${WORD}(?: ${WORD}){0,2})?(?<mark>:? \\(?)?(?<number>${WHOLE})(?=(?: (?<behind>${WORD}))?)`,
  "gu",
);

const OF_TIME = String.raw`ago|seconds?|secs?|minutes?|mins?|hours?|days?|today|now|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*|sekunden?|minuten?|stunden?|tage?|uhr`;
const OF_VISIT = String.raw`times|views?|viewed|visits?|visitors?|online|watching|aufrufe|besucher|vues?|visites?`;
/** Goes on by itself, or is of the visit; before the number also what is a place in a list, or tells one from others. */
const BEHIND = new RegExp(String.raw`^(?:${OF_TIME}|${OF_VISIT})$`, "iu");
const BEFORE = new RegExp(
  String.raw`\b(?:${OF_TIME}|${OF_VISIT}|seen|updated|edited|modified|changed|synced|refreshed|loaded|since|page|showing|step|row|id|no|nr|version|seite|zuletzt|hace|vor)$`,
  "iu",
);

/** Of the app, of what others do, or of what comes after the item: wherever it stands beside the number. */
const OF_OTHERS =
  /\b(?:ms|milliseconds?|mb|kb|gb|queries|memory|notifications?|activity|activities|unread|inbox|messages?|events?|logs?|next|refresh(?:ed)?|auto-?refresh)\b/iu;
/** What there is of the items, whatever they are called. */
const OF_ITEMS =
  /\b(?:left|free|available|booked|taken|remaining|total|count|all|items?|entries|rows|results)\b/iu;

/** A number as a page writes it, by the words before it, with a blank between them or none, else by the one behind it. */
const patternsIn = (text: string): string[] =>
  [...text.matchAll(SAID)].flatMap(({ groups = {} }) => {
    const { before = "", mark = " ", number = "", behind = "" } = groups;
    if (BEFORE.test(before) || BEHIND.test(behind) || OF_OTHERS.test(`${before} ${behind}`)) return [];
    const digits = number.replace(/\d+/g, "#");
    const said = escapeRegex(digits).replaceAll("#", String.raw`\d+`);
    const words = before.split(" ").filter(Boolean);
    const heads = [2, 1, 3].flatMap((many) => {
      const head = words.slice(-many).join(" ");
      return words.length < many || head.length < 4 || groups["mark"] === undefined
        ? []
        : [`${escapeRegex(head)}${mark === " " ? " ?" : escapeRegex(mark)}${said}`];
    });
    const noun = behind.replace(/(?:ies|y|s)$/, "");
    return heads.length > 0 || noun.length < 3 ? heads : [`${said} ${escapeRegex(noun)}\\w*`];
  });

/** Where no number follows, which it would be the name of. */
const wholeWords = (row: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\d])${escapeRegex(row)}(?![\p{L}\d]|:? ?\(?\d)`, "u");

/** Without rows, in which the like may be said of anything, nor names of what was opened last, which are others next time. */
const besideRows = ({ text, collections }: PageSurvey, list: Target): string =>
  collections
    .flatMap(({ target, columns, items }) => {
      const isOfItems = columns.length > 0 || JSON.stringify(target) === JSON.stringify(list);
      return items
        .map(({ text: row, links }) => ({ row: fold(row), isName: links.length > 0 && !/\d/.test(row) }))
        .filter(({ row, isName }) => isOfItems || isName || row.length > MOST_IN_ROW)
        .map(({ row }) => row);
    })
    .filter((row) => row !== "")
    .reduce((left, row) => left.replace(wholeWords(row), " ; "), fold(text));

/** What fits the pattern, where that is one place alone. */
const saidOnce = ({ text }: PageSurvey, pattern: string): string | null => {
  const [found, ...others] = fold(text).matchAll(new RegExp(pattern, "gu"));
  return found && others.length === 0 ? found[0] : null;
};

/** A page before an item was made on it, right after that, and once it was opened again. */
export type Seen = { before: PageSurvey; now: PageSurvey; later: PageSurvey };

/** The list that the item is in, and what it and the way to make one are called. */
export type Listed = { target: Target; called: string };

type Changed = { pattern: string; later: string; isBehind: boolean };

const stemsOf = (text: string): string[] =>
  (text.match(/\p{L}{4,}/gu) ?? []).map((word) => word.toLowerCase().replace(/(?:ies|y|es|s|e)$/, ""));

/** It speaks of the items of the list: any other number may follow later, by what the page asks for now and then. */
const isAbout = (pattern: string, { called }: Listed): boolean => {
  const own = stemsOf(called);
  return OF_ITEMS.test(pattern) || stemsOf(pattern).some((each) => own.includes(each));
};

/** Numbers that the item has changed; one that stands between the two is on its way. */
const changedIn = ({ before, now, later }: Seen, list: Listed): Changed[] => {
  const places = new Set<number>();
  return patternsIn(besideRows(before, list.target)).flatMap((pattern) => {
    const [first, second, third] = [before, now, later].map((survey) => saidOnce(survey, pattern));
    const place = fold(before.text).indexOf(first ?? "") + (first ?? "").search(/\d/);
    const isNew = first && second && third && first !== third && !places.has(place);
    if (!isNew || (second !== first && second !== third)) return [];
    const isBehind = second === first;
    if (isBehind && !isAbout(pattern, list)) return [];
    places.add(place);
    return [{ pattern, later: third, isBehind }];
  });
};

/**
 * Patterns of the numbers of a page that are others once an item was made there and the page is opened again, and stay so
 * when it is opened once more; none where what is not told at once may come by itself. The page is open then.
 */
export const toldNumbers = async (walk: Walk, path: string, seen: Seen, list: Listed): Promise<string[]> => {
  const changed = changedIn(seen, list);
  if (changed.length === 0) return [];
  const more = await open(walk, path);
  if (!more.ok) return [];
  if (changed.some(({ isBehind }) => isBehind)) {
    if (walk.session.hears?.()) return [];
    const mark = beginStep(walk);
    await pause(walk.session.page, ASKS_WITHIN_MS);
    if (evidenceSince(walk.session.evidence, mark).requests.length > 0) return [];
  }
  return changed
    .filter(({ pattern, later }) => saidOnce(more.survey, pattern) === later)
    .map(({ pattern }) => pattern)
    .slice(0, MOST);
};
