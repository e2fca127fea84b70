import { AsyncLocalStorage } from "node:async_hooks";
import type { Bus } from "#ports/bus.ts";

/**
 * The bus of one process. Listeners are called after the publisher has gone on, once for many messages
 * of a topic that are published together, and in the context they subscribed in. They must not throw.
 */
export const createMemoryBus = (): Bus => {
  const topics = new Map<string, Set<() => void>>();
  const pending = new Set<string>();

  const deliver = (): void => {
    const woken = [...pending];
    pending.clear();
    for (const topic of woken) for (const listener of topics.get(topic) ?? []) listener();
  };

  return {
    publish: (topic) => {
      if (!topics.has(topic)) return;
      if (pending.size === 0) queueMicrotask(deliver);
      pending.add(topic);
    },

    subscribe: (topic, listener) => {
      const inContext = AsyncLocalStorage.bind(() => listener());
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners.add(inContext));
      return () => {
        listeners.delete(inContext);
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic);
      };
    },

    close: async () => {
      topics.clear();
    },
  };
};
