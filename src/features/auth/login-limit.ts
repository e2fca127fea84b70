import ipaddr from "ipaddr.js";
import { AppError } from "#model/errors.ts";
import type { Store } from "#ports/store.ts";

const allowed = 10;
const windowMs = 5 * 60 * 1000;

/** Whoever has one IPv6 address has the 2^64 beside it, too: they count as one. */
const originOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
};

/**
 * Bounds failed log-ins of one address: after 10 within 5 minutes every further attempt is refused. Attempts of one
 * address go one after the other, so that many at once cannot slip through; failures are counted over all processes, and
 * counted again after an attempt, as other processes had theirs meanwhile.
 */
export const createLoginLimit = (failures: Store["loginFailures"]) => {
  const queues = new Map<string, Promise<unknown>>();

  /** `own` are failures of this attempt, which may be the last that is allowed. */
  const refuseWhenLimited = async (address: string, own = 0): Promise<void> => {
    const now = Date.now();
    const recent = await failures.since(address, new Date(now - windowMs).toISOString());
    const decisive = recent.at(-(allowed + own));
    if (decisive === undefined) return;
    const waitMs = Date.parse(decisive) + windowMs - now;
    throw new AppError("rate_limited", "Too many failed log-ins from this address; try again later.", {
      retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  };

  /** Runs one attempt; a null answer counts as a failure. Throws AppError("rate_limited"). */
  return async <T>(from: string, attempt: () => Promise<T | null>): Promise<T | null> => {
    const address = originOf(from);
    const turn = async (): Promise<T | null> => {
      await refuseWhenLimited(address);
      const result = await attempt();
      if (result === null) await failures.record(address, new Date().toISOString());
      await refuseWhenLimited(address, result === null ? 1 : 0);
      return result;
    };
    const mine = (queues.get(address) ?? Promise.resolve()).then(turn, turn);
    queues.set(address, mine);
    try {
      return await mine;
    } finally {
      if (queues.get(address) === mine) queues.delete(address);
    }
  };
};
