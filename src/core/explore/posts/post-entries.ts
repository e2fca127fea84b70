import { ENTRY } from "#core/explore/lists/ratings.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT } from "#core/explore/pages/walk.ts";

/** What may hold a text that was added, the plainest first. */
const ENTRIES = ["li", "article", "tr", ENTRY];

/** How many of each there are on the page. */
export const countEntries = async ({ session }: Walk): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  for (const css of ENTRIES) {
    const count = await session.page.read({ css }, "count", { timeoutMs: ACT_TIMEOUT });
    if (count.ok) counts.set(css, Number(count.value));
  }
  return counts;
};

/** Those of which there is one more since, one of which bears the text. */
export const entriesOf = async (
  walk: Walk,
  before: Map<string, number>,
  text: string,
): Promise<string | null> => {
  const now = await countEntries(walk);
  for (const [css, count] of before) {
    const bears = await walk.session.page.read({ css, text }, "count", { timeoutMs: ACT_TIMEOUT });
    if ((now.get(css) ?? 0) > count && bears.ok && Number(bears.value) > 0) return css;
  }
  return null;
};
