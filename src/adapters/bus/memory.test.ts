import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it } from "vitest";
import { createMemoryBus } from "./memory.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the bus of one process", () => {
  it("wakes the listeners of a topic, once for messages published together, after the publisher", async () => {
    const bus = createMemoryBus();
    const woken: string[] = [];
    bus.subscribe("a", () => woken.push("first"));
    bus.subscribe("a", () => woken.push("second"));
    bus.subscribe("b", () => woken.push("other"));
    for (let n = 0; n < 3; n += 1) bus.publish("a");
    bus.publish("nobody");
    expect(woken).toEqual([]);
    await turn();
    expect(woken).toEqual(["first", "second"]);
    bus.publish("a");
    await turn();
    expect(woken).toHaveLength(4);
  });

  it("ends one subscription and leaves the others", async () => {
    const bus = createMemoryBus();
    const woken: string[] = [];
    const listener = () => void woken.push("x");
    const end = bus.subscribe("a", listener);
    bus.subscribe("a", listener);
    end();
    end();
    bus.publish("a");
    await turn();
    expect(woken).toEqual(["x"]);
    await bus.close();
    bus.publish("a");
    await turn();
    expect(woken).toEqual(["x"]);
  });

  it("lets a listener publish and subscribe", async () => {
    const bus = createMemoryBus();
    const woken: string[] = [];
    bus.subscribe("a", () => {
      woken.push("a");
      bus.subscribe("b", () => woken.push("b"));
      bus.publish("b");
    });
    bus.publish("a");
    await turn();
    expect(woken).toEqual(["a", "b"]);
  });

  it("calls a listener in the context that it subscribed in", async () => {
    const bus = createMemoryBus();
    const context = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    context.run("subscriber", () => bus.subscribe("a", () => seen.push(context.getStore())));
    context.run("publisher", () => bus.publish("a"));
    await turn();
    expect(seen).toEqual(["subscriber"]);
  });
});
