import type { SurveyControl } from "#model/survey.ts";
import type { Surveyor } from "./survey-parts.ts";
import { isOfList, saverOf } from "./survey-submit.ts";
import { attribute, closest, composedParent, firstInside } from "./tree.ts";

const LEAST = 2;

type Groups = Map<Element, Element[]>;

/** The nearest element around all of them. */
const around = (elements: readonly Element[]): Element => {
  let at = elements[0] ?? document.body;
  for (const each of elements)
    while (!Node.prototype.contains.call(at, each)) at = composedParent(at) ?? document.body;
  return at;
};

/**
 * Fields that are in no form element, each in a block with a button of its own (a menu on its label, a cross that empties
 * it), are one form where what saves them all stands apart.
 */
export const joinLoose = (
  surveyor: Surveyor,
  groups: Groups,
  isLoose: (owner: Element, fields: readonly Element[]) => boolean,
): { groups: Groups; joined: { owner: Element; saver: SurveyControl } | null } => {
  const { index } = surveyor;
  const asItIs = { groups, joined: null };
  const isOfSearch = (owner: Element): boolean =>
    closest(owner, (at) => index.role(at) === "search") !== null;
  const loose = [...groups].filter(
    ([owner, fields]) =>
      fields.every((field) => attribute(field, "type") !== "search") &&
      !isOfList(surveyor, owner) &&
      !isOfSearch(owner) &&
      isLoose(owner, fields),
  );
  const isApart = ([owner, fields]: [Element, Element[]]): boolean =>
    fields.length === 1 && firstInside(owner, "button") !== fields[0];
  if (loose.filter(isApart).length < LEAST) return asItIs;
  const fields = loose.flatMap(([, own]) => own);
  const owner = around(fields);
  if (groups.has(owner) && !loose.some(([own]) => own === owner)) return asItIs;
  const saver = saverOf(surveyor, owner);
  if (saver === null) return asItIs;
  const joined: Groups = new Map();
  const rest = new Set(loose.map(([own]) => own));
  const inOrder = index.elements.filter((element) => fields.includes(element));
  for (const [own, elements] of groups) {
    if (!rest.has(own)) joined.set(own, elements);
    else if (!joined.has(owner)) joined.set(owner, inOrder);
  }
  return { groups: joined, joined: { owner, saver } };
};
