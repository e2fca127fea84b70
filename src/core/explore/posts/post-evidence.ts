import { evidenceSince } from "#core/explore/pages/problems.ts";
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

/** What was typed as markup has become an element. */
export const isMarkup = async ({ session }: Walk): Promise<boolean> => {
  const count = await session.page.read({ css: "samp" }, "count", { timeoutMs: ACT_TIMEOUT });
  return count.ok && Number(count.value) > 0;
};
