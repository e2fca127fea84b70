/** Source of the helpers that look a target up as the runner does, with Playwright's locators. */
export const findHelpers: Record<string, string> = {
  Target: String.raw`
/** What a person would call an element, or what is known of it. */
type Target =
  | string
  | {
      called?: string;
      role?: string;
      name?: string;
      label?: string;
      placeholder?: string;
      text?: string;
      testid?: string;
      css?: string;
      column?: string;
      nth?: number;
      exact?: boolean;
      within?: Target;
      frame?: Target;
    };`,
  Purpose: String.raw`
/** What the element is wanted for; "set" wants all that fit. */
type Purpose = "click" | "fill" | "select" | "check" | "press" | "upload" | "any" | "set" | "frame";`,
  Nearness: String.raw`
/** How near a text must come: the same, the same but for case, or a part. */
type Nearness = "same" | "alike" | "part";`,
  Place: String.raw`
type Place = Page | Locator | FrameLocator;`,
  Options: String.raw`
/** timeout in milliseconds. */
type Options = { timeout?: number };`,
  rolesFor: String.raw`
const fieldRoles = "textbox searchbox spinbutton combobox slider";
const checkRoles = "checkbox radio switch menuitemcheckbox menuitemradio";
const clickRoles = "button link tab menuitem option treeitem combobox columnheader " + checkRoles;

/** Roles in which a name is looked up. */
const rolesFor: Record<Purpose, string> = {
  click: clickRoles,
  fill: fieldRoles,
  select: "combobox listbox",
  check: checkRoles,
  upload: "",
  frame: "",
  any: anyRole,
  set: anyRole,
  press: anyRole.replaceAll(/\b(?:heading|img|status|alert|figure|progressbar) /g, ""),
};`,
  wording: String.raw`
function wording(text: string, nearness: Nearness, end = ""): RegExp {
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[{}$^.*+?()|[\]\\/]/g, "\\$&"));
  if (nearness === "part") return new RegExp(words.join("\\s+"), "i");
  return new RegExp("^\\s*" + words.join("\\s+") + end + "\\s*$", nearness === "same" ? "" : "i");
}`,
  byName: String.raw`
/** By accessible name, in the roles that suit the purpose. */
function byName(place: Place, name: RegExp, purpose: Purpose): Locator {
  const roles = rolesFor[purpose].split(" ") as Role[];
  return roles.map((role) => place.getByRole(role, { name })).reduce((all, more) => all.or(more));
}`,
  Role: String.raw`
type Role = Parameters<Page["getByRole"]>[0];`,
  byRole: String.raw`
/** Rows, list items and the like are also named by a text inside; a password field passes for a text box. */
function byRole(place: Place, wanted: string, name: string | undefined, nearness: Nearness): Locator {
  const role = wanted.toLowerCase() as Role;
  const more = place.locator(
    "input:is([type=password],[type=date],[type=time],[type=datetime-local],[type=month],[type=week],[type=color])",
  );
  if (name === undefined) {
    const all = place.getByRole(role);
    return role === "textbox" ? all.or(more) : role === "cell" ? all.or(place.getByRole("gridcell")) : all;
  }
  const words = wording(name, nearness);
  const named = place.getByRole(role, { name: words });
  if (role === "textbox") return named.or(place.getByLabel(words).and(more));
  return nearness === "part" && namedByText.includes(role)
    ? named.or(place.getByRole(role).filter({ hasText: words }))
    : named;
}`,
  namedByText: String.raw`
const namedByText =
  "listitem row cell gridcell article group region dialog alertdialog alert status form figure paragraph list table".split(
    " ",
  );`,
  anyRole: String.raw`
const anyRole =
  "heading link button img textbox searchbox spinbutton combobox slider checkbox radio switch option tab menuitem " +
  "row cell columnheader rowheader gridcell dialog alertdialog alert status region navigation form list listitem table " +
  "article figure group listbox menu progressbar tabpanel treeitem";`,
  byTestId: String.raw`
function byTestId(place: Place, id: string): Locator {
  const names = ["data-testid", "data-test-id", "data-test", "data-cy"];
  return place.locator(names.map((name) => "[" + name + "=" + cssText(id) + "]").join(","));
}`,
  cssText: String.raw`
function cssText(text: string): string {
  return '"' + text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\a ") + '"';
}`,
  cellsBelow: String.raw`
/** The cells of a table's column, by the words of its heading; arrows that tell the order do not count. */
function cellsBelow(place: Place, heading: string, exact = false): Locator {
  const arrows = "▲▼△▽▴▾▵▿↑↓⇅⇵↕⬍⬆⬇";
  const words = heading.replace(new RegExp("[" + arrows + "]", "gu"), " ").trim().replace(/\s+/g, " ");
  const plain = "normalize-space(translate(., '\u00a0" + arrows + "', ' '))";
  // XPath knows no lower case: the letters of the heading are enough.
  const letters = [...new Set(words)].filter((letter) => /^\p{L}$/u.test(letter));
  const pairs = letters
    .map((letter) => [letter.toUpperCase(), letter.toLowerCase()] as const)
    .filter(([upper, lower]) => upper.length === 1 && lower.length === 1);
  const from = pairs.map(([upper]) => upper).join("");
  const to = pairs.map(([, lower]) => lower).join("");
  const wanted = exact ? words : words.replace(/\p{L}/gu, (letter) => (to.includes(letter.toLowerCase()) ? letter.toLowerCase() : letter));
  const quoted = "concat('', '" + wanted.split("'").join("', \"'\", '") + "')";
  const table = "ancestor::*[self::table or @role='table' or @role='grid' or @role='treegrid'][1]";
  const isHeading = "(@role='columnheader' or ancestor::thead or self::th[not(@scope='row') and not(../preceding-sibling::tr)])";
  const text = exact ? plain : "translate(" + plain + ", '" + from + "', '" + to + "')";
  const head = table + "/descendant::*[(self::th or self::td or @role='columnheader') and " + isHeading + " and " + text + " = " + quoted + "][1]";
  const start = (cell: string): string =>
    "(count(" + cell + "preceding-sibling::*[not(@colspan)]) + sum(" + cell + "preceding-sibling::*/@colspan))";
  const span = "(1 * (not(@colspan)) + sum(@colspan))";
  return place.locator(
    "xpath=descendant-or-self::*[self::tr or @role='row']/*[not(" + isHeading + ") and not(ancestor::tfoot) and " + head + " and " +
      start("") + " = " + start(head + "/") + " and " + span + " <= count(" + head + "[not(@colspan)]) + sum(" + head + "/@colspan)]",
  );
}`,
  frames: String.raw`
function frames(place: Place, text: string, nearness: Nearness): Locator {
  const test = (nearness === "part" ? "*=" : "=") + cssText(text) + (nearness === "same" ? "" : " i");
  const names = ["title", "name", "id", "aria-label", ...(nearness === "part" ? ["src"] : [])];
  return place.locator(names.map((name) => "iframe[" + name + test + "]").join(","));
}`,
  suited: String.raw`
/** Leaves those that the purpose can use. */
function suited(found: Locator, place: Place, purpose: Purpose): Locator {
  if (purpose === "select")
    return found.and(place.locator("select,[role=combobox],[role=listbox],[aria-haspopup=listbox]"));
  if (purpose === "check")
    return found.and(
      place.locator(
        "input:is([type=checkbox],[type=radio]),:is(" +
          checkRoles.replace(/\w+/g, "[role=$&]").replace(/ /g, ",") +
          ")",
      ),
    );
  if (purpose === "upload") return found.and(place.locator("input[type=file]"));
  if (purpose !== "fill") return found;
  const fields =
    "textarea,[contenteditable],input:not([type=checkbox],[type=radio],[type=file],[type=submit],[type=button],[type=reset],[type=image],[type=hidden])";
  return found.and(place.locator(fields));
}`,
  ladder: String.raw`
/** A plain text: role and name, label, placeholder, test id, text; the nearest meaning first. */
function ladder(place: Place, text: string, purpose: Purpose): Locator[] {
  const ways: Nearness[] = ["same", "alike", "part"];
  if (purpose === "frame") return ways.map((way) => frames(place, text, way));
  const direct = (way: Nearness): Locator[] => [
    ...(purpose === "upload" ? [] : [byName(place, wording(text, way), purpose)]),
    suited(place.getByLabel(wording(text, way, "\\s*[*:]*")), place, purpose),
    place.getByPlaceholder(wording(text, way)),
    ...(way === "same" ? [byTestId(place, text)] : []),
  ];
  const texts = (way: Nearness): Locator => place.getByText(wording(text, way));
  if (purpose === "click") return [...ways.flatMap(direct), ...ways.map(texts)];
  if (["fill", "select", "check", "upload"].includes(purpose)) return ways.flatMap(direct);
  return ways.flatMap((way) => [...direct(way), texts(way)]);
}`,
  rungs: String.raw`
/** Ways to look a target up, the nearest meaning first. */
function rungs(place: Place, target: Target, purpose: Purpose): Locator[] {
  if (typeof target === "string") return ladder(place, target, purpose);
  const { called, role, name, label, placeholder, text, testid, css, column, exact } = target;
  if (called !== undefined) return ladder(place, called, purpose);
  const ways: Nearness[] = exact ? ["same"] : purpose === "set" ? ["part"] : ["same", "alike", "part"];
  return ways.flatMap((way) => {
    const sets: Locator[] = [];
    if (css !== undefined) sets.push(place.locator("css=" + css));
    if (column !== undefined) sets.push(cellsBelow(place, column, exact));
    if (testid !== undefined) sets.push(byTestId(place, testid));
    if (placeholder !== undefined) sets.push(place.getByPlaceholder(wording(placeholder, way)));
    if (label !== undefined) sets.push(place.getByLabel(wording(label, way, "\\s*[*:]*")));
    if (role !== undefined) sets.push(byRole(place, role, name, way));
    else if (name !== undefined) {
      if (sets.length === 0 && purpose === "frame") return [frames(place, name, way)];
      const named = byName(place, wording(name, way), "any");
      if (sets.length === 0)
        return purpose === "upload" ? [named] : [byName(place, wording(name, way), purpose), named];
      sets.push(named);
    }
    const [first, ...others] = sets;
    if (first === undefined) return [place.getByText(wording(text ?? "", way))];
    const all = others.reduce((both, other) => both.and(other), first);
    return [text === undefined ? all : all.filter({ hasText: wording(text, way) })];
  });
}`,
  Found: String.raw`
type Found = { seen: Locator[]; hidden: Locator[]; several: boolean };`,
  look: String.raw`
/** What fits a target now, by the first meaning that fits anything visible; of what is nested, the innermost. */
async function look(place: Place, target: Target, purpose: Purpose): Promise<Found> {
  const none = { seen: [], hidden: [], several: false };
  const { within, frame, nth } =
    typeof target === "string" ? ({} as { within?: Target; frame?: Target; nth?: number }) : target;
  let inside = place;
  if (frame !== undefined) {
    const { seen } = await look(inside, frame, "frame");
    if (!seen[0] || seen.length > 1) return { ...none, several: seen.length > 1 };
    inside = seen[0].contentFrame();
  }
  if (within !== undefined) {
    const { seen, hidden } = await look(inside, within, "any");
    const around = seen.length > 0 ? seen : hidden;
    if (!around[0] || around.length > 1) return { ...none, several: around.length > 1 };
    inside = around[0];
  }
  let hidden: Locator[] = [];
  for (const rung of rungs(inside, target, purpose)) {
    const sights = await rung.evaluateAll(
      (elements, { all, unseen }) => {
        const visible = (element: Element): boolean => {
          const { width, height } = element.getBoundingClientRect();
          const drawn = (width > 0 && height > 0) || getComputedStyle(element).display === "contents";
          return element.checkVisibility({ visibilityProperty: true }) && drawn;
        };
        return elements.map((element) => {
          if (!all && elements.some((other) => other !== element && element.contains(other))) return "outer";
          const labels =
            element instanceof HTMLInputElement && /checkbox|radio/.test(element.type)
              ? element.labels
              : null;
          return unseen || visible(element) || [...(labels ?? [])].some(visible) ? "seen" : "hidden";
        });
      },
      {
        all: purpose === "set" && typeof target !== "string" && target.called === undefined,
        unseen: purpose === "frame" || purpose === "upload",
      },
    );
    const those = (sight: string): Locator[] =>
      sights.flatMap((one, index) => (one === sight ? [rung.nth(index)] : []));
    const seen = those("seen");
    if (seen.length > 0)
      return { seen: nth === undefined ? seen : seen.slice(nth, nth + 1), hidden, several: false };
    if (hidden.length === 0) hidden = those("hidden");
  }
  return { seen: [], hidden, several: false };
}`,
  NotSo: String.raw`
/** Something is not as expected; a target that fits several elements is another kind of error. */
class NotSo extends Error {}`,
  steady: String.raw`
/** A page that is just loading the next document counts as not there yet. */
async function steady<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (/navigat|context was destroyed|detached|Timeout .*exceeded/i.test(String(error))) return otherwise;
    throw error;
  }
}`,
  pause: String.raw`
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}`,
  one: String.raw`
/** Waits for the one element that fits and of which nothing is wrong; several that stay are an error, never a guess. */
async function one(
  page: Page,
  target: Target,
  purpose: Purpose,
  timeout: number,
  {
    hidden = false,
    wrong = async () => null,
  }: { hidden?: boolean; wrong?: (element: Locator) => Promise<string | null> } = {},
): Promise<Locator> {
  const name = typeof target === "string" ? target : JSON.stringify(target);
  const ends = Date.now() + timeout;
  let several = 0;
  for (;;) {
    const found = await steady<Found>(() => look(page, target, purpose), {
      seen: [],
      hidden: [],
      several: false,
    });
    const fits = found.seen.length === 0 && hidden ? found.hidden : found.seen;
    const [element] = fits;
    several = fits.length > 1 || found.several ? several || Date.now() : 0;
    if (several > 0 && (Date.now() - several >= 1000 || Date.now() >= ends))
      throw new Error(name + " fits several elements; say which one is meant");
    let message: string | null = name + (found.hidden.length > 0 ? " is hidden" : " is not on the page");
    if (element && fits.length === 1) {
      message = await steady(() => wrong(element), name + " is changing");
      if (message === null) return element;
    }
    if (Date.now() >= ends) throw new NotSo(message);
    await pause(50);
  }
}`,
};
