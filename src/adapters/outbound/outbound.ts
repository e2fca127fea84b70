import type { OutboundFetch } from "./fetch.ts";
import { createOutboundPolicy, type OutboundRules } from "./policy.ts";
import type { Relay } from "./relay.ts";

export type Outbound = {
  fetch: OutboundFetch;
  /** Whether a browser may navigate there; resolves the name. */
  isAllowedUrl(url: string | URL): Promise<boolean>;
  /** The way that a browser's connections take; the same for every caller. */
  browserProxy(): Promise<BrowserProxy>;
  close(): Promise<void>;
};

/** A proxy that obeys the rules, and the hosts that need none because nothing is forbidden there. */
export type BrowserProxy = { server: string; bypass: string };

/** Hosts of this machine: apps under test live there, and no rule forbids them unless the operator has made some. */
const loopback = "<-loopback>;localhost;*.localhost;127.0.0.0/8;[::1]";

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
  let relaying: Promise<Relay> | undefined;
  const isOpen = (rules.allowedHosts ?? []).length === 0 && (rules.blockedHosts ?? []).length === 0;
  return {
    fetch,
    isAllowedUrl: policy.isAllowedUrl,
    browserProxy: async () => {
      relaying ??= import("./relay.ts").then(({ startRelay }) => startRelay(policy));
      const { port } = await relaying;
      return { server: `socks5://127.0.0.1:${port}`, bypass: isOpen ? loopback : "<-loopback>" };
    },
    close: async () => {
      await fetch.close();
      await (await relaying)?.close();
    },
  };
};
