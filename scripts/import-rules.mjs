/** Who may import what. A folder of src that is not named here may import nothing, so that a new one is thought about. */

/** Packages without I/O, which the layers that only think may use. */
const PURE = [
  "@cucumber/gherkin",
  "@cucumber/messages",
  "@faker-js/faker",
  "axe-core",
  "croner",
  "diff",
  "dom-accessibility-api",
  "ipaddr.js",
  "jsonpath-rfc9535",
  "marked",
  "parse5",
  "pixelmatch",
  "pngjs",
  "uuid",
  "yaml",
  "zod",
];

/** Modules of Node without I/O. */
const PURE_NODE = [
  "assert",
  "async_hooks",
  "buffer",
  "crypto",
  "events",
  "path",
  "path/posix",
  "perf_hooks",
  "string_decoder",
  "timers/promises",
  "url",
  "util",
  "vm",
  "worker_threads",
  "zlib",
].map((name) => `node:${name}`);

const ALL = "*";

/**
 * For each layer: the layers (or parts of one, as "core/suite") and the packages and modules of Node that it may
 * import. `separate` names a layer whose subfolders never import each other.
 *
 * @type {Record<string, { layers: string[] | "*", packages: string[] | "*", separate?: boolean }>}
 */
export const RULES = {
  model: { layers: [], packages: ["zod", "uuid", "node:crypto"] },
  api: { layers: ["model"], packages: ["zod"] },
  ports: { layers: ["model"], packages: [] },
  core: { layers: ["ports", "model"], packages: [...PURE, ...PURE_NODE] },
  features: {
    layers: ["core", "ports", "api", "model"],
    packages: [...PURE, ...PURE_NODE, "@node-rs/argon2", "jose", "node:stream"],
    separate: true,
  },
  adapters: { layers: ["ports", "model"], packages: ALL },
  http: { layers: ["features", "api", "model"], packages: ALL },
  worker: { layers: ["features", "ports", "api", "model"], packages: ALL },
  client: { layers: ["api", "model"], packages: ["zod", "undici", ...PURE_NODE] },
  cli: { layers: ["client", "api", "model", "core/suite"], packages: ALL },
  mcp: { layers: ["client", "api", "model"], packages: ALL },
  /** Commands for who operates a service. */
  operate: { layers: ALL, packages: ALL },
  /** The files directly in src: main.ts and config.ts. */
  main: { layers: ALL, packages: ALL },
  /** Tests, and all that is not the product itself. */
  outside: { layers: ALL, packages: ALL },
};
