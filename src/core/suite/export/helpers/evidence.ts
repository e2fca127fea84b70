/** Source of the helpers behind the expects about what the page has done. */
export const evidenceHelpers: Record<string, string> = {
  expectRequest: String.raw`
/** The page has sent such a request since the case began, or none with not; status as 200 or 2xx. */
async function expectRequest(
  page: Page,
  { url, method, status, not, timeout }: Options & { url: Match; method?: string; status?: string | number; not?: boolean },
): Promise<void> {
  const limit = limitOf(page, timeout, 5000);
  if (not) await settle(page, { timeout: limit });
  await until(limit, async () => {
    const alike = trafficOf(page).requests.filter(
      (seen) => (method === undefined || method.toUpperCase() === seen.method) && fits(seen.url, url),
    );
    const wanted = String(status ?? "");
    const found = alike.some(
      (seen) =>
        wanted === "" ||
        (wanted.endsWith("xx") ? wanted[0] : wanted) ===
          String(seen.status ?? "").slice(0, wanted.endsWith("xx") ? 1 : 3),
    );
    if (not) return found ? "such a request" : null;
    return found
      ? null
      : "no such request; saw " +
          (alike.map((seen) => seen.method + " " + seen.url + " " + seen.status).join("; ") || "none alike");
  });
}`,
  expectAria: String.raw`
/** The page (target null) or one element has a structure of roles and names. */
async function expectAria(
  page: Page,
  target: Target | null,
  snapshot: string,
  { timeout }: Options = {},
): Promise<void> {
  const limit = limitOf(page, timeout, 5000);
  const element = target === null ? page.locator("body") : await one(page, target, "any", limit);
  await expect(element)
    .toMatchAriaSnapshot(snapshot, { timeout: limit })
    .catch((error: unknown) => {
      throw new NotSo(String(error));
    });
}`,
  expectNoErrors: String.raw`
/** No failed request to the app, page error, console error or broken image since the case began. */
async function expectNoErrors(
  page: Page,
  { except = [], timeout }: Options & { except?: string[] } = {},
): Promise<void> {
  const limit = limitOf(page, timeout, 5000);
  await settle(page, { timeout: limit });
  const errors = trafficOf(page)
    .errors()
    .filter((line) => !except.some((text) => line.includes(text)));
  if (errors.length > 0) throw new NotSo("expected no errors; saw " + errors.join("; "));
  await until(limit, async () => {
    const { broken, done } = await page.evaluate(() => {
      const images = [...document.images];
      const bad = images.filter(
        (image) =>
          image.complete && image.naturalWidth === 0 && (image.currentSrc || image.getAttribute("src")),
      );
      const pending = images.some((image) => !image.complete && image.loading !== "lazy");
      const own = (address: string): boolean =>
        !/^https?:/.test(address) || new URL(address).origin === location.origin;
      return {
        broken: bad.map(({ currentSrc, src }) => currentSrc || src).filter(own),
        done: document.readyState === "complete" && !pending,
      };
    });
    const meant = (address: string): boolean => except.some((text) => address.includes(text));
    const unmeant = broken.filter((address) => !meant(address));
    return unmeant.length > 0
      ? "broken images: " + unmeant.join(", ")
      : done
        ? null
        : "images are still loading";
  });
}`,
};
