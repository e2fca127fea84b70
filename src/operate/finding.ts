import type { Config } from "#src/config.ts";

export type Finding = {
  name: string;
  /** `warn`: it works, but not as it should; `fail`: it will not work. */
  state: "ok" | "warn" | "fail";
  message: string;
  /** What to do about it. */
  next?: string;
};

export type Check = (config: Config) => Promise<Finding | Finding[]>;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
