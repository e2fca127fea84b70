/** Source of the helpers behind the verbs. */
export const actionHelpers: Record<string, string> = {
  goto: String.raw`
/** Opens a page; an answer of 500 or more, or another than the status asked for, is an error. */
async function goto(
  page: Page,
  url: string,
  { status, timeout }: Options & { status?: number } = {},
): Promise<void> {
  const limit = limitOf(page, timeout, 15_000);
  const response = await page.goto(url, { timeout: limit }).catch((error: unknown) => {
    if (!/ERR_ABORTED|interrupted by another/.test(String(error))) throw error;
    return page.waitForLoadState("load", { timeout: limit }).then(() => null);
  });
  const answered = response?.status() ?? 0;
  if (status !== undefined) expect(answered, "status of " + url).toBe(status);
  else expect(answered, "status of " + url).toBeLessThan(500);
}`,
  reload: String.raw`
async function reload(page: Page, { timeout }: Options = {}): Promise<void> {
  await page.reload({ timeout: limitOf(page, timeout, 15_000) });
}`,
  goBack: String.raw`
async function goBack(page: Page, { timeout }: Options = {}): Promise<void> {
  const before = page.url();
  const response = await page.goBack({ timeout: limitOf(page, timeout, 15_000) });
  const stays = response === null && page.url() === before;
  if (stays && (await page.evaluate(() => window.history.length)) <= 2)
    throw new Error("there is no page to go back to");
}`,
  act: String.raw`
/** Acts on the one element that fits; a control that only its label shows is used through the label. */
async function act(
  page: Page,
  target: Target,
  purpose: Purpose,
  { timeout }: Options,
  action: (element: Locator, options: { timeout: number }) => Promise<unknown>,
): Promise<void> {
  const ends = Date.now() + limitOf(page, timeout, 10_000);
  const element = await one(page, target, purpose, ends - Date.now());
  const byLabel = (purpose === "check" || purpose === "click") && !(await element.isVisible());
  const id = byLabel ? await element.getAttribute("id") : null;
  const label = element
    .locator("xpath=ancestor::label")
    .or(page.locator("label[for=" + JSON.stringify(id ?? "") + "]"));
  await action(byLabel ? label.first() : element, { timeout: Math.max(1, ends - Date.now()) }).catch(
    (error: unknown) => {
      // A click that closes its own window has done what it was for.
      if (!page.isClosed()) throw error;
    },
  );
}`,
  click: String.raw`
async function click(page: Page, target: Target, options: Options = {}): Promise<void> {
  await act(page, target, "click", options, (element, limit) => element.click(limit));
}`,
  doubleClick: String.raw`
async function doubleClick(page: Page, target: Target, options: Options = {}): Promise<void> {
  await act(page, target, "click", options, (element, limit) => element.dblclick(limit));
}`,
  hover: String.raw`
async function hover(page: Page, target: Target, options: Options = {}): Promise<void> {
  await act(page, target, "any", options, (element, limit) => element.hover(limit));
}`,
  scrollTo: String.raw`
async function scrollTo(page: Page, target: Target, { timeout }: Options = {}): Promise<void> {
  const ends = Date.now() + limitOf(page, timeout, 10_000);
  // What was found has to be scrolled to as well, and what was not is told by that.
  await seek(page, target, ends - 500);
  await act(page, target, "any", { timeout: Math.max(1, ends - Date.now()) }, (element, limit) =>
    element.scrollIntoViewIfNeeded(limit),
  );
}`,
  seek: String.raw`
/** Scrolls on, view by view, until the target is there: lists that draw only what is in view, or that grow. From the top again, each time more patiently, as long as there is time. */
async function seek(page: Page, target: Target, ends: number): Promise<void> {
  const { within, frame } =
    typeof target === "string" ? ({} as { within?: Target; frame?: Target }) : target;
  const appears = async (ms: number): Promise<boolean> => {
    const until = Date.now() + ms;
    for (let looks = 1; ; looks += 1) {
      const { seen, hidden } = await steady<Found>(() => look(page, target, "any"), {
        seen: [],
        hidden: [],
        several: false,
      });
      if (seen.length + hidden.length > 0) return true;
      // A look may take longer than that by itself, and the page has to have its turns between.
      if (Date.now() >= ends || (Date.now() >= until && looks > 3)) return false;
      await pause(20);
    }
  };
  if (frame !== undefined || (await appears(500))) return;
  const around = within === undefined ? page.locator("html") : (await look(page, within, "any")).seen[0];
  for (let patience = 1; around !== undefined && Date.now() < ends; ) {
    const { moved, end } = await around.evaluate(async (element, draw) => {
      const can = (one: Element): boolean =>
        one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY);
      const top = document.scrollingElement ?? document.documentElement;
      const outer = (one: Element | null): Element => (one === null || can(one) ? (one ?? top) : outer(one.parentElement));
      const isPage = element === document.documentElement && top.scrollHeight > top.clientHeight + 1;
      const one = isPage ? top : can(element) ? element : ([...element.querySelectorAll("*")].find(can) ?? outer(element));
      const before = one.scrollTop;
      one.scrollTop = before + one.clientHeight * 0.9;
      await Promise.race([new Promise(requestAnimationFrame), new Promise((told) => setTimeout(told, 1_000))]);
      // By the page's own clock, which is as late on a busy machine as the list that is waited for.
      await new Promise((drawn) => setTimeout(drawn, draw));
      return { moved: one.scrollTop > before, end: one.scrollTop + one.clientHeight >= one.scrollHeight - 1 };
    }, Math.max(0, Math.min(40 * patience, ends - Date.now())));
    if (await appears(moved ? 120 * patience : 800)) return;
    if (moved || !end) continue;
    patience = Math.min(16, patience * 2);
    await around.evaluate((element) => {
      for (const one of [element, document.documentElement, ...element.querySelectorAll("*")]) one.scrollTop = 0;
    });
  }
}`,
  fill: String.raw`
async function fill(
  page: Page,
  target: Target,
  value: string | number | boolean,
  options: Options = {},
): Promise<void> {
  await act(page, target, "fill", options, (element, limit) => element.fill(String(value), limit));
}`,
  check: String.raw`
async function check(page: Page, target: Target, options: Options = {}): Promise<void> {
  await act(page, target, "check", options, (element, limit) => element.setChecked(true, limit));
}`,
  uncheck: String.raw`
async function uncheck(page: Page, target: Target, options: Options = {}): Promise<void> {
  await act(page, target, "check", options, (element, limit) => element.setChecked(false, limit));
}`,
  press: String.raw`
async function press(page: Page, target: Target, key: string, options: Options = {}): Promise<void> {
  await act(page, target, "press", options, (element, limit) => element.press(key, limit));
}`,
  select: String.raw`
/** Chooses options by what they show or by value, in a native list or in one that the page draws. */
async function select(
  page: Page,
  target: Target,
  values: (string | number | boolean)[],
  { timeout }: Options = {},
): Promise<void> {
  const limit = limitOf(page, timeout, 10_000);
  const box = await one(page, target, "select", limit);
  if (await box.evaluate((element) => element instanceof HTMLSelectElement)) {
    await box.selectOption(values.map(String), { timeout: limit });
    return;
  }
  const frame = typeof target === "object" && target.frame !== undefined ? { frame: target.frame } : {};
  for (const value of values) {
    const option: Target = { role: "option", name: String(value), ...frame };
    if ((await look(page, option, "click")).seen.length === 0) await box.click({ timeout: limit });
    await act(page, option, "click", { timeout: limit }, (element, rest) => element.click(rest));
  }
  // A list of which several can be chosen stays open, over what follows.
  const last: Target = { role: "option", name: String(values.at(-1)), ...frame };
  const isOpen = async () => (await look(page, last, "click")).seen.length > 0;
  for (let waited = 0; waited < 400 && (await isOpen()); waited += 80) await pause(80);
  if (await isOpen()) await box.press("Tab", { timeout: 300 }).catch(() => page.keyboard.press("Tab"));
}`,
  drag: String.raw`
async function drag(page: Page, from: Target, to: Target, { timeout }: Options = {}): Promise<void> {
  const ends = Date.now() + limitOf(page, timeout, 10_000);
  await act(page, from, "any", { timeout: ends - Date.now() }, async (element, limit) => {
    const goal = await one(page, to, "any", Math.max(1, ends - Date.now()));
    await element.dragTo(goal, { ...limit, steps: 5 });
  });
}`,
  upload: String.raw`
/** Chooses files; an empty list takes the choice back. */
async function upload(page: Page, target: Target, files: UploadFile[], options: Options = {}): Promise<void> {
  await act(page, target, "upload", options, (element, limit) => element.setInputFiles(files, limit));
}`,
  UploadFile: String.raw`
type UploadFile = { name: string; mimeType: string; buffer: Buffer };`,
  answerNext: String.raw`
/** Says how the next dialog that has no answer yet is to be answered. */
function answerNext(page: Page, answer: Answer): void {
  answersOf(page).push(answer);
}`,
  tab: String.raw`
/** The newest tab, which is waited for, or the first one. */
async function tab(page: Page, which: "newest" | "first", { timeout }: Options = {}): Promise<Page> {
  const context = page.context();
  const [first = page] = context.pages();
  if (which === "first") return first;
  const limit = limitOf(page, timeout, 10_000);
  const begun = Date.now();
  for (;;) {
    const others = context.pages().filter((other) => other !== page && other !== first);
    const old = Date.now() - begun >= Math.min(limit, 3000) ? others.at(-1) : undefined;
    const found = others.filter((other) => !usedTabs.has(other)).at(-1) ?? old;
    if (found) {
      usedTabs.add(found);
      await found.waitForLoadState("domcontentloaded", {
        timeout: Math.max(1, limit - (Date.now() - begun)),
      });
      return found;
    }
    if (Date.now() - begun >= limit) throw new Error("no further tab was opened");
    await pause(20);
  }
}`,
  stillOpen: String.raw`
/** A tab that has closed itself gives way to the first one. */
function stillOpen(page: Page): Page {
  return page.isClosed() ? (page.context().pages()[0] ?? page) : page;
}`,
  usedTabs: String.raw`
const usedTabs = new WeakSet<Page>();`,
  read: String.raw`
/** Reads from the page, or from the one element that fits, once it is there. */
async function read(
  page: Page,
  what: "text" | "value" | { attribute: string },
  target: Target,
  { timeout }: Options = {},
): Promise<string> {
  const element = await one(page, target, "any", limitOf(page, timeout, 10_000), { hidden: true });
  if (what === "text") {
    const [drawn = "", source = ""] = await textsOf(element);
    return drawn || source;
  }
  if (what === "value") return ((await valuesOf(element, false))[0] ?? "").trim();
  return ((await element.getAttribute(what.attribute)) ?? "").trim();
}`,
  count: String.raw`
/** How many visible elements fit now. */
async function count(page: Page, target: Target): Promise<number> {
  return (await look(page, target, "set")).seen.length;
}`,
  part: String.raw`
/** What a pattern fits in a text, or its first group, once it does. */
async function part(
  page: Page,
  read: () => Promise<string>,
  pattern: RegExp,
  { timeout }: Options = {},
): Promise<string> {
  const ends = Date.now() + limitOf(page, timeout, 10_000);
  for (;;) {
    const text = await read();
    const found = pattern.exec(text);
    const piece = found?.[1] ?? found?.[0];
    if (piece !== undefined) return piece;
    if (Date.now() >= ends) throw new Error("nothing in " + JSON.stringify(text) + " fits " + String(pattern));
    await pause(100);
  }
}`,
  env: String.raw`
/** A value that the suite takes from the environment: its secret X is SECRET_X there. */
function env(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error("set the environment variable " + name);
  return value;
}`,
  textOf: String.raw`
function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}`,
  day: String.raw`
/** The day so many days from today, as YYYY-MM-DD. */
function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}`,
};
