import type { SitePage } from "#model/site-pages.ts";

/** The page was answered without an error; one that a script showed has no status. */
export const isAnswered = ({ status }: Pick<SitePage, "status">): boolean => (status ?? 200) < 400;

/** Its address alone brings the page up, and was answered without an error. */
export const isByAddress = ({ setup, status }: Pick<SitePage, "setup" | "status">): boolean =>
  setup.length === 0 && isAnswered({ status });
