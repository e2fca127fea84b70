import type { Target } from "./target.ts";

/** What the app made of a password that it has to refuse. */
export type PasswordAnswer = {
  /** The words with which it said that the password was changed; null where it refused that. */
  said: string | null;
  /** The form was there again then. */
  stays: boolean;
};

/** A form for changing one's own password, as it was tried with the one that is in use already as the new one. */
export type SitePassword = {
  pageId: string;
  name: string;
  /** Brings the form up; null where it is there by itself. */
  opener: Target | null;
  current: Target;
  fresh: Target;
  /** The new one once more; null where the form does not ask for that. */
  again: Target | null;
  submit: Target;
  /** With another current password; null where it cannot be told what came of it. */
  wrong: PasswordAnswer | null;
  /** With another one as the repetition. */
  differing: PasswordAnswer | null;
};
