/** What says that somebody has to look at it first, or that it is shown later. */
export const WAITS =
  /moderat|approv|before it (?:is|will)|will (?:be|appear)|pending|under review|soon|freigabe|pr[üu]fung/i;
const APART = new RegExp(
  `${WAITS.source}|for review|\\bdrafts?\\b|entwurf|brouillon|borrador|bozza|rascunho`,
  "gi",
);

const timesIn = (text: string): number => [...text.matchAll(APART)].length;

/** It is said more often than before that what was sent waits, or is a draft. */
export const isSaidToWait = (before: string, now: string): boolean => timesIn(now) > timesIn(before);
