import type { PageSurvey } from "#model/survey.ts";
import { indexDocument } from "./document-index.ts";
import { behindDialogs, drawersIn } from "./survey-behind.ts";
import { surveyAlerts } from "./survey-alerts.ts";
import { surveyCollections, surveyCounters, surveySingles } from "./survey-collections.ts";
import { surveyButtons, surveyImages, surveyLinks } from "./survey-controls.ts";
import { surveyDated } from "./survey-dated.ts";
import { surveyForms, surveyLogin } from "./survey-forms.ts";
import type { Surveyor } from "./survey-parts.ts";
import { isSameOrigin, withoutCode } from "./survey-parts.ts";
import { surveyHints } from "./survey-hints.ts";
import { structureOf } from "./survey-structure.ts";
import { surveySums } from "./survey-sums.ts";
import { surveyUnfilled } from "./survey-unfilled.ts";
import { surveyUnfocusable } from "./survey-unfocusable.ts";
import { clip } from "./text.ts";
import { attribute, closest } from "./tree.ts";
import { createTargetFinder } from "./unique-target.ts";

/** As it is found by its role, without what is drawn beside its words for the eye alone; all it shows where it is called more. */
const headingText = ({ index }: Pick<Surveyor, "index">, element: Element): string => {
  const [text, name] = [index.text(element), index.name(element)];
  return name !== "" && text.includes(name) ? name : text;
};

const MOST_HEADINGS = 50;
const MOST_TEXT = 6000;
/** Time for working out targets; what is surveyed after it has none. */
const TARGETS_MS = 1000;

const landmarkRoles = new Set([
  "banner",
  "navigation",
  "main",
  "complementary",
  "contentinfo",
  "search",
  "region",
  "form",
]);

const mainPart = ({ index, visible }: Surveyor): Element =>
  visible.find((element) => index.role(element) === "main") ?? document.body ?? document.documentElement;

/** Every text of it that long at most: addresses may hold whole pictures. */
const bounded = <T>(value: T): T => {
  if (typeof value === "string") return value.slice(0, MOST_TEXT) as typeof value;
  if (Array.isArray(value)) return value.map(bounded) as typeof value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, bounded(inner)]),
  ) as typeof value;
};

/** As libraries and style sheets call what is drawn in the place of what is still to come. */
const isToCome = (element: Element): boolean =>
  attribute(element, "aria-busy") === "true" || /skeleton/i.test(attribute(element, "class") ?? "");

/** What the page offers at this moment; bounded in size and in time. */
export const survey = (): PageSurvey => {
  const index = indexDocument();
  index.nameAll();
  const visible = index.elements.filter((element) => index.visible(element) && index.offered(element));
  const targetFor = createTargetFinder(index, { counts: false });
  let left = TARGETS_MS;
  const drawers = drawersIn({ index, visible });
  const dialogs = visible.filter((element) => /^(alert)?dialog$/.test(index.role(element) ?? ""));
  const isBehind = behindDialogs(dialogs, drawers);
  const surveyor: Surveyor = {
    index,
    visible,
    isBehind,
    find(element, purpose) {
      if (left <= 0) return null;
      const began = performance.now();
      const target = targetFor(element, purpose);
      left -= performance.now() - began;
      return target;
    },
  };
  const forms = surveyForms(surveyor);
  const inFront: Surveyor = { ...surveyor, visible: visible.filter((element) => !isBehind(element)) };
  return bounded({
    url: window.location.href,
    title: document.title,
    lang: attribute(document.documentElement, "lang"),
    structure: structureOf(document.body ?? document.documentElement),
    headings: visible
      .filter((element) => index.role(element) === "heading")
      .slice(0, MOST_HEADINGS)
      .map((element) => ({
        level: Number(attribute(element, "aria-level") ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? 2),
        text: clip(headingText({ index }, element), 200),
        ...(closest(element, (at) => dialogs.includes(at)) && { dialog: true as const }),
      })),
    landmarks: visible
      .filter((element) => landmarkRoles.has(index.role(element) ?? ""))
      .slice(0, MOST_HEADINGS)
      .map((element) => [index.role(element), index.name(element)].filter(Boolean).join(" ")),
    dialogs: dialogs.slice(0, 10).map((element) => {
      const name = index.name(element);
      const role = index.role(element) ?? "dialog";
      const target = surveyor.find(element, "any") ?? { role };
      // Once it is gone, its words may still stand on the page.
      return { name: clip(name, 120), target: target === name ? { role, name } : target };
    }),
    ...(visible.some(isToCome) && { pending: true as const }),
    ...(drawers.length > 0 && { covered: true as const }),
    forms: forms.filter(({ fields }) => !fields.every(isBehind)).map(({ form }) => form),
    login: surveyLogin(surveyor, forms),
    buttons: surveyButtons(inFront),
    collections: surveyCollections(surveyor),
    singles: surveySingles(surveyor),
    links: surveyLinks(surveyor),
    counters: surveyCounters(surveyor),
    sums: surveySums(surveyor),
    images: surveyImages(surveyor),
    text: clip(withoutCode(surveyor, mainPart(surveyor)), MOST_TEXT),
    hints: surveyHints(surveyor),
    unfilled: surveyUnfilled(surveyor),
    unfocusable: surveyUnfocusable(inFront),
    dated: surveyDated(surveyor),
    alerts: surveyAlerts(surveyor),
    frames: [...document.querySelectorAll("iframe")]
      .map((frame) => frame.src)
      .filter((src) => src !== "" && isSameOrigin(src))
      .slice(0, 20),
  });
};
