/** Source of the helpers behind the expect about accessibility. */
export const accessibleHelpers: Record<string, string> = {
  Axe: String.raw`
type AxeNode = {
  html: string;
  element?: HTMLElement;
  any: { data: { messageKey?: string } | null }[];
};
type Violation = { id: string; impact: string | null; help: string; nodes: AxeNode[] };
/** What is used of axe-core. */
type Axe = {
  source: string;
  getRules(): { ruleId: string; tags: string[] }[];
  run(root: Node, options: object): Promise<{ violations: Violation[]; incomplete: Violation[] }>;
};`,
  loadAxe: String.raw`
/** axe-core, or null where it is not installed. */
async function loadAxe(): Promise<Axe | null> {
  const name: string = "axe-core";
  const loaded = (await import(name).catch(() => null)) as (Axe & { default?: Axe }) | null;
  return loaded?.default ?? loaded;
}`,
  expectAccessible: String.raw`
/** The page (target null) or one element breaks no rule of axe-core; without axe-core the test is left out, never passed. */
async function expectAccessible(
  page: Page,
  target: Target | null,
  {
    rules = [],
    except = [],
    impact,
    contrast = null,
    timeout,
  }: Options & { rules?: string[]; except?: string[]; impact: string; contrast?: number | null },
): Promise<void> {
  const axe = await loadAxe();
  test.fixme(axe === null, "needs axe-core: npm install --save-dev axe-core");
  const source = axe?.source ?? "";
  const limit = limitOf(page, timeout, 5000);
  await settle(page, { timeout: limit });
  const element =
    target === null
      ? page.locator(":root")
      : await one(page, target, "any", limit, { hidden: true });
  const levels = ["minor", "moderate", "serious", "critical"];
  await until(limit, async () => {
    const root = await element.elementHandle({ timeout: 1000 });
    const frame = await root?.ownerFrame();
    if (!(await frame?.evaluate(() => "axe" in globalThis))) await frame?.evaluate(source);
    const violations = await element.evaluate(
      async (node, { rules, contrast, whole }) => {
        const { axe } = globalThis as unknown as { axe: Axe };
        const all = axe.getRules();
        const unknown = rules.filter(
          (word) => !all.some(({ ruleId, tags }) => ruleId === word || tags.includes(word)),
        );
        if (unknown.length > 0) throw new Error("axe has no rule or tag " + unknown.join(", "));
        const odd = (tags: string[]): boolean =>
          tags.includes("experimental") || tags.includes("deprecated");
        const values = all
          .filter(
            ({ ruleId, tags }) =>
              rules.includes(ruleId) || (!odd(tags) && tags.some((tag) => rules.includes(tag))),
          )
          .map(({ ruleId }) => ruleId);
        const least = { normal: { expected: contrast }, large: { expected: contrast } };
        const { violations, incomplete } = await axe.run(whole ? document : node, {
          resultTypes: ["violations", ...(contrast === null ? [] : ["incomplete"])],
          elementRef: contrast !== null,
          iframes: false,
          preload: false,
          ...(rules.length > 0 ? { runOnly: { type: "rule", values } } : {}),
          ...(contrast === null
            ? {}
            : { checks: { "color-contrast": { options: { contrastRatio: least } } } }),
        });
        // axe leaves text of the very colour of what is behind it to people.
        const isTold = ({ element }: AxeNode): boolean => {
          const text = (element?.textContent ?? "").trim();
          if (!element || text.length < 2 || /^\d\d$/.test(text)) return false;
          if (element.closest("s, del, [role=gridcell]")) return false;
          for (let around: Element | null = element; around; around = around.parentElement)
            if (Number(getComputedStyle(around).opacity) < 1) return false;
          if (/, 0\)$|^transparent$/.test(getComputedStyle(element).color)) return false;
          const box = element.getBoundingClientRect();
          return ![...document.querySelectorAll("*")].some((other) => {
            if (other.contains(element) || element.contains(other)) return false;
            if (getComputedStyle(other).pointerEvents !== "none") return false;
            const { left, right, top, bottom } = other.getBoundingClientRect();
            return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
          });
        };
        const unseen = ({ any }: AxeNode): boolean =>
          any.some(({ data }) => data?.messageKey === "equalRatio");
        const same = incomplete
          .filter(({ id }) => contrast !== null && id === "color-contrast")
          .map((found) => ({ ...found, nodes: found.nodes.filter(unseen) }));
        const told = [...violations, ...same]
          .map((found) =>
            contrast !== null && found.id === "color-contrast"
              ? { ...found, nodes: found.nodes.filter(isTold) }
              : found,
          )
          .filter(({ nodes }) => nodes.length > 0);
        return told.map(({ id, impact, help, nodes }) => ({
          id,
          impact: impact ?? "minor",
          text: id + ": " + help + ": " + (nodes[0]?.html ?? "").slice(0, 100),
        }));
      },
      { rules, contrast, whole: target === null },
    );
    const counted = violations.filter(
      (found) => !except.includes(found.id) && levels.indexOf(found.impact) >= levels.indexOf(impact),
    );
    return counted.length === 0 ? null : counted.map(({ text }) => text).join("; ");
  });
}`,
};
