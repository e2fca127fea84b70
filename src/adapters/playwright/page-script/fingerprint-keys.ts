import type { Fingerprint } from "#model/fingerprint.ts";
import { LONGEST_TEXT } from "./fingerprint-names.ts";
import { testIdAttributes } from "./matching.ts";
import { perElement } from "./per-element.ts";
import { clip, lower } from "./text.ts";
import { attribute } from "./tree.ts";

/** Short digest; equal ones may rarely stand for different texts, which then only makes a heal less likely. */
export const digest = (text: string): string => {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> 0).toString(36);
};

/** Where a link leads. Of a query, which may carry a token, a digest is enough to tell it from others. */
const hrefOf = (element: Element): string => {
  const href = attribute(element, "href");
  if (href === null || /^(#|javascript:.*)?$/is.test(href)) return "";
  const [path = "", query] = href.split(/[?](.*)/s);
  return clip(path, LONGEST_TEXT) + (query === undefined ? "" : `?${digest(query)}`);
};

const testIdOf = (element: Element): string =>
  testIdAttributes.map((name) => attribute(element, name)).find((value) => value) ?? "";

/** Identifiers that a render makes up differ from day to day. */
export const isMadeUp = (id: string): boolean =>
  /^:|\d{4,}|[0-9a-f]{8,}|^(radix|headlessui|mui-|ember)/i.test(id);

export type Keys = Pick<Fingerprint, "id" | "field" | "testid" | "href">;

/** What a developer calls the element. */
export const keysOf = (element: Element): Keys => {
  const id = attribute(element, "id") ?? "";
  return {
    id: isMadeUp(id) ? "" : clip(id, LONGEST_TEXT),
    field: clip(attribute(element, "name") ?? "", LONGEST_TEXT),
    testid: clip(testIdOf(element), LONGEST_TEXT),
    href: hrefOf(element),
  };
};

export const keyKinds = ["id", "field", "testid", "href"] as const;
export const keyDigest = (kind: keyof Keys, value: string): string => digest(`${kind}:${value}`);

/** Digests of the keys that are there, each under its kind. */
const keyDigests = (keys: Keys): string[] =>
  keyKinds.flatMap((kind) => (keys[kind] === "" ? [] : [keyDigest(kind, keys[kind])]));

/** What keyDigests gives of an element's own keys. */
export const ownKeyDigests = perElement((_, element) => keyDigests(keysOf(element)));

export const nameDigest = (name: string): string => digest(lower(name));
