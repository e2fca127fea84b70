import type { PageSurvey, SurveyControl, SurveyLink } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import type { Surveyor } from "./survey-parts.ts";
import { absolute, buttonRoles, chromeAround, isChrome, isSameOrigin } from "./survey-parts.ts";
import { isOff } from "./conditions.ts";
import { resolve } from "./resolve.ts";
import { fieldTarget } from "./survey-field.ts";
import { namedByIcon } from "./survey-icons.ts";
import { clip } from "./text.ts";
import { attribute, closest, fitsSelector } from "./tree.ts";

const MOST_LINKS = 500;
const MOST_BUTTONS = 300;
const MOST_IMAGES = 100;
const NAME = 120;

const currentOf = (link: Element): SurveyLink["current"] => {
  if (/^(?:page|true)$/.test(attribute(link, "aria-current") ?? "")) return "aria";
  return [...link.classList].some((name) => /(?:^|[-_])(?:active|current|selected)$/i.test(name))
    ? "class"
    : undefined;
};

/** What attributes that helpers of frameworks read make of a link: a button by another name. */
const scriptedAs = (link: Element): SurveyLink["scripted"] => {
  const method = attribute(link, "data-method") ?? attribute(link, "data-turbo-method") ?? "get";
  if (!/^get$/i.test(method)) return "sends";
  return attribute(link, "data-remote") === "true" ? "fetches" : undefined;
};

/** It lies before the beginning of the page, where nobody can scroll to: a menu puts its entries there until one points at it. */
const isBeforePage = (element: Element): boolean => {
  const { right, bottom } = element.getBoundingClientRect();
  const isAbove = bottom + window.scrollY <= 0;
  const isLeft =
    right + window.scrollX <= 0 && getComputedStyle(document.documentElement).direction !== "rtl";
  if (!isAbove && !isLeft) return false;
  // What a part of the page has scrolled away comes back.
  return closest(element, (at) => at.scrollTop !== 0 || at.scrollLeft !== 0) === null;
};

export const surveyLinks = (surveyor: Surveyor): SurveyLink[] => {
  const { index, find, visible } = surveyor;
  const links = visible.filter((element) => fitsSelector(element, "a[href],area[href]"));
  const parts: Element[] = [];
  return links.slice(0, MOST_LINKS).map((link) => {
    const around = chromeAround(surveyor, link);
    if (around && !parts.includes(around)) parts.push(around);
    const href = attribute(link, "href") ?? "";
    const current = currentOf(link);
    const scripted = scriptedAs(link);
    return {
      ...(current && { current }),
      ...(scripted && { scripted }),
      text: clip(index.name(link) || index.text(link), NAME),
      href: absolute(href),
      same_origin: isSameOrigin(href),
      chrome: around !== null,
      ...(around && { part: parts.indexOf(around) }),
      download: link.hasAttribute("download"),
      new_tab: /^(_blank|_new)$/.test(attribute(link, "target") ?? ""),
      target: isBeforePage(link) ? null : find(link, "click"),
    };
  });
};

const submits = (element: Element): boolean =>
  (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
  /^(submit|image)$/.test(element.type) &&
  element.form !== null;

export const surveyControl = (surveyor: Surveyor, element: Element): SurveyControl => {
  const { index } = surveyor;
  const expanded =
    element.localName === "summary"
      ? String(element.parentElement?.hasAttribute("open"))
      : attribute(element, "aria-expanded");
  const popup = /^(?:true|menu|dialog|listbox|tree|grid)$/.test(attribute(element, "aria-haspopup") ?? "");
  const pressed = attribute(element, "aria-pressed");
  const selected = index.role(element) === "tab" ? attribute(element, "aria-selected") : null;
  const byIcon = namedByIcon(surveyor, element);
  const takes = takenBy(surveyor, element);
  return {
    ...(popup && { popup: true }),
    ...(pressed !== null && { pressed: pressed === "true" }),
    ...(selected !== null && { selected: selected === "true" }),
    ...(takes && { takes }),
    name: clip(index.name(element) || index.text(element), NAME),
    ...(byIcon && { icon: byIcon.icon }),
    role: element.localName === "summary" ? "summary" : (index.role(element) ?? element.localName),
    disabled: isOff(element),
    expanded: expanded === null ? null : expanded === "true",
    submit: submits(element),
    chrome: isChrome(surveyor, element),
    target: byIcon?.target ?? targetOf(surveyor, element),
  };
};

const FIELDS = "select,textarea,input:not([type=hidden])";
const NEAR = 3;

/** The select that stands with a button that sends nothing, and with no other field, in a form that something else sends. */
const takenBy = (surveyor: Surveyor, element: Element): Target | null => {
  if (!(element instanceof HTMLButtonElement) || element.type !== "button" || !element.form) return null;
  const { form } = element;
  // A field of the form may be called as what it has by itself.
  const others = Element.prototype.querySelectorAll.call(form, "button,input");
  if (![...others].some((other) => submits(other))) return null;
  let at = element.parentElement;
  for (let level = 0; level < NEAR && at && at !== form; level += 1, at = at.parentElement) {
    const fields = at.querySelectorAll(FIELDS);
    if (fields.length === 0) continue;
    const [field] = fields;
    const isAlone = fields.length === 1 && at.querySelectorAll("button").length === 1;
    return isAlone && field instanceof HTMLSelectElement ? fieldTarget(surveyor, field) : null;
  }
  return null;
};

/** Where it stands in a part of the page that is called by a count, the next visit may call that otherwise. */
const targetOf = (surveyor: Surveyor, element: Element): Target | null => {
  const target = surveyor.find(element, "click");
  const isSteady = typeof target === "string" || !/\d/.test(JSON.stringify(target?.within ?? ""));
  return target !== null && isSteady ? target : (firstOfTwins(surveyor, element) ?? target);
};

/** What stands twice on a page is once its own and once for whoever sees that there is nothing yet: either does. */
const firstOfTwins = ({ index }: Surveyor, element: Element): Target | null => {
  const role = index.role(element);
  const name = index.name(element);
  const isOfRow = closest(element, (at) => rowRoles.has(index.role(at) ?? "")) !== null;
  if (role !== "button" || name === "" || name.length > NAME || isOfRow) return null;
  const found = resolve(index, { role, name, exact: true }, "click");
  const isFirst = found.ok && found.elements.length === 2 && found.elements[0] === element;
  return isFirst ? { role, name, exact: true, nth: 0 } : null;
};

const rowRoles = new Set(["row", "listitem", "article", "option", "treeitem", "menuitem", "gridcell"]);

export const surveyButtons = (surveyor: Surveyor): SurveyControl[] =>
  surveyor.visible
    .filter((element) => buttonRoles.has(surveyor.index.role(element) ?? "") || isScriptedLink(element))
    .slice(0, MOST_BUTTONS)
    .map((element) => surveyControl(surveyor, element));

/** A link without an address, which a script makes a button of. */
const isScriptedLink = (element: Element): boolean =>
  element.localName === "a" &&
  !element.hasAttribute("href") &&
  getComputedStyle(element).cursor === "pointer";

export const surveyImages = ({ visible, find }: Surveyor): PageSurvey["images"] =>
  visible
    .filter((element) => element instanceof HTMLImageElement)
    .slice(0, MOST_IMAGES)
    .map((image) => ({
      src: image.currentSrc || image.src,
      alt: image.alt,
      loaded: image.complete && image.naturalWidth > 0,
      same_origin: isSameOrigin(image.currentSrc || image.src),
      target: find(image, "any"),
    }));
