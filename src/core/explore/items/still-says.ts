import type { SiteItemChange, SiteRecord } from "#model/site-records.ts";
import type { FurtherControl } from "./item-actions.ts";
import { changeBetween, has, sightOf } from "./item-sight.ts";
import type { Own, Sight } from "./item-sight.ts";
import { freshParts } from "#core/explore/login/password-words.ts";
import { pause } from "#core/explore/pages/pause.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import { look } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

/** What was asked for is not done yet, or is to be seen when one asks for it. */
const LATER =
  /background|queue|shortly|\bsoon\b|moment|refresh|reload|minutes?\b|pending|process|progress|started|request|schedul|submitted|accepted|\bsent\b|will be|\bonce\b|\p{L}ing(?:…|\.{3})|hintergrund|in k[üu]rze|gleich|bient[ôo]t|pronto/iu;
/** The server says that it will do it. */
const ACCEPTED = 202;
/** The app says, in words or by how it answers, that it is to be done later. */
export const isToCome = (walk: Walk, mark: number, said: string, then: string): boolean =>
  freshParts(said, then).some((text) => LATER.test(text)) ||
  evidenceSince(walk.session.evidence, mark).requests.some(
    ({ method, status }) => method !== "GET" && status === ACCEPTED,
  );

/** Longer than a page takes to show what it was told. */
const SHOWN_MS = 3000;

/** Who did something, and when, may be shown later than what was done. */
const ABOUT_IT = /\bby\b|updated|changed|modified|activity|seen|edited|ge[äa]ndert/i;

/** What has changed is what the action is about, and leaves the item in its list. */
export const isOfAction = ({ columns }: SiteRecord, { gone, ends, offers, state }: SiteItemChange): boolean =>
  !gone && (ends || offers !== null || (state !== null && !ABOUT_IT.test(columns[state.column] ?? "")));

/** Some time later the page, as it is, still shows nothing of what was done. */
export const staysAs = async (
  walk: Walk,
  own: Own,
  before: Sight,
  further: FurtherControl,
): Promise<boolean> => {
  await pause(walk.session.page, SHOWN_MS);
  const survey = await look(walk);
  const now = survey ? sightOf(survey, own, further.onPage) : null;
  if (!now || (!now.row && !further.onPage)) return false;
  return has(now, further.control, own.name) && changeBetween(before, now, own, further) === null;
};
