import type { Target } from "./target.ts";

/** Controls that turn a page from day to day, or from week to week, as they were tried. */
export type SitePeriods = {
  pageId: string;
  path: string;
  next: Target;
  /** Null where there is none, or it is called otherwise. */
  previous: Target | null;
  /** Leads to the day it is today. `works`: it led to where the page began; else it did nothing, wherever it was used. */
  today: { target: Target; works: boolean } | null;
  /** Says which day or week is shown: a heading, or the first words that `match` finds in the main part; null where nothing does. */
  sign: { target: Target; match: string | null } | null;
  /** How often it could be turned on, and back, from where it begins. */
  turns: { on: number; back: number };
  /** It is a month, with its year. */
  monthly: boolean;
  /** The address says which it is. */
  addressed: boolean;
  /** The address of the last day of a month, and of the one after it, where the control led from day to day before. */
  monthEnd: { from: string; to: string } | null;
};
