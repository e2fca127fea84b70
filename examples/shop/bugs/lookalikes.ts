import type { BugEntry } from "#examples/shop/bugs.ts";

export const LOOKALIKES = [
  {
    id: "meant-404",
    oracle: "none",
    category: null,
    summary: "The inventory asks for a product that need not exist, and gets 404",
  },
  {
    id: "meant-401",
    oracle: "none",
    category: null,
    summary: "Every page asks for the orders, and gets 401 when nobody is logged in",
  },
  {
    id: "noise-third-party",
    oracle: "none",
    category: null,
    summary: "Every page asks another server for a picture, in vain",
  },
  {
    id: "noise-console",
    oracle: "none",
    category: null,
    summary: "Every page writes warnings to the console",
  },
  {
    id: "noise-error-log",
    oracle: "none",
    category: null,
    summary: "A background job writes an error to the log during each order, in a trace of its own",
  },
  {
    id: "slow-but-right",
    oracle: "none",
    category: null,
    summary: "The catalogue takes a second and a half",
  },
] as const satisfies readonly BugEntry[];
