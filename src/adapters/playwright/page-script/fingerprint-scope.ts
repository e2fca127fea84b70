import type { DocumentIndex } from "./document-index.ts";
import { digest } from "./fingerprint-keys.ts";
import { textsWithout, unseen } from "./fingerprint-names.ts";
import { fold, lower } from "./text.ts";
import { wholeText } from "./tree.ts";

const FEWEST_TEXTS = 2;
const MOST_TEXTS = 100;
/** Of more elements of one role none is told by its texts: each has to be read. */
const MOST_ALIKE = 400;
/** What is to be pressed is called alike in all of them, and may be what was renamed. */
const leftOut = `${unseen},button,[role=button]`;

/** Digest of the texts inside, whatever their order; empty where they are too few, or all numbers, to tell anything. */
const textsOf = (element: Element): string => {
  const walker = textsWithout(element, leftOut);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = lower(fold(wholeText(node)));
    if (text !== "") texts.push(text);
    if (texts.length > MOST_TEXTS) return "";
  }
  const tells = texts.some((text) => /\p{L}{2}/u.test(text));
  return texts.length >= FEWEST_TEXTS && tells ? digest(texts.toSorted().join("\n")) : "";
};

/** The elements of the role that have these texts. */
const withTexts = (index: DocumentIndex, role: string | null, texts: string): Element[] => {
  if (role === null || texts === "") return [];
  const all = index.withRole(role);
  return all.length > MOST_ALIKE ? [] : all.filter((element) => textsOf(element) === texts);
};

/** What tells a row, a card or a section from the others of its role, in whatever order its texts are; empty when nothing does. */
export const scopeDigest = (index: DocumentIndex, scope: Element | null): string => {
  if (scope === null) return "";
  const own = textsOf(scope);
  return withTexts(index, index.role(scope), own).length === 1 ? own : "";
};

/** The only element of the role with the same texts as then; null when there is none, or more. */
export const scopeOfDigest = (index: DocumentIndex, role: string, before: string): Element | null => {
  const [only, ...more] = withTexts(index, role, before);
  return only && more.length === 0 ? only : null;
};
