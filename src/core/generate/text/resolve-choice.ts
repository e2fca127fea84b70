import { selectOne } from "#core/generate/steps.ts";
import { click, doOn, doOnElement, named, steps } from "./acting.ts";
import type { Intent } from "./intent.ts";
import { fits } from "./likeness.ts";
import { usableFor } from "./seen-page.ts";
import type { SeenElement, SeenPage } from "./seen-page.ts";
import type { Resolved, Tour } from "./tour.ts";

type Of<K extends Intent["kind"]> = Extract<Intent, { kind: K }>;

const optionsOf = ({ rest }: SeenElement): string[] =>
  [...(/ ?options: (.*)$/.exec(rest)?.[1] ?? "").matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(
    ([, text = ""]) => text,
  );

const bestOption = (element: SeenElement, option: string): string | null => {
  const scored = optionsOf(element)
    .map((text) => ({ text, value: fits(option, text) }))
    .toSorted((a, b) => b.value - a.value);
  const [best, next] = scored;
  if (!best || best.value < 0.72) return null;
  return next && best.value - next.value < 0.05 && best.value < 0.99 ? null : best.text;
};

/** Chooses an option, in the list that is named or in the only one that offers it. */
export const select = async (tour: Tour, { target, option }: Of<"select">): Promise<Resolved> => {
  const page = await tour.look();
  if (!page) return { reason: "the page could not be read" };
  const lists = page.elements.filter((each) => usableFor.select.some((kind) => kind === each.kind));
  const offering = lists.filter((each) => bestOption(each, option) !== null);
  if (target === null || (target.name === "sort" && offering.length === 1)) {
    const [only] = offering;
    if (only && offering.length === 1)
      return selectIn(tour, { element: only, page }, bestOption(only, option) ?? option, option);
    if (offering.length > 1) return { reason: `"${option}" is offered by ${offering.length} lists` };
    const box = await doOn(tour, {
      wanted: named(option),
      use: "check",
      purpose: "check",
      action: { kind: "check", checked: true },
    });
    return "target" in box ? steps({ check: box.target }) : click(tour, { ...named(option), quoted: true });
  }
  const found = await tour.find(target, "select");
  if ("element" in found) {
    const known = bestOption(found.element, option);
    if (known === null && optionsOf(found.element).length > 0)
      return { reason: `"${found.element.name}" does not offer "${option}"` };
    return selectIn(tour, found, known ?? option, target.name);
  }
  // Radio buttons and buttons of a group are chosen by their own name.
  const box = await doOn(tour, {
    wanted: { ...named(option), within: target.name },
    use: "check",
    purpose: "check",
    action: { kind: "check", checked: true },
  });
  return "target" in box ? steps({ check: box.target }) : found;
};

const selectIn = async (
  tour: Tour,
  found: { element: SeenElement; page: SeenPage },
  option: string,
  asked: string,
): Promise<Resolved> => {
  const done = await doOnElement(tour, found, {
    purpose: "select",
    action: { kind: "select", options: [option] },
    asked,
  });
  if ("target" in done) return steps(selectOne(done.target, option));
  const opened = await doOnElement(tour, found, { purpose: "click", action: { kind: "click" }, asked });
  if ("reason" in opened) return done;
  const chosen = await click(tour, { ...named(option), quoted: true });
  return "steps" in chosen ? { steps: [{ click: opened.target }, ...chosen.steps] } : done;
};

/** Switches a box on or off. */
export const check = async (tour: Tour, { target, on }: Of<"check">): Promise<Resolved> => {
  const done = await doOn(tour, {
    wanted: target,
    use: "check",
    purpose: "check",
    action: { kind: "check", checked: on },
  });
  if ("target" in done) return steps(on ? { check: done.target } : { uncheck: done.target });
  // The box of a row is named by the row.
  const inRow = await doOn(tour, {
    wanted: { ...named(""), within: target.name, nth: 0 },
    use: "check",
    purpose: "check",
    action: { kind: "check", checked: on },
  });
  return "target" in inRow ? steps(on ? { check: inRow.target } : { uncheck: inRow.target }) : done;
};
