import { counted } from "#model/counted.ts";
import { pathOf } from "#core/explore/pages/address.ts";
import type { Lead } from "#core/explore/pages/frontier.ts";
import type { Visited } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { reserveOf } from "#core/explore/pages/walk.ts";

/** Opens some more items of kinds that are known: a fault may show on some of them alone. Gives those for which there was no room or that showed no page. */
export const lookAtFurther = async (
  walk: Walk,
  leads: Lead[],
  take: (visited: Visited, lead: Lead) => Promise<void>,
): Promise<Lead[]> => {
  if (leads.length > 0) walk.progress(`looking at ${counted(leads.length, "further item", "further items")}`);
  const opened = new Set(walk.samples.map(({ path }) => path));
  const missed: Lead[] = [];
  for (const [at, lead] of leads.entries()) {
    if (opened.has(pathOf(lead.url))) continue;
    if (walk.over() || walk.visited >= walk.limits.pages || walk.timeLeft() < reserveOf(walk))
      return [...missed, ...leads.slice(at)];
    walk.visited += 1;
    const visited = await open(walk, pathOf(lead.url));
    if (visited.ok) await take(visited, lead);
    else missed.push(lead);
  }
  return missed;
};
