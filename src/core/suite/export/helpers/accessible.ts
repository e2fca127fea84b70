/** Source of the helpers behind the expect about accessibility. */
export const accessibleHelpers: Record<string, string> = {
  Axe: String.raw`
type Violation = { id: string; impact: string | null; help: string; nodes: { html: string }[] };
/** What is used of axe-core. */
type Axe = {
  source: string;
  getRules(): { ruleId: string; tags: string[] }[];
  run(root: Node, options: object): Promise<{ violations: Violation[] }>;
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
    timeout,
  }: Options & { rules?: string[]; except?: string[]; impact: string },
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
      async (node, { rules, whole }) => {
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
        const { violations } = await axe.run(whole ? document : node, {
          resultTypes: ["violations"],
          elementRef: false,
          iframes: false,
          preload: false,
          ...(rules.length > 0 ? { runOnly: { type: "rule", values } } : {}),
        });
        return violations.map(({ id, impact, help, nodes }) => ({
          id,
          impact: impact ?? "minor",
          text: id + ": " + help + ": " + (nodes[0]?.html ?? "").slice(0, 100),
        }));
      },
      { rules, whole: target === null },
    );
    const counted = violations.filter(
      (found) => !except.includes(found.id) && levels.indexOf(found.impact) >= levels.indexOf(impact),
    );
    return counted.length === 0 ? null : counted.map(({ text }) => text).join("; ");
  });
}`,
};
