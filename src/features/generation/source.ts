import { AppError } from "#model/errors.ts";
import { OutboundRefused } from "#ports/outbound.ts";
import type { OutboundFetch } from "#ports/outbound.ts";

export type Source = { text: string; isHtml: boolean };

const timeoutMs = 30_000;
const largest = 2 * 1024 * 1024;

export const missing = (path: string, message: string): AppError =>
  new AppError("invalid_request", "The request is not complete.", { errors: [{ path, message }] });

/**
 * The text to generate from: pasted, or fetched from `url`. Throws AppError("invalid_request") when neither is given or the
 * operator's rules forbid the address, AppError("generation_error") when nothing usable was answered.
 */
export const createSourceReader =
  (fetch: OutboundFetch) =>
  async (
    { url, text }: { url?: string | null; text?: string | null },
    signal: AbortSignal,
  ): Promise<Source> => {
    if (text) return { text, isHtml: /^\s*<[a-z!]/i.test(text) };
    if (!url) throw missing("text", "give text, or a url to fetch");
    let response: Response;
    let answer: string;
    try {
      response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
      answer = await response.text();
    } catch (error) {
      if (error instanceof OutboundRefused) throw missing("url", error.message);
      throw new AppError("generation_error", `${url} could not be fetched.`, { cause: error });
    }
    if (!response.ok) throw new AppError("generation_error", `${url} answered ${response.status}.`);
    if (answer.length > largest) throw new AppError("generation_error", `${url} is larger than 2 MiB.`);
    return { text: answer, isHtml: /html/i.test(response.headers.get("content-type") ?? "") };
  };
