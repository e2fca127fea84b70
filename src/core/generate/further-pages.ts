import type { Proposal } from "./choose-cases.ts";
import type { SuiteCredentials } from "./define-oracle.ts";
import { pages as loading } from "./oracles/pages.ts";
import { tellOnce } from "./tell-once.ts";
import { readCase } from "./used-forms.ts";
import { isReached } from "./verify/coverage.ts";
import type { SiteModel } from "#model/site.ts";

/** Where of all kinds of page at most one in so many is opened by no case, that is left so. */
const FEW = 10;
/** Before all others. */
const FIRST = -1;

/**
 * Cases that open the kinds of page which none of the chosen ones does, each with a step or two, where these are more than
 * a tenth: in a large application cases about its forms take up most of the lines of a suite.
 */
export const furtherPages = (
  site: SiteModel,
  { proposed, chosen }: { proposed: readonly Proposal[]; chosen: readonly Proposal[] },
  credentials: SuiteCredentials | null,
): Proposal[] => {
  const paths = new Set(chosen.flatMap(({ draft }) => readCase(draft, draft).gotos));
  const missing = site.pages.filter((page) => !isReached(page, paths));
  if (missing.length * FEW <= site.pages.length) return [];
  const ids = new Set(missing.map(({ id }) => id));
  const told = tellOnce(site);
  // Of what is wrong with a page one case tells.
  const known = new Set(proposed.map(({ draft }) => draft.id));
  return loading
    .applies({ ...told, pages: told.pages.filter(({ id }) => ids.has(id)) }, credentials)
    .filter(({ id }) => id.startsWith("pages") || !known.has(id))
    .map((draft, place) => ({
      draft: { ...draft, id: `further-${draft.id}`, rank: FIRST },
      oracle: loading,
      place,
    }));
};
