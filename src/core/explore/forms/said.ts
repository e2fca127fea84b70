import { MARK } from "./samples.ts";
import { fold } from "#core/explore/lists/lists.ts";

const TAKEN =
  /(?:thank(?:s| you)|(?:we|your) [\p{L} ]{0,30}(?:received|sent|submitted)|(?:success(?:fully)?|message sent)|(?:vielen )?dank|danke|erfolgreich|merci|gracias|grazie|obrigad[oa]|bedankt|dzi[eę]kujemy)(?!\p{L})[^.!?]*/iu;
const LONGEST = 100;
const SHORTEST = 8;

/** What the app says once it has taken a form, and did not say before: words without names and numbers. Null where there are none. */
export const saidOf = (before: string, after: string): string | null => {
  const known = fold(before);
  const words = fold(after)
    .split(/(?<=[.!?])/u)
    .flatMap((part) => TAKEN.exec(part)?.[0].trim() ?? [])
    .find((each) => !known.includes(each));
  const isPlain =
    words !== undefined &&
    words.length >= SHORTEST &&
    words.length <= LONGEST &&
    !/\d/.test(words) &&
    !words.includes(MARK);
  return isPlain ? words : null;
};
