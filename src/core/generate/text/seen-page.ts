import type { OutlineLine, PageOutline } from "#model/outline.ts";
import { fits, holds } from "./likeness.ts";
import type { Named, SpokenRole } from "./intent.ts";

/** An element that can be acted on, as the outline of a page tells it. */
export type SeenElement = {
  ref: string;
  kind: string;
  name: string;
  /** What follows the name: value, options, states. */
  rest: string;
  /** Where it stands, the page first, what is nearest around it last: all that is told there. */
  places: string[];
};

/** A page as its outline tells it. */
export type SeenPage = {
  url: string;
  title: string;
  elements: SeenElement[];
  lines: OutlineLine[];
  /** Texts as the app writes them, names of controls among them. */
  texts: string[];
};

const element =
  /\[(?<ref>e\d+)\] (?<kind>\w+)(?: (?<name>"(?:[^"\\]|\\.)*"))?(?<rest>(?:(?!\[e\d+\] )[^|])*)/g;
const unquote = (json: string): string => {
  try {
    return String(JSON.parse(json));
  } catch {
    return json.slice(1, -1);
  }
};

/** What a line tells, without references and quotes. */
const told = (line: string): string =>
  line.replaceAll(/\[e\d+\] /g, "").replaceAll(/"((?:[^"\\]|\\.)*)"/g, (json) => unquote(json));

const textsOf = (line: string): string[] => {
  const names = [...line.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([json]) => unquote(json));
  const rest = line
    .replaceAll(/\[e\d+\] \w+(?: "(?:[^"\\]|\\.)*")?(?:(?!\[e\d+\] )[^|])*/g, "")
    .replace(
      /^(?:row|listitem|article|alert|status|paragraph|cell|group|main|list|table)(?: "(?:[^"\\]|\\.)*")?:? ?/,
      "",
    );
  return [...names, ...rest.split(" | ")].map((text) => text.trim()).filter(Boolean);
};

/** Reads the lines of an outline. */
export const readPage = ({ url, title, lines }: PageOutline): SeenPage => {
  /** The subtree of each line: where the next line of the same or a lesser depth begins. */
  const end = lines.map(({ depth }, at) => {
    const next = lines.findIndex((line, later) => later > at && line.depth <= depth);
    return next < 0 ? lines.length : next;
  });
  const whole = lines.map(({ text }) => told(text));
  const open: number[] = [];
  const elements: SeenElement[] = [];
  lines.forEach(({ depth, text }, at) => {
    while (open.length > 0 && (lines[open.at(-1) ?? 0]?.depth ?? 0) >= depth) open.pop();
    open.push(at);
    for (const found of text.matchAll(element)) {
      const { ref = "", kind = "", name, rest = "" } = found.groups ?? {};
      elements.push({
        ref,
        kind,
        name: name === undefined ? "" : unquote(name),
        rest: rest.trim(),
        places: open.map((line) => whole.slice(line, end[line]).join(" | ")),
      });
    }
  });
  return { url, title, elements, lines, texts: lines.flatMap(({ text }) => textsOf(text)) };
};

const kindsOf: Record<SpokenRole, readonly string[]> = {
  button: ["button", "clickable", "summary", "link", "tab", "menuitem"],
  link: ["link", "button", "clickable"],
  tab: ["tab", "link", "button", "radio"],
  menuitem: ["menuitem", "menuitemcheckbox", "menuitemradio", "link", "button", "option"],
  checkbox: ["checkbox", "switch", "menuitemcheckbox"],
  radio: ["radio", "menuitemradio", "option"],
  field: ["textbox", "searchbox", "spinbutton", "combobox", "password", "slider", "file", "listbox"],
  list: ["combobox", "listbox", "button"],
  image: ["link", "button", "clickable"],
  heading: ["link", "button", "summary"],
  row: ["link", "button", "clickable", "option", "treeitem", "checkbox"],
  dialog: ["button", "link"],
  section: ["link", "button", "summary", "tab", "clickable"],
};

/** Kinds of elements that an action can use. */
export const usableFor = {
  click: [
    "button",
    "link",
    "clickable",
    "summary",
    "tab",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "treeitem",
    "checkbox",
    "radio",
    "switch",
    "combobox",
    "textbox",
    "searchbox",
  ],
  fill: ["textbox", "searchbox", "spinbutton", "combobox", "password", "slider"],
  select: ["combobox", "listbox"],
  check: ["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"],
  upload: ["file", "button"],
  any: [],
} as const satisfies Record<string, readonly string[]>;

