import type { SitePage, SiteProblem } from "#model/site-pages.ts";
import { pathOf } from "./address.ts";
import type { Lead } from "./frontier.ts";
import { addressOf } from "./frontier.ts";
import type { Visited } from "./open-page.ts";
import { open } from "./open-page.ts";
import type { Walk } from "./walk.ts";

const isNotThere = ({ kind, message }: SiteProblem): boolean => kind === "request" && / 4\d\d$/.test(message);

/**
 * The page whose link led to one that lacks something, and which has no such link any more: drawn by a script, it may show
 * links to nothing until its data has come. It is then known as it is now. Null where the link is still there.
 */
export const renewedSource = async (
  walk: Walk,
  { status, problems }: Visited,
  { url, via }: Lead,
): Promise<SitePage | null> => {
  const from = [...walk.pages.values()].find(({ id }) => id === via?.pageId);
  const isSound = (status === null || status < 400) && !problems.some(isNotThere);
  if (isSound || !from || from.setup.length > 0 || walk.over()) return null;
  const path = pathOf(url);
  const leadsThere = (link: Parameters<typeof addressOf>[1]): boolean => {
    const to = addressOf(walk, link);
    return to !== null && pathOf(to) === path;
  };
  if (!from.survey.links.some(leadsThere)) return null;
  const again = await open(walk, from.path);
  if (!again.ok || pathOf(again.url) !== from.path || again.survey.links.some(leadsThere)) return null;
  from.survey = again.survey;
  return from;
};
