import { evidenceSince } from "#core/explore/pages/problems.ts";
import { NOWHERE } from "#core/explore/pages/unknown-address.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { ACT_TIMEOUT } from "#core/explore/pages/walk.ts";

/** The app broke at what was sent. */
export const hasBroken = ({ status, method }: { status: number | null; method: string }): boolean =>
  (status ?? 0) >= 500 && method !== "GET";

/** A script has sent what was sent since the step began, and no page was loaded for it. */
export const isScripted = ({ session }: Walk, step: number): boolean => {
  const sent = evidenceSince(session.evidence, step).requests.filter(({ method }) => method === "POST");
  return sent.length > 0 && sent.every(({ resource_type: type }) => /^(?:fetch|xhr)$/.test(type));
};

const THERE_IS_NO =
  /(?<!\p{L})(?:there (?:is|are|was|were) no|no \p{L}+ (?:(?:was |were )?found|named|called|by (?:that|the) name))(?!\p{L})/iu;
const ENDS = /[.!?\n]/;

/** Each sentence of the page that has what was typed says that there is no such thing: it was looked for, and not added. */
export const isNotFound = (text: string, key: string): boolean => {
  const parts = text.split(key);
  const around = parts.slice(1).map((after, at) => {
    const before = parts[at]?.split(ENDS).at(-1) ?? "";
    return { before, sentence: `${before} ${after.split(ENDS)[0] ?? ""}` };
  });
  return (
    around.length > 0 &&
    around.every(({ before, sentence }) => NOWHERE.test(sentence) || THERE_IS_NO.test(before))
  );
};

/** What was typed as markup has become an element. */
export const isMarkup = async ({ session }: Walk): Promise<boolean> => {
  const count = await session.page.read({ css: "samp" }, "count", { timeoutMs: ACT_TIMEOUT });
  return count.ok && Number(count.value) > 0;
};