export type Use = keyof typeof usableFor;

/** The element that is meant, or why none can be told to be it. */
export type Choice = { element: SeenElement } | { reason: string };

const threshold = 0.72;
const margin = 0.07;

const say = ({ kind, name }: SeenElement): string => `${kind} "${name.slice(0, 60)}"`;

/** How near what is named as the place stands around an element; lower is nearer, null: nowhere. */
const nearness = ({ places, name }: SeenElement, within: string): number | null => {
  for (let level = places.length - 1; level >= 0; level -= 1) {
    const text = places[level] ?? "";
    if (holds(text.replace(name, ""), within)) return text.length;
  }
  return null;
};

const nearest = (elements: readonly SeenElement[], within: string): SeenElement[] => {
  const near = elements.map((each) => ({ each, size: nearness(each, within) }));
  const least = Math.min(...near.map(({ size }) => size ?? Number.POSITIVE_INFINITY));
  return near.filter(({ size }) => size === least && size !== null).map(({ each }) => each);
};

const score = (each: SeenElement, { name, role }: Named, use: Use): number => {
  // A box that is only said to be somewhere is told by the place.
  const alike = name === "" ? 0.9 : fits(name, each.name);
  if (alike === 0) return 0;
  const kinds: readonly string[] = role === null ? [] : kindsOf[role];
  const place = kinds.indexOf(each.kind);
  // A field may be named like the button beside it; words that name a kind mean that kind.
  const byRole = role === null ? 0 : place === 0 ? 0 : place > 0 ? -0.08 : -0.2;
  const isText =
    use === "click" && role === null && usableFor.fill.some((kind) => kind === each.kind) ? -0.1 : 0;
  return alike + byRole + isText;
};

/**
 * The one element of a page that a text means: the one whose name is alike enough, and clearly more so than any other's.
 * Nothing is guessed: what fits several, or none well enough, is told.
 */
export const chooseElement = (page: SeenPage, wanted: Named, use: Use): Choice => {
  const kinds: readonly string[] = usableFor[use];
  const fitting = page.elements.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  const scored = fitting
    .map((each) => ({ each, value: score(each, wanted, use) }))
    .filter(({ value }) => value > 0.4)
    .toSorted((a, b) => b.value - a.value);
  const good = scored.filter(({ value }) => value >= threshold);
  const best = good[0];
  if (!best) {
    const near = scored.slice(0, 3).map(({ each }) => say(each));
    return {
      reason: `the page has nothing called "${wanted.name}" there${near.length > 0 ? `; nearest: ${near.join(", ")}` : ""}`,
    };
  }
  let rivals = good.filter(({ value }) => best.value - value < margin).map(({ each }) => each);
  if (wanted.within !== null) {
    const inside = nearest(
      good.filter(({ value }) => best.value - value < 0.2).map(({ each }) => each),
      wanted.within,
    );
    if (inside.length === 0) {
      return rivals.length === 1 && rivals[0]
        ? isAbout(page, wanted.within)
          ? { element: rivals[0] }
          : { reason: `"${wanted.name}" is there, but not with "${wanted.within}"` }
        : { reason: `the page has nothing called "${wanted.name}" with "${wanted.within}"` };
    }
    rivals = inside;
  }
  const alike = rivals.filter(({ name }) => name === best.each.name);
  const pool = wanted.nth !== null && alike.length > 0 ? alike : rivals;
  const chosen = wanted.nth === null ? (pool.length === 1 ? pool[0] : null) : pool.at(wanted.nth);
  if (chosen) return { element: chosen };
  if (wanted.nth !== null) return { reason: `the page has only ${pool.length} called "${wanted.name}"` };
  const exact = rivals.filter(({ name }) => name === wanted.name);
  if (exact.length === 1 && exact[0]) return { element: exact[0] };
  const names = rivals.slice(0, 4).map(say);
  return { reason: `"${wanted.name}" fits ${rivals.length} elements: ${names.join(", ")}` };
};

/** Whether a page as a whole is about what a text names: its title or its heading says so. */
export const isAbout = (page: SeenPage, name: string): boolean =>
  holds(page.title, name) || headingsOf(page).some((heading) => holds(heading, name));

export const headingsOf = ({ lines }: SeenPage): string[] =>
  lines.flatMap(({ text }) =>
    [...text.matchAll(/(?:^|\| |: )heading ("(?:[^"\\]|\\.)*")/g)].map(([, json = ""]) => unquote(json)),
  );
