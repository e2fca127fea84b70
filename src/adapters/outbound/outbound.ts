import type { OutboundFetch } from "./fetch.ts";
import { createOutboundPolicy, type OutboundRules } from "./policy.ts";

export type Outbound = {
  fetch: OutboundFetch;
  /** Whether a browser may navigate there; resolves the name. */
  isAllowedUrl(url: string | URL): Promise<boolean>;
  close(): Promise<void>;
};

/** One policy for everything that leaves the service on a user's behalf: its own requests and its browser's. */
export const createOutbound = (
  rules: OutboundRules & { timeoutMs?: number; maxBodyBytes?: number } = {},
): Outbound => {
  const policy = createOutboundPolicy(rules);
  // Loaded only when asked for: an idle service does not carry the HTTP client in its memory.
  let loading: Promise<OutboundFetch> | undefined;
  const load = (): Promise<OutboundFetch> =>
    (loading ??= import("./fetch.ts").then(({ createOutboundFetch }) =>
      createOutboundFetch({ ...rules, policy }),
    ));
  const fetch: OutboundFetch = Object.assign(
    async (...request: Parameters<OutboundFetch>) => (await load())(...request),
    { close: async () => (await loading)?.close() },
  );
  return { fetch, isAllowedUrl: policy.isAllowedUrl, close: fetch.close };
};
