import type { Target } from "#model/target.ts";
import { targetSchema } from "#model/target.ts";
import { narrowTarget } from "#core/run/narrow.ts";
import type { Narrowing } from "#core/run/narrow.ts";
import { millis, objectCode } from "./code.ts";
import type { HelperName } from "./helpers/index.ts";
import type { Scope } from "./scope.ts";

/** What writes the code of one step. */
export type Writer = Scope & {
  narrowing: Narrowing;
  /** The step's own time-out in milliseconds; undefined: what is usual. */
  timeoutMs: number | undefined;
  /** What an expect without a target looks at: what the step is within, or the page (`null`). */
  whole(): string;
  /** As `whole`, for what looks at one document: that of the step's frame where it names one. */
  document(): string;
  /** The same writer with another time-out. */
  within(timeoutMs: number): Writer;
  /** The helper's name, now needed. */
  helper(name: HelperName): string;
  /** As `call`, for a helper that takes no options. */
  plain(helper: HelperName, args: readonly string[]): string;
  /** A name that the function has not used yet. */
  fresh(base: string): string;
  /** `helper(page, …)` without `await`; what is undefined among the options is left out. */
  call(helper: HelperName, args: readonly string[], options?: Record<string, string | undefined>): string;
};

export type WriterOptions = Pick<Writer, "narrowing" | "timeoutMs" | "fresh"> & {
  scope: Scope;
  /** Notes that the spec needs this helper. */
  need(helper: HelperName): void;
};

const isNarrow = ({ within, frame }: Narrowing): boolean => within !== undefined || frame !== undefined;

export const createWriter = ({ scope, need, ...rest }: WriterOptions): Writer => ({
  ...scope,
  ...rest,
  within: (timeoutMs) => createWriter({ scope, need, ...rest, timeoutMs }),
  helper(name) {
    need(name);
    return name;
  },
  plain(helper, args) {
    need(helper);
    return `${helper}(${["page", ...args].join(", ")})`;
  },
  target: (target) => scope.target(isNarrow(rest.narrowing) ? narrowTarget(target, rest.narrowing) : target),
  whole: () => (rest.narrowing.within === undefined ? "null" : scope.target(rest.narrowing.within)),
  document() {
    if (rest.narrowing.within === undefined && rest.narrowing.frame !== undefined)
      return scope.target({ css: "body", frame: rest.narrowing.frame });
    return this.whole();
  },
  call(helper, args, options = {}) {
    need(helper);
    const timeout = rest.timeoutMs === undefined ? undefined : millis(rest.timeoutMs);
    const last = objectCode({ ...options, timeout });
    return `${helper}(${["page", ...args, ...(last === null ? [] : [last])].join(", ")})`;
  },
});

/** The narrowing that a step's options say, as written. */
export const narrowingOf = (options: { within?: unknown; frame?: unknown }): Narrowing => {
  const read = (given: unknown): Target | undefined =>
    given === undefined ? undefined : targetSchema.parse(given);
  const within = read(options.within);
  const frame = read(options.frame);
  return { ...(within === undefined ? {} : { within }), ...(frame === undefined ? {} : { frame }) };
};
