import { isSorted } from "#core/suite/order.ts";
import { fold } from "./lists.ts";

/** Equal values stand together, though not by their letters: what is shown stands for what the rows are sorted by, such as a rank. */
export const isByRank = (values: string[]): boolean => {
  const runs = values.filter((value, at) => value !== values[at - 1]);
  const kinds = new Set(values);
  const repeated = [...kinds].filter((kind) => values.filter((value) => value === kind).length > 1);
  return !isSorted(values, "text", "either") && runs.length === kinds.size && repeated.length > 1;
};

/** Headings of what has an order of its own. */
export const RANKS =
  /status|\bstate\b|\bstage|phase|priority|severity|\blevel|urgency|zustand|priorit[äa]t|statut|estado|\bstato\b/i;

const MOST_KINDS = 6;

/** A few values that are there several times each. */
export const areKinds = (values: string[]): boolean => {
  const kinds = new Set(values);
  return kinds.size <= MOST_KINDS && kinds.size * 2 <= values.length;
};

/** Equal values stand together. */
export const areTogether = (values: string[]): boolean =>
  values.filter((value, at) => value !== values[at - 1]).length === new Set(values).size;

const RANKED =
  /^(?:lowest|low|medium|normal|high|highest|urgent|critical|blocker|minor|major|trivial|none|small|large|x*[sl]|m|xs|todo|to do|new|draft|open|opened|in progress|in review|review|pending|waiting|planned|scheduled|active|inactive|on hold|paused|approved|rejected|accepted|declined|done|finished|completed?|closed|resolved|cancell?ed|archived|published|paid|unpaid|overdue|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun|january|february|march|april|june|july|august|(?:septem|octo|novem|decem)ber|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|easy|hard|beginner|intermediate|advanced|kg|g|mg|l|ml|cl|pcs|pieces?)$/iu;
const FEW = 3;

/** So few words of a scale that their order by letters may be chance: another one that comes need not keep to it. */
export const mayBeRanked = (values: string[]): boolean => {
  const kinds = new Set(values.map(fold));
  return kinds.size <= FEW && kinds.size < values.length && [...kinds].every((kind) => RANKED.test(kind));
};
