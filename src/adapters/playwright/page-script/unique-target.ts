import type { Target, TargetObject } from "#model/target.ts";
import { nameWithoutCount } from "./count-in-name.ts";
import type { DocumentIndex } from "./document-index.ts";
import { testIdAttributes } from "./matching.ts";
import type { Purpose } from "./protocol.ts";
import { resolve } from "./resolve.ts";
import { isFillable, namedByText } from "./roles.ts";
import { clip, fold } from "./text.ts";
import { attribute, closest, composedParent } from "./tree.ts";

const LONGEST_NAME = 80;
const SCOPES = 3;
const MOST_CLASSES = 5;
const HOLDERS = 8;
const FEWEST_TILES = 3;
const FOR_FIELD = /^data-(?:[a-z]+-)*(?:field|name|key|attribute|attr|path|prop|property|input|label)$/;

/**
 * Finds a target that fits one element alone, as simple as possible; null when there is none. Remembers scopes.
 * With `within`, one that fits it alone in there; the target itself then does not repeat that.
 */
export type TargetFinder = (element: Element, purpose: Purpose, within?: Target) => Target | null;

const scopeRoles = new Set([
  "row",
  "listitem",
  "dialog",
  "alertdialog",
  "form",
  "region",
  "navigation",
  "main",
  "banner",
  "contentinfo",
  "article",
  "group",
  "table",
  "list",
  "tabpanel",
  "menu",
  "search",
]);

/** What a page often has one of, and where it has is told by that. */
const soleRoles = new Set(["table", "grid", "treegrid"]);

/** Identifiers that a build or a render makes up change from day to day. */
const looksGenerated = (id: string): boolean =>
  /\d{3,}|[0-9a-f]{8,}|^:|^_r_|^(radix|mui|headlessui|ember|ext)|^(css|sc|jss|emotion)-|--|__\w{5}$/i.test(
    id,
  );

const short = (text: string): string | undefined =>
  text !== "" && text.length <= LONGEST_NAME ? text : undefined;

