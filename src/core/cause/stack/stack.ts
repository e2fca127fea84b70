/** One frame of a stack trace, as far as the trace tells. */
export type StackFrame = {
  /** Function or method, with its class where the trace names it. */
  function: string | null;
  file: string | null;
  line: number | null;
  /** False for what the runtime, a framework or a package brought. */
  application: boolean;
};

export type StackTrace = {
  language: string;
  /** Type of the exception at the root of the chain, such as `TypeError`; null when the trace names none. */
  exception: string | null;
  message: string;
  /** The application's frame nearest to where the exception was thrown. */
  frame: StackFrame | null;
};

/** Reads the stack trace of one language out of a text. Null when there is none of that language in it. */
export type StackParser = { language: string; parse(text: string): StackTrace | null };

/** An exception of a chain: its header and the frames below it, nearest to the throw first. */
export type Link = { exception: string | null; message: string; frames: StackFrame[] };

/**
 * The trace of a chain of exceptions, outermost first. The root names the cause; where it was thrown inside a package,
 * the application's frame is taken from the exception around it.
 */
export const traceOf = (language: string, chain: Link[]): StackTrace | null => {
  const root = chain.at(-1);
  if (!root) return null;
  const frame = chain
    .toReversed()
    .map(({ frames }) => frames.find(({ application }) => application))
    .find((found) => found !== undefined);
  return { language, exception: root.exception, message: root.message.trim(), frame: frame ?? null };
};

export const numberOf = (text: string | undefined): number | null => (text ? Number(text) : null);
