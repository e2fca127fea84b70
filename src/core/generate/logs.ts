import { withoutQuery } from "#core/explore/pages/address.ts";
import { mainList } from "#core/explore/lists/lists.ts";
import type { SitePage } from "#model/site-pages.ts";

const LOG =
  /(?<!\p{L})(?:activity|(?:activity|audit|event|change|access) ?logs?|logs?|history|journal|audit trail|protokolle?|verlauf|historique|historial|registro)(?!\p{L})/iu;

/** Whatever the cases do is written down there, before what was there: it may be on another page by then. */
export const isLog = ({ path, survey }: SitePage): boolean =>
  Boolean(mainList(survey)?.paging?.next) &&
  [withoutQuery(path), survey.headings.find(({ level }) => level === 1)?.text ?? ""].some((said) =>
    LOG.test(said),
  );
