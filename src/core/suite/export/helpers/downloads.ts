/** Source of the helpers about files that a page gives. */
export const downloadHelpers: Record<string, string> = {
  download: String.raw`
/** Clicks what gives a file and waits for the file. */
async function download(
  page: Page,
  target: Target,
  { timeout, ...wanted }: Options & Wanted = {},
): Promise<void> {
  const limit = limitOf(page, timeout, 15_000);
  const before = downloadsOf(page).length;
  await click(page, target, { timeout: limit });
  await until(limit, () => wrongDownload(page, wanted, before));
}`,
  expectDownload: String.raw`
/** Since the case began the page has given such a file. */
async function expectDownload(page: Page, { timeout, ...wanted }: Options & Wanted): Promise<void> {
  await until(limitOf(page, timeout, 5000), () => wrongDownload(page, wanted, 0));
}`,
  Wanted: String.raw`
type Wanted = { name?: Match; content?: Match[]; lacks?: Match[]; least?: number; most?: number };`,
  Given: String.raw`
type Given = { name: string; text: string | null; failure: string | null };`,
  downloads: String.raw`
const downloads = new WeakMap<BrowserContext, Given[]>();`,
  downloadsOf: String.raw`
function downloadsOf(page: Page): Given[] {
  return downloads.get(page.context()) ?? [];
}`,
  keepDownloads: String.raw`
/** Writes down the files that pages give, with the text of their first MiB. */
function keepDownloads(page: Page): void {
  const given: Given[] = [];
  downloads.set(page.context(), given);
  const attach = (each: Page): void => {
    each.on("download", (file) => {
      const entry: Given = { name: file.suggestedFilename(), text: null, failure: null };
      given.push(entry);
      file.path().then(
        (path) => (entry.text = readFileSync(path).subarray(0, 1_048_576).toString("utf8")),
        (error: unknown) => (entry.failure = String(error)),
      );
    });
  };
  attach(page);
  page.context().on("page", (other) => other !== page && attach(other));
}`,
  wrongDownload: String.raw`
async function wrongDownload(page: Page, wanted: Wanted, skip: number): Promise<string | null> {
  const { name, content = [], lacks = [], least = 0, most = Infinity } = wanted;
  const wrong = downloadsOf(page)
    .slice(skip)
    .map((given) => {
      const { text, failure } = given;
      if (name !== undefined && !fits(given.name, name)) return given.name;
      if (failure !== null || text === null) return given.name + ": " + (failure ?? "not ended yet");
      const missing = content.find((each) => !fits(text, each));
      if (missing !== undefined) return saw(missing, text);
      const odd = lacks.find((each) => fits(text, each));
      if (odd !== undefined) return "not " + saw(odd, text);
      const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "").length;
      return lines >= least && lines <= most ? null : given.name + ": " + lines + " lines";
    });
  return wrong.includes(null) ? null : "no such download; saw " + (wrong.join("; ") || "none");
}`,
};
