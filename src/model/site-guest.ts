import type { PageSurvey } from "./survey.ts";

/** A page that is offered to who is not logged in, and to nobody else, such as one to register on. */
export type SiteGuestPage = { path: string; survey: PageSurvey };
