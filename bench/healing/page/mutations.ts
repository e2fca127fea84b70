import { putAnother } from "./another.ts";
import { callings, identifiers, replaceText } from "./callings.ts";
import { reworded, unrelated } from "./reword.ts";
import type { Random } from "./random.ts";

/** A page that is about to be changed around one element. `truth` is that element afterwards; null when it is gone. */
export type Scene = { truth: Element | null; random: Random; renamed: Renaming };

/** New names for every id, class and test id of a page, and the style sheets that fit them. */
export type Renaming = { names: ReadonlyMap<string, string>; styles: readonly string[] };

const references = [
  "for",
  "aria-labelledby",
  "aria-describedby",
  "aria-controls",
  "aria-owns",
  "list",
  "headers",
];

export const renamingOf = (random: Random): Renaming => {
  const names = new Map<string, string>();
  const syllables = ["ka", "lo", "mi", "ru", "ten", "vos", "pel", "dra", "shi", "nub"];
  const rename = (name: string): void => {
    if (name === "" || names.has(name)) return;
    names.set(
      name,
      `${random.pick(syllables)}${random.pick(syllables)}-${random.pick(syllables)}${names.size}`,
    );
  };
  for (const element of document.querySelectorAll("*")) {
    for (const key of identifiers) rename(element.getAttribute(key) ?? "");
    for (const token of element.classList) rename(token);
  }
  const styles = [...document.querySelectorAll("style")].map(({ textContent }) =>
    (textContent ?? "").replaceAll(/([.#])(-?[_a-zA-Z][\w-]*)/g, (whole, mark: string, name: string) => {
      const renamed = names.get(name);
      return renamed === undefined ? whole : mark + renamed;
    }),
  );
  return { names, styles };
};

const renameAll = ({ renamed }: Scene): void => {
  const { names, styles } = renamed;
  for (const element of document.querySelectorAll("*")) {
    for (const key of identifiers) {
      const value = element.getAttribute(key);
      if (value) element.setAttribute(key, names.get(value) ?? value);
    }
    for (const key of references) {
      const value = element.getAttribute(key);
      if (value)
        element.setAttribute(
          key,
          value
            .split(/\s+/)
            .map((id) => names.get(id) ?? id)
            .join(" "),
        );
    }
    const classes = element.getAttribute("class");
    if (classes)
      element.setAttribute(
        "class",
        classes
          .split(/\s+/)
          .map((token) => names.get(token) ?? token)
          .join(" "),
      );
  }
  document.querySelectorAll("style").forEach((style, at) => {
    style.textContent = styles[at] ?? "";
  });
};

const rewordIt = ({ truth, random }: Scene): void => {
  if (!truth) return;
  const said = new Map<string, string>();
  for (const { text, call } of callings(truth)) {
    const next = said.get(text) ?? reworded(text, random);
    said.set(text, next);
    call(next);
  }
};

const moveIt = ({ truth, random }: Scene): void => {
  if (!truth) return;
  const parent = truth.parentElement;
  const places = [
    ...document.querySelectorAll("main,section,article,div,aside,header,footer,form,fieldset,td"),
  ].filter(
    (place) =>
      place !== parent &&
      !truth.contains(place) &&
      place.getBoundingClientRect().width > 40 &&
      !place.closest("button,a,label,select"),
  );
  if (places.length === 0) return;
  const label = document.querySelector(`label[for="${CSS.escape(truth.getAttribute("id") ?? "none")}"]`);
  const moved = truth.closest("label") ?? truth;
  const place = random.pick(places.filter((at) => !moved.contains(at)));
  if (!place) return;
  if (label && !label.contains(truth)) place.append(label);
  place.append(moved);
};

const wrapIt = ({ truth, random }: Scene): void => {
  if (!truth) return;
  for (let left = 1 + random.int(3); left > 0; left -= 1) {
    const wrapper = document.createElement(random.pick(["div", "span", "section"]));
    wrapper.className = `w${random.int(1000)}`;
    truth.replaceWith(wrapper);
    wrapper.append(truth);
  }
};

const shuffle = (parent: Element, random: Random): void => {
  const children = [...parent.children].filter(
    ({ localName }) => !/^(style|script|legend|caption|thead)$/.test(localName),
  );
  parent.append(...random.shuffled(children));
};

const reorderIt = ({ truth, random }: Scene): void => {
  let at: Element | null = truth?.parentElement ?? null;
  for (let level = 0; at && at !== document.body && level < 3; level += 1) {
    shuffle(at, random);
    at = at.parentElement;
  }
};

const otherTag = (
  element: Element,
  random: Random,
): { tag: string; role?: string; without: string[] } | null => {
  switch (element.localName) {
    case "a":
      return random.pick([
        { tag: "button", without: ["href"] },
        { tag: "div", role: "link", without: ["href"] },
      ]);
    case "button":
      return random.pick([
        { tag: "div", role: "button", without: ["type"] },
        { tag: "a", without: ["type"] },
      ]);
    case "input": {
      const { type } = element as HTMLInputElement;
      if (/^(submit|button)$/.test(type)) return { tag: "button", without: ["value"] };
      if (/^(text|search|email|url)$/.test(type)) return { tag: "textarea", without: ["type", "value"] };
      return null;
    }
    case "textarea":
      return { tag: "input", without: [] };
    case "summary":
    case "select":
      return null;
    default:
      return random.pick([
        { tag: "section", without: [] },
        { tag: "span", without: [] },
      ]);
  }
};

const swapTag = (scene: Scene): void => {
  const { truth, random } = scene;
  const other = truth && otherTag(truth, random);
  if (!truth || !other) return;
  const swapped = document.createElement(other.tag);
  for (const { name, value } of truth.attributes)
    if (!other.without.includes(name)) swapped.setAttribute(name, value);
  if (other.tag === "a") swapped.setAttribute("href", "#");
  if (other.role !== undefined && !truth.hasAttribute("role")) {
    swapped.setAttribute("role", other.role);
    swapped.setAttribute("tabindex", "0");
  }
  if (other.tag === "button" && truth instanceof HTMLInputElement) swapped.textContent = truth.value;
  else swapped.append(...truth.childNodes);
  if (other.tag === "textarea") swapped.textContent = "";
  truth.replaceWith(swapped);
  scene.truth = swapped;
};

const addLookAlike = ({ truth, random }: Scene): void => {
  if (!truth) return;
  const copy = truth.cloneNode(true) as Element;
  for (const element of [copy, ...copy.querySelectorAll("*")])
    for (const key of identifiers) element.removeAttribute(key);
  if (copy.hasAttribute("href")) copy.setAttribute("href", `/elsewhere/${random.int(1000)}`);
  const near = random.int(2) === 0;
  const places = [...document.querySelectorAll("main,section,article,div,aside")].filter(
    (place) => !truth.contains(place) && place.getBoundingClientRect().width > 40,
  );
  if (near || places.length === 0) truth.after(copy);
  else random.pick(places).append(copy);
};

const remove = (scene: Scene): void => {
  scene.truth?.remove();
  scene.truth = null;
};

/** A third of the page's other controls are reworded. */
const rewordOthers = (scene: Scene): void => {
  for (const element of document.querySelectorAll("a,button,label,summary,[role=button],[role=tab]")) {
    if (
      element === scene.truth ||
      element.contains(scene.truth) ||
      scene.truth?.contains(element) ||
      scene.random.int(3) > 0
    )
      continue;
    for (const { text, call } of callings(element)) call(reworded(text, scene.random));
  }
};

const redesign = (scene: Scene): void => {
  renameAll(scene);
  rewordOthers(scene);
};

const single: Record<string, (scene: Scene) => void> = {
  "ids and classes renamed": renameAll,
  "text reworded": rewordIt,
  "text replaced": ({ truth, random }) => {
    if (truth) replaceText(truth, unrelated(random));
  },
  moved: moveIt,
  wrapped: wrapIt,
  reordered: reorderIt,
  "tag swapped": swapTag,
  "look-alike added": addLookAlike,
};
const combinable = [
  "ids and classes renamed",
  "text reworded",
  "moved",
  "wrapped",
  "reordered",
  "tag swapped",
];
const combined = (count: number) => (scene: Scene) => {
  for (const name of scene.random.shuffled(combinable).slice(0, count)) single[name]?.(scene);
};

/** Every kind of change. Those of `gone` leave the page without the element. */
export const mutations: Record<string, (scene: Scene) => void> = {
  ...single,
  "two at once": combined(2),
  "three at once": combined(3),
};
export const gone: Record<string, (scene: Scene) => void> = {
  removed: remove,
  "removed, the rest redesigned": (scene) => {
    remove(scene);
    redesign(scene);
  },
  "another control in its place": (scene) => putAnother(scene, "other"),
};
/** Of a target with an icon of its own: counted apart, because nothing but the words tells it from a new name. */
export const iconKept = "another control in its place, with its icon";
export const keepIcon = (scene: Scene): void => putAnother(scene, "kept");
