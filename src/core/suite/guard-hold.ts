const HOLD_MS = 100;
/** Many a search begins only once one has stopped typing for a while. */
const TYPED_MS = 600;

const TYPES = new Set(["fill", "press"]);

/** For how many milliseconds what a guard asks may take to come true, on a page that is quiet; `before`: the verb of the step that is written before it. */
export const guardHoldMs = (before: string | null): number =>
  before !== null && TYPES.has(before) ? TYPED_MS : HOLD_MS;
