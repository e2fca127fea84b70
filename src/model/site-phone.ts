import type { PageOverflow } from "./overflow.ts";

/** A page as wide as a phone is. */
export type SitePhone = PageOverflow & { pageId: string; path: string };
