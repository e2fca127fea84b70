import type { SiteProblem } from "./site-pages.ts";
import type { PageSurvey } from "./survey.ts";
import type { Target } from "./target.ts";

/** A link that sets the language of the whole session, as it was used once by somebody who is not logged in. */
export type SiteLanguage = {
  name: string;
  /** The page that it was used on. */
  path: string;
  target: Target;
  /** What stands on every page, in that language. */
  word: Target;
  /** The first is the one that came, the others were opened before in the language that is set without it. */
  pages: { path: string; survey: PageSurvey; problems: SiteProblem[] }[];
};
