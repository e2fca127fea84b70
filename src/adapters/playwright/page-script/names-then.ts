import type { Fingerprint } from "#model/fingerprint.ts";
import type { DocumentIndex } from "./document-index.ts";
import { nameDigest } from "./fingerprint-keys.ts";
import { cheapName, controlsOf } from "./fingerprint-names.ts";
import { perElement } from "./per-element.ts";
import { isInside } from "./tree.ts";

/** Of more the fingerprint says none: whether they are all still there is then not known. */
const MOST = 20;

const digestOf = perElement((index: DocumentIndex, element) => {
  const name = cheapName(index, element);
  return name === "" ? "" : nameDigest(name);
});

/** Digests of what the page's controls are called, each as often as one is called so, that are among the wanted; the element and what is in it aside. */
const called = (index: DocumentIndex, element: Element, wanted: ReadonlySet<string>): string[] =>
  controlsOf(index)
    .filter((other) => other !== element && !isInside(other, element))
    .map((other) => digestOf(index, other))
    .filter((digest) => wanted.has(digest));

/** The names, as digests, once for each control of the page that is called so. */
export const holdersOf = (
  index: DocumentIndex,
  element: Element,
  names: ReadonlySet<string>,
): Fingerprint["holders"] => {
  const holders = called(index, element, names);
  const isWhole = holders.length <= MOST && [...names].every((name) => holders.includes(name));
  return isWhole ? holders : [];
};

/** Whether every name that another control had then is still that of a control other than this one: none was renamed, none is gone. */
export const othersStay = (index: DocumentIndex, { others }: Fingerprint, element: Element): boolean => {
  const wanted = new Set(others.names);
  return new Set(called(index, element, wanted)).size === wanted.size;
};

/**
 * Whether all whose names held the words of the target's are called so to this day, and by controls other than this one:
 * then it is none of them.
 */
export const holdersStay = (index: DocumentIndex, { holders }: Fingerprint, element: Element): boolean => {
  if (holders.length === 0) return false;
  const left = called(index, element, new Set(holders));
  return holders.every((digest) => {
    const at = left.indexOf(digest);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};
