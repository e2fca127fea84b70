/** Source of the helpers behind the expects. */
export const expectHelpers: Record<string, string> = {
  until: String.raw`
/** Looks again until nothing is wrong or the time is up. */
async function until(timeout: number, wrong: () => Promise<string | null>): Promise<void> {
  const ends = Date.now() + timeout;
  for (;;) {
    const message = await steady(wrong, "the page is changing");
    if (message === null) return;
    if (Date.now() >= ends) throw new NotSo(message);
    await pause(50);
  }
}`,
  Match: String.raw`
/** A bare text is contained, white space folded; a pattern fits some part. */
type Match = string | { is: string } | RegExp;`,
  fold: String.raw`
function fold(text: string): string {
  return text
    .replace(/[\u200B\u200C\u200D\uFEFF\u00AD]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}`,
  fits: String.raw`
function fits(text: string, match: Match): boolean {
  if (match instanceof RegExp) return match.test(fold(text));
  return typeof match === "string" ? fold(text).includes(fold(match)) : fold(text) === fold(match.is);
}`,
  saw: String.raw`
function saw(match: Match, seen: string): string {
  const wanted = match instanceof RegExp ? String(match) : JSON.stringify(match);
  return "expected " + wanted + "; saw " + JSON.stringify(seen.slice(0, 300));
}`,
  textsOf: String.raw`
/** An element's text as it is drawn, and in the letters of the source; what cannot be seen is left out. */
async function textsOf(element: Locator): Promise<string[]> {
  const texts = await element.evaluate(
    (root) => {
      const parts: string[] = [];
      const visit = (node: Node): void => {
        if (node instanceof Text) {
          if (node.parentElement?.checkVisibility({ visibilityProperty: true }) ?? true)
            parts.push(node.data);
          return;
        }
        if (
          !(node instanceof HTMLElement) ||
          /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|TEXTAREA|SELECT)$/.test(node.tagName)
        )
          return;
        const { display } = getComputedStyle(node);
        if (display === "none") return;
        if (node instanceof HTMLInputElement)
          parts.push(/^(submit|button|reset)$/.test(node.type) ? node.value : "");
        const space = node.tagName === "BR" || !/^(inline|contents|ruby)$/.test(display) ? " " : "";
        parts.push(space);
        const slotted = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
        for (const child of slotted.length > 0 ? slotted : (node.shadowRoot ?? node).childNodes) visit(child);
        parts.push(space);
      };
      visit(root);
      return [root instanceof HTMLElement ? root.innerText : "", parts.join("")];
    },
    undefined,
    { timeout: 1000 },
  );
  return texts.map(fold);
}`,
  valuesOf: String.raw`
/** What a field holds; of a list the text and the value of what is chosen. */
async function valuesOf(element: Locator, inside: boolean): Promise<string[]> {
  return element.evaluate(
    (root, inside) => {
      const fields =
        root instanceof HTMLLabelElement && root.control
          ? [root.control]
          : [...root.querySelectorAll("input,textarea,select")];
      const holder =
        inside && !root.matches("input,textarea,select") && fields.length === 1 ? (fields[0] ?? root) : root;
      if (holder instanceof HTMLSelectElement) {
        const chosen = [...holder.selectedOptions];
        return [
          chosen.map(({ text }) => text.trim()).join(", "),
          chosen.map(({ value }) => value).join(", "),
        ];
      }
      if (holder instanceof HTMLInputElement || holder instanceof HTMLTextAreaElement) return [holder.value];
      return [
        holder.getAttribute("aria-valuetext") ??
          holder.getAttribute("aria-valuenow") ??
          holder.textContent ??
          "",
      ];
    },
    inside,
    { timeout: 1000 },
  );
}`,
  expectVisible: String.raw`
/** Some element that fits can be seen. */
async function expectVisible(page: Page, target: Target, { timeout }: Options = {}): Promise<void> {
  let several = 0;
  await until(limitOf(page, timeout, 5000), async () => {
    const found = await look(page, target, "any");
    several = found.several ? several || Date.now() : 0;
    if (several > 0 && Date.now() - several >= 1000)
      throw new Error("what it is within fits several elements");
    return found.seen.length > 0
      ? null
      : JSON.stringify(target) + (found.hidden.length > 0 ? " is hidden" : " is not on the page");
  });
}`,
  expectHidden: String.raw`
/** Nothing that fits can be seen, once the page is quiet. */
async function expectHidden(page: Page, target: Target, { timeout }: Options = {}): Promise<void> {
  const limit = limitOf(page, timeout, 5000);
  await settle(page, { timeout: limit });
  await until(limit, async () => {
    const { seen } = await look(page, target, "set");
    return seen.length === 0 && (await isLoaded(page)) ? null : JSON.stringify(target) + " is visible";
  });
}`,
  isLoaded: String.raw`
/** A page that is still loading proves no absence. */
function isLoaded(page: Page): Promise<boolean> {
  return page.evaluate(() => document.readyState === "complete");
}`,
  expectText: String.raw`
/** The page (target null) or the one element that fits shows a text, or does not. */
async function expectText(
  page: Page,
  target: Target | null,
  match: Match,
  { not = false, timeout }: Options & { not?: boolean } = {},
): Promise<void> {
  const limit = limitOf(page, timeout, 5000);
  if (not) await settle(page, { timeout: limit });
  const wrong = async (element: Locator): Promise<string | null> => {
    const texts = await textsOf(element);
    const shown = texts.some((text) => fits(text, match));
    if (not ? !shown && (await isLoaded(page)) : shown) return null;
    return saw(match, texts[0] ?? "");
  };
  if (target === null) await until(limit, () => wrong(page.locator("body")));
  else await one(page, target, "any", limit, { hidden: true, wrong });
}`,
  expectValue: String.raw`
async function expectValue(
  page: Page,
  target: Target,
  match: Match,
  { timeout }: Options = {},
): Promise<void> {
  const wrong = async (element: Locator): Promise<string | null> => {
    const values = await valuesOf(element, true);
    return values.some((value) => fits(value, match)) ? null : saw(match, values[0] ?? "");
  };
  await one(page, target, "any", limitOf(page, timeout, 5000), { hidden: true, wrong });
}`,
  expectUrl: String.raw`
/** The whole address, or what follows the host. */
async function expectUrl(page: Page, match: Match, { timeout }: Options = {}): Promise<void> {
  await until(limitOf(page, timeout, 5000), async () => {
    const { href, pathname, search, hash } = new URL(page.url());
    const forms = [href, pathname + search + hash, pathname, pathname + search];
    return forms.some((form) => fits(form, match)) ? null : saw(match, href);
  });
}`,
  expectTitle: String.raw`
async function expectTitle(page: Page, match: Match, { timeout }: Options = {}): Promise<void> {
  await until(limitOf(page, timeout, 5000), async () => {
    const title = await page.title();
    return fits(title, match) ? null : saw(match, title);
  });
}`,
  expectNoHorizontalScroll: String.raw`
/** The page cannot be scrolled sideways, once it is quiet. */
async function expectNoHorizontalScroll(page: Page, { timeout }: Options = {}): Promise<void> {
  const limit = limitOf(page, timeout, 5000);
  await settle(page, { timeout: limit });
  await until(limit, async () => {
    const px = await page.evaluate(() => {
      const root = document.documentElement;
      const overflow = (one: Element): string => getComputedStyle(one).overflowX;
      const hides = (one: Element): boolean => /^(hidden|clip)$/.test(overflow(one));
      const body = document.body as HTMLElement | null;
      if (hides(root) || (body !== null && overflow(root) === "visible" && hides(body))) return 0;
      return (document.scrollingElement ?? root).scrollWidth - root.clientWidth;
    });
    return px <= 1 ? null : "the page is " + px + " px wider than its window";
  });
}`,
  expectCount: String.raw`
/** So many visible elements fit; a count that 0 satisfies is looked at once the page is quiet. */
async function expectCount(
  page: Page,
  target: Target,
  wanted: number | { min?: number; max?: number },
  { timeout }: Options = {},
): Promise<void> {
  const { min = 0, max = Infinity } = typeof wanted === "number" ? { min: wanted, max: wanted } : wanted;
  const limit = limitOf(page, timeout, 5000);
  if (min === 0) await settle(page, { timeout: limit });
  await until(limit, async () => {
    const { seen, several } = await look(page, target, "set");
    const held = !several && seen.length >= min && seen.length <= max && (min > 0 || (await isLoaded(page)));
    return held ? null : seen.length + " of " + JSON.stringify(target) + ", expected " + min + " to " + max;
  });
}`,
  expectChecked: String.raw`
async function expectChecked(
  page: Page,
  target: Target,
  wanted: boolean,
  { timeout }: Options = {},
): Promise<void> {
  const wrong = async (element: Locator): Promise<string | null> => {
    const checked = await element.evaluate(
      (node) =>
        node instanceof HTMLInputElement && /^(checkbox|radio)$/.test(node.type)
          ? node.checked
          : /^(true|mixed)$/.test(
              ["checked", "pressed", "selected"]
                .map((name) => node.getAttribute("aria-" + name))
                .find((value) => value !== null) ?? "",
            ),
      undefined,
      { timeout: 1000 },
    );
    return checked === wanted ? null : JSON.stringify(target) + (checked ? " is checked" : " is not checked");
  };
  await one(page, target, "check", limitOf(page, timeout, 5000), { hidden: true, wrong });
}`,
  expectEnabled: String.raw`
async function expectEnabled(
  page: Page,
  target: Target,
  wanted: boolean,
  { timeout }: Options = {},
): Promise<void> {
  const wrong = async (element: Locator): Promise<string | null> => {
    const enabled = await element.evaluate(
      (node) => !node.matches(":disabled") && node.closest("[aria-disabled=true]") === null,
      undefined,
      { timeout: 1000 },
    );
    return enabled === wanted ? null : JSON.stringify(target) + (enabled ? " is enabled" : " is disabled");
  };
  await one(page, target, "any", limitOf(page, timeout, 5000), { hidden: true, wrong });
}`,
  expectFocused: String.raw`
async function expectFocused(page: Page, target: Target, { timeout }: Options = {}): Promise<void> {
  const wrong = async (element: Locator): Promise<string | null> => {
    const focused = await element.evaluate(
      (node) => (node.getRootNode() as Document | ShadowRoot).activeElement === node,
      undefined,
      { timeout: 1000 },
    );
    return focused ? null : JSON.stringify(target) + " does not have the focus";
  };
  await one(page, target, "any", limitOf(page, timeout, 5000), { hidden: true, wrong });
}`,
  expectAttribute: String.raw`
async function expectAttribute(
  page: Page,
  target: Target,
  name: string,
  match: Match,
  { timeout }: Options = {},
): Promise<void> {
  const wrong = async (element: Locator): Promise<string | null> => {
    const value = await element.getAttribute(name, { timeout: 1000 });
    return value !== null && fits(value, match) ? null : saw(match, value ?? "no attribute " + name);
  };
  await one(page, target, "any", limitOf(page, timeout, 5000), { hidden: true, wrong });
}`,
  holds: String.raw`
/** Whether something holds on the quiet page now. */
async function holds(page: Page, expectation: () => Promise<void>): Promise<boolean> {
  await settle(page, { timeout: 2000 });
  return expectation().then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotSo) return false;
      throw error;
    },
  );
}`,
};
