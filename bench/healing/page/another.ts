import { callings, identifiers, replaceText } from "./callings.ts";
import type { Scene } from "./mutations.ts";
import type { Random } from "./random.ts";
import { otherMeaning } from "./reword.ts";

/** What says which control it is, rather than of what kind: handlers, references, the value of a choice. */
const bindings =
  /^(data-(bs-)?(target|action|command|method|field|key|name|url|href|tab|page|modal|view|event)|(data-)?ng-.*|hx-.*|aria-(controls|owns|details)|form(action)?|list|popovertarget|command(for)?|autocomplete)$/;

const bindOtherwise = (element: Element, random: Random): void => {
  const isChoice =
    element instanceof HTMLInputElement && (element.type === "radio" || element.type === "checkbox");
  for (const name of element.getAttributeNames())
    if (bindings.test(name) || (isChoice && name === "value"))
      element.setAttribute(name, `other${random.int(1000)}`);
  // What does something else does not submit the form.
  if (/^(button|input)$/.test(element.localName) && (element as HTMLButtonElement).type === "submit")
    element.setAttribute("type", "button");
};

const drawOtherwise = (element: Element, random: Random): void => {
  for (const svg of element.querySelectorAll("svg"))
    svg.innerHTML = `<path d="M0 0h${random.int(20)}v${random.int(20)}z"></path>`;
  for (const letter of element.querySelectorAll("i,span,em"))
    if (letter.childElementCount === 0 && letter.classList.length > 0 && !/\s/.test(letter.textContent ?? ""))
      letter.className = `icon other${random.int(1000)}`;
};

/** Another control of the same build in the place of the element: it does something else. */
export const putAnother = (scene: Scene, icon: "other" | "kept"): void => {
  const { truth, random } = scene;
  if (!truth) return;
  const other = truth.cloneNode(true) as Element;
  for (const key of [...identifiers, "name", "href"]) {
    if (other.hasAttribute(key))
      other.setAttribute(key, key === "href" ? `/other/${random.int(1000)}` : `other${random.int(1000)}`);
  }
  bindOtherwise(other, random);
  if (icon === "other") drawOtherwise(other, random);
  for (const element of [other, ...other.querySelectorAll("*")])
    for (const key of ["aria-labelledby", "title", "alt", "placeholder"]) element.removeAttribute(key);
  const name = callings(truth)
    .map(({ text }) => text)
    .join(" ");
  truth.replaceWith(other);
  replaceText(other, otherMeaning(name, random));
  // What is to be read in a field or a list is no name of it: without one, it would be the same control to the letter.
  const isField = /^(input|textarea|select)$/.test(other.localName);
  const saysNothing = !/\p{L}/u.test(other.textContent ?? "") || isField;
  if (saysNothing && !other.hasAttribute("aria-label"))
    other.setAttribute("aria-label", otherMeaning(name, random));
  scene.truth = null;
};
