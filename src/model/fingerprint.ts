import { z } from "zod";

/**
 * What one element was like when a step acted on it: enough to tell it again after the page was redesigned.
 * No value of a field is in it. Sizes are bounded where it is made.
 */
export const fingerprintSchema = z.object({
  tag: z.string(),
  /** Of an input; empty for other elements. */
  type: z.string(),
  role: z.string(),
  /** Accessible name. */
  name: z.string(),
  label: z.string(),
  placeholder: z.string(),
  text: z.string(),
  id: z.string(),
  /** The `name` attribute. */
  field: z.string(),
  testid: z.string(),
  /** Path of a link, and a digest of what follows a question mark. */
  href: z.string(),
  classes: z.array(z.string()),
  /** Further attributes as `name=value`. */
  attributes: z.array(z.string()),
  /** Words that stand around the element. */
  around: z.array(z.string()),
  /** Tag or role of the elements that it is drawn in, the nearest first. */
  ancestors: z.array(z.string()),
  landmark: z.string(),
  /** Digests of the controls that it stood among, in document order. */
  company: z.array(z.string()),
  /** Digest that its own name has in the company of others. */
  own: z.string(),
  /** How many of the company stood before it. */
  place: z.int(),
  /** Digests of what it is bound to (handlers, references, the value of a choice) and no other control was. */
  bindings: z.array(z.string()),
  /** Digest of the icon that it showed and no other control did; empty for none. */
  icon: z.string(),
  /** How many elements of the page, itself among them, had the same id, field, testid and href as it. */
  carriers: z.int(),
  /** CSS pixels in the page: left, top, width, height. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /**
   * Which of id, field, testid, href and name another control had, too: they tell nothing by themselves. `words`: the
   * name of another one held all words of its name.
   */
  common: z.array(z.enum(["id", "field", "testid", "href", "name", "words"])),
  /**
   * Digests of the names that held all words of its name, once for each control that was called so; none where there were
   * too many. Fingerprints of earlier versions have none.
   */
  holders: z.array(z.string()).default([]),
  /** Its target was looked for inside another element. */
  scoped: z.boolean(),
  /** Digest of the texts, whatever their order, of what it was looked for in; empty where others of that role had the same. */
  scope: z.string(),
  /** How many other elements were like it in role and name. */
  twins: z.int(),
  /** It was one of several items of the same build: a row, a card, an entry of a menu. */
  repeated: z.boolean(),
  /** Digests of the names and of the keys that the page's other controls had: none of them can be this one. */
  others: z.object({ names: z.array(z.string()), keys: z.array(z.string()) }),
});
export type Fingerprint = z.infer<typeof fingerprintSchema>;
