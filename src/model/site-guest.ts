import type { PageSurvey } from "./survey.ts";

/** Data of a page that asks to log in, which the app gives to who has not: by the address that the page itself asks. */
export type SiteOpenData = { pageId: string; path: string };

/** A page that is offered to who is not logged in, and to nobody else, such as one to register on. */
export type SiteGuestPage = {
  path: string;
  survey: PageSurvey;
  /** How the app answered when the page asked it who is logged in: "/auth/refresh 400". */
  refused?: string[];
};
