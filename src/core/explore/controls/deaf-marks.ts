import type { Target } from "#model/target.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

const WAIT = { timeoutMs: 1_000 };
const LOOKS = ["class", "style", "aria-pressed", "aria-label", "title", "disabled"];
const PICTURES = "svg, img, i, canvas, [class*=icon]";

/**
 * All that a mark which is a word shows of its state besides that word; null for one that shows it in a picture, or in a way
 * that cannot be read.
 */
export const looksOf = async ({ session }: Walk, target: Target, name: string): Promise<string | null> => {
  const text = await session.page.read(target, "text", WAIT);
  const pictures = await session.page.read({ css: PICTURES, within: target }, "count", WAIT);
  if (!text.ok || !pictures.ok || fold(text.value) !== fold(name) || Number(pictures.value) > 0) return null;
  const looks: string[] = [];
  for (const attribute of LOOKS) {
    const read = await session.page.read(target, { attribute }, WAIT);
    looks.push(read.ok ? read.value : "");
  }
  return looks.join("\n");
};

/** Since the step began nothing was said, and whatever was asked for the app has answered, or it broke. */
export const isUnanswered = ({ session: { evidence } }: Walk, step: number): boolean => {
  const { requests } = evidenceSince(evidence, step);
  const said = evidence.dialogs.some((each) => each.step >= step);
  return !said && requests.every(({ status }) => status !== null && (status < 400 || status >= 500));
};
