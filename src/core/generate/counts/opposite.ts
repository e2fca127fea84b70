const TO_DO = /open|active|to ?do|pending|incomplete|unread|unpaid|left|draft|offen/i;
const DONE = /done|complete|closed|finished|archived|(?<!un)read|(?<!un)paid|published|erledigt/i;

/** No item is of both kinds, such as what is open and what is closed. */
export const areOpposite = (a: string, b: string): boolean =>
  (TO_DO.test(a) && DONE.test(b) && !DONE.test(a)) || (DONE.test(a) && TO_DO.test(b) && !DONE.test(b));
