/** Nobody likes to wait longer for a page. */
export const LATE_MS = 4_000;
/** What most pages of the app take at most: else it is the machine that is slow. */
export const SOON_MS = 1_000;
/** So many pages are to be known before one of them is called late. */
export const LEAST_PAGES = 3;
/** So many late ones are looked at again. */
export const MOST = 2;
