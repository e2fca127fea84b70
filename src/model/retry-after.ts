/** What `Retry-After` says, ms from now, whether it counts seconds or names a moment; null where it says nothing. */
export const retryAfterMs = (given: string | undefined): number | null => {
  const text = given?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : Math.max(0, moment - Date.now());
};
