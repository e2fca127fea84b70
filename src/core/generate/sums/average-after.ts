import type { StepDocument } from "#core/suite/grammar.ts";
import { escapeRegex } from "#model/escape-regex.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePost } from "#model/site-posts.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { literal, literalTarget } from "#core/generate/steps.ts";

/**
 * Expects no other average of ratings than what they come to once one more is there; where those that were added before
 * stay, not the average that there was without them. Nothing where the page does not say one.
 */
export const averageAfter = (
  site: SiteModel,
  { average, undo, pageId }: SitePost,
  spent: boolean,
): StepDocument[] => {
  const page = site.pages.find(({ id }) => id === pageId);
  if (!average || !page) return [];
  const { before, between, count, words, shown, meant } = average;
  const isWrong = !meant.includes(shown);
  if (undo === null && !(isWrong && (spent || shown === before))) return [];
  const other = `(?!(?:${meant.map(escapeRegex).join("|")})(?!\\d))\\d[.,]\\d+${escapeRegex(between)}${count + 1}`;
  const same = `${escapeRegex(before)}${escapeRegex(between)}(?!${count} )\\d+`;
  const said = undo !== null || spent ? other : same;
  const matches = literal(`(?<![\\d.,])${said}${escapeRegex(words).replace(/s$/, "")}`);
  return [{ expect: { text: { target: literalTarget(mainOf(page.survey)), matches, not: true } } }];
};
