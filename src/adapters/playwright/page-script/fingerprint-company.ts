import type { DocumentIndex } from "./document-index.ts";
import { nameDigest, ownKeyDigests } from "./fingerprint-keys.ts";
import { cheapName } from "./fingerprint-names.ts";
import { attribute, composedParent, isInside } from "./tree.ts";

const FEWEST = 2;
const MOST = 40;
const usable =
  "a[href],button,input:not([type=hidden]),select,textarea,summary," +
  ["button", "link", "tab", "menuitem", "checkbox", "radio", "switch", "textbox", "combobox", "searchbox"]
    .map((role) => `[role=${role}]`)
    .join(",");

const digestOf = (index: DocumentIndex, element: Element): string => {
  const name = cheapName(index, element);
  if (name !== "") return nameDigest(name);
  return ownKeyDigests(index, element)[0] ?? `${element.localName}:${attribute(element, "type") ?? ""}`;
};

type Company = { company: string[]; own: string; place: number };

/**
 * The controls that an element stands among, each as a digest, in document order: those of the nearest element around it
 * that holds two others or more; of more than 40 the nearest ones. What is called as it is called is not counted: a
 * look-alike changes nobody's company. `place`: how many of them come before it;
 * `own`: the digest of its own name.
 */
export const companyOf = (index: DocumentIndex, element: Element): Company => {
  const own = digestOf(index, element);
  for (let at = composedParent(element); at; at = composedParent(at)) {
    const all = [...Element.prototype.querySelectorAll.call(at, usable)];
    const group = all.filter(
      (other) => other === element || (!isInside(other, element) && !isInside(element, other)),
    );
    const company = group.map((other) => (other === element ? null : digestOf(index, other)));
    const others = company.filter((digest) => digest !== null && digest !== own);
    if (others.length < FEWEST && at !== document.body) continue;
    const place = company
      .slice(0, Math.max(0, group.indexOf(element)))
      .filter((digest) => digest !== own).length;
    const first = Math.max(0, Math.min(place - MOST / 2, others.length - MOST));
    return {
      company: others.slice(first, first + MOST).filter((digest) => digest !== null),
      own,
      place: place - first,
    };
  }
  return { company: [], own, place: 0 };
};