/** `counts`: controls are called without the counts in their names, wherever that tells them from all others. */
export const createTargetFinder = (
  index: DocumentIndex,
  { counts = true }: { counts?: boolean } = {},
): TargetFinder => {
  const scopes = new Map<Element, Target | null>();

  const fitsAlone = (target: Target, element: Element, purpose: Purpose): boolean => {
    const found = resolve(index, target, purpose);
    return found.ok && found.elements.length === 1 && found.elements[0] === element;
  };

  let hints: { holder: Element; words: string }[] | null = null;

  /** The hint of a field has the word as well: while the element has not come yet, the field would be taken for it. */
  const isHinted = (wanted: string, element: Element): boolean => {
    hints ??= index.elements.flatMap((holder) => {
      const hint = attribute(holder, "placeholder") ?? attribute(holder, "data-placeholder");
      return hint === null ? [] : [{ holder, words: fold(hint).toLowerCase() }];
    });
    const word = fold(wanted).toLowerCase();
    return hints.some(({ holder, words }) => holder !== element && words.includes(word));
  };

  /** Handles of an element by itself, the most human first. */
  const handles = (element: Element, purpose: Purpose): Target[] => {
    const role = index.role(element) ?? undefined;
    const name = short(index.name(element));
    const [label] = index.labels(element);
    const placeholder = attribute(element, "placeholder") ?? undefined;
    const testid = testIdAttributes.map((key) => attribute(element, key)).find((value) => value) ?? undefined;
    const bare = label?.replace(/\s*[*:：]+\s*$/, "");
    const text = purpose === "any" || purpose === "click" ? short(index.text(element)) : undefined;
    const plain = (words: string | undefined): string | undefined =>
      words && role && isHinted(words, element) ? undefined : words;
    const targets: (Target | undefined)[] = [
      bare && plain(short(bare)),
      plain(name),
      role && name ? { role, name } : undefined,
      role && name ? { role, name, exact: true } : undefined,
      label && short(label) ? { label } : undefined,
      placeholder && short(placeholder),
      placeholder ? { placeholder } : undefined,
      testid ? { testid } : undefined,
      name || !text ? undefined : isHinted(text, element) ? { text } : text,
      role && soleRoles.has(role) ? { role } : undefined,
    ];
    return targets.filter((target): target is Target => target !== undefined && target !== "");
  };

  /** What a person would call a row: its header, link, heading or first cell. */
  const keyOf = (element: Element): string | undefined => {
    const lead = element.querySelector(
      "th,h1,h2,h3,h4,h5,h6,[role=rowheader],[role=heading],a[href],td,strong,legend",
    );
    const text = lead ? index.text(lead) : index.text(element);
    return short(text === "" ? index.text(element) : text);
  };

  const scopeTarget = (element: Element): Target | null => {
    const known = scopes.get(element);
    if (known !== undefined) return known;
    const role = index.role(element) ?? "";
    const name = short(index.name(element));
    const key = namedByText.has(role) ? keyOf(element) : undefined;
    const options: Target[] = [];
    // Only one is open at a time, and the number in its name is that of what it is about.
    if (/^(?:alert)?dialog$/.test(role) && /\d/.test(name ?? "")) options.push({ role });
    if (name && role !== "row") options.push({ role, name });
    if (key) options.push({ role, name: key });
    const whole = namedByText.has(role) ? short(index.text(element)) : undefined;
    if (whole && whole !== key) options.push({ role, name: whole });
    options.push({ role });
    const testid = testIdAttributes
      .map((attributeName) => attribute(element, attributeName))
      .find((value) => value);
    if (testid) options.push({ testid });
    const target = options.find((option) => fitsAlone(option, element, "any")) ?? null;
    scopes.set(element, target);
    return target;
  };

  const withinScope = (element: Element, purpose: Purpose): Target | null => {
    const own: TargetObject[] = handles(element, purpose).map((target) =>
      typeof target === "string"
        ? index.role(element)
          ? { role: index.role(element) ?? "", name: target }
          : { text: target }
        : target,
    );
    const role = index.role(element);
    if (role) own.push({ role });
    return inScopes(own, element, purpose);
  };

  const inScopes = (
    own: TargetObject[],
    element: Element,
    purpose: Purpose,
    fits: (within: Target) => boolean = () => true,
  ): Target | null => {
    let tried = 0;
    for (let at = composedParent(element); at && tried < SCOPES; at = composedParent(at)) {
      if (!scopeRoles.has(index.role(at) ?? "")) continue;
      tried += 1;
      const within = scopeTarget(at);
      if (within === null || !fits(within)) continue;
      for (const target of own) {
        const narrowed = { ...target, within };
        if (fitsAlone(narrowed, element, purpose)) return narrowed;
      }
    }
    return null;
  };

  const withoutCount = (element: Element, purpose: Purpose): Target | null => {
    const role = index.role(element);
    const name = !counts && role && purpose === "click" ? nameWithoutCount(index, element) : null;
    if (!role || name === null) return null;
    const target = { role, name };
    if (fitsAlone(target, element, purpose)) return target;
    return inScopes([target], element, purpose, isUncounted) ?? inGroup(target, element, purpose);
  };

  /** The count stands in what is around the control as well. */
  const isUncounted = (within: Target): boolean =>
    typeof within !== "object" || !/\d/.test(within.name ?? "");

  /** It holds nothing but the element and its like, each with a number: tiles. */
  const isOfTiles = (group: Element, element: Element): boolean =>
    group.childElementCount >= FEWEST_TILES &&
    [...group.children].every(
      (child) => index.role(child) === index.role(element) && /\d/.test(index.name(child)),
    );

  /** Within what holds it and its like, told by a class of that. */
  const inGroup = (target: TargetObject, element: Element, purpose: Purpose): Target | null => {
    const parent = composedParent(element);
    const isTile = parent !== null && isOfTiles(parent, element);
    const group = isTile
      ? parent
      : closest(element, (at) => at !== element && /^(?:ul|ol|nav|menu)$/.test(at.localName));
    const name = group ? [...group.classList].find((each) => !looksGenerated(each)) : undefined;
    if (!group || name === undefined) return null;
    const within = { css: `${group.localName}.${CSS.escape(name)}` };
    const narrowed = { ...target, within };
    return fitsAlone(within, group, "any") && fitsAlone(narrowed, element, purpose) ? narrowed : null;
  };

  /** What says of itself which field it is for: `[data-field="title"]`. */
  const holdersOf = (element: Element): string[] => {
    const found: string[] = [];
    let at = composedParent(element);
    for (let level = 0; at && level < HOLDERS; level += 1, at = composedParent(at)) {
      for (const { name, value } of at.attributes)
        if (
          FOR_FIELD.test(name) &&
          /\p{L}/u.test(value) &&
          value.length <= LONGEST_NAME &&
          !looksGenerated(value)
        )
          found.push(`[${name}="${CSS.escape(value)}"]`);
    }
    return found;
  };

  const byCss = (element: Element, purpose: Purpose): Target | null => {
    const tag = CSS.escape(element.localName);
    const options: string[] = [];
    const id = attribute(element, "id");
    if (id && !looksGenerated(id)) options.push(`#${CSS.escape(id)}`);
    // What a field holds is another thing soon.
    const isTyped = isFillable(element);
    for (const key of ["name", "href", "src", "aria-controls", "value", "type"]) {
      const value = attribute(element, key);
      if (key === "value" && isTyped) options.push(...holdersOf(element).map((holder) => `${holder} ${tag}`));
      else if (value && value.length <= 200) options.push(`${tag}[${key}="${CSS.escape(value)}"]`);
    }
    const classes = [...element.classList].filter((name) => !looksGenerated(name)).slice(0, MOST_CLASSES);
    // Of several only a field's own are tried: what else there is has more often one for its looks.
    const own = /^(?:input|select|textarea)$/.test(tag) ? classes : classes.slice(0, 1);
    for (const name of own) options.push(`${tag}.${CSS.escape(name)}`);
    const css = options.find((option) => fitsAlone({ css: option }, element, purpose));
    return css === undefined ? null : { css };
  };

  const inGiven = (element: Element, purpose: Purpose, within: Target): Target | null => {
    const role = index.role(element);
    const own = handles(element, purpose);
    if (role) own.push({ role });
    const fits = own.find((target) =>
      fitsAlone(
        typeof target === "string" ? { called: target, within } : { ...target, within },
        element,
        purpose,
      ),
    );
    return fits ?? null;
  };

  return (element, purpose, within) => {
    if (within !== undefined) return inGiven(element, purpose, within);
    return (
      withoutCount(element, purpose) ??
      handles(element, purpose).find((target) => fitsAlone(target, element, purpose)) ??
      withinScope(element, purpose) ??
      byCss(element, purpose)
    );
  };
};

/** An element as messages name it. */
export const describeElement = (index: DocumentIndex, element: Element, target: Target | null) => ({
  role: index.role(element) ?? element.localName,
  name: clip(index.name(element) || (index.labels(element)[0] ?? ""), LONGEST_NAME),
  text: clip(element instanceof HTMLInputElement ? "" : fold(index.text(element)), LONGEST_NAME),
  target,
});
