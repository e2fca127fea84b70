import { linksOf, readDocument } from "#core/generate/text/documents.ts";
import type { Written } from "#core/generate/text/intent.ts";
import { AppError } from "#model/errors.ts";
import type { Source } from "./source.ts";

type ReadSource = (
  source: { url?: string | null; text?: string | null },
  signal: AbortSignal,
) => Promise<Source>;

/** Pages of documentation that are read besides the one that was named. */
const mostLinked = 8;

/** Below the folder of the first page, as the pages of one documentation are. */
const isBelow = (address: string, first: URL): boolean => {
  const url = new URL(address);
  const folder = first.pathname.replace(/[^/]*$/, "");
  return (
    url.origin === first.origin &&
    url.pathname.startsWith(folder) &&
    url.pathname !== first.pathname &&
    /(?:\/|\/[^/.]+|\.(?:html?|md|markdown|feature|txt))$/i.test(url.pathname)
  );
};

/**
 * The written cases of what was pasted or fetched; of documentation that was fetched also those of a few pages that it
 * links to. A page that cannot be read is noted and left out. Throws AppError("generation_error") for Gherkin that cannot be
 * parsed.
 */
export const createWrittenReader =
  (readSource: ReadSource) =>
  async (
    { url, text, follow }: { url: string | null; text: string | null; follow: boolean },
    signal: AbortSignal,
    note: (message: string) => void,
  ): Promise<Written> => {
    const first = await readSource({ url, text }, signal);
    const read = ({ text: words, isHtml }: Source): Written => {
      try {
        return readDocument(words, isHtml);
      } catch (error) {
        const message =
          error instanceof Error ? error.message.split("\n").slice(0, 3).join(" ") : String(error);
        throw new AppError("generation_error", `The text cannot be read: ${message}`, { cause: error });
      }
    };
    const written = read(first);
    if (text || !url || !follow || !first.isHtml) return written;
    const cases = [...written.cases];
    const here = new URL(url);
    for (const address of linksOf(first.text, url)
      .filter((each) => isBelow(each, here))
      .slice(0, mostLinked)) {
      try {
        cases.push(...read(await readSource({ url: address }, signal)).cases);
      } catch (error) {
        signal.throwIfAborted();
        note(`${address} was not read: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return { ...written, cases };
  };
