import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import type { Bus } from "#ports/bus.ts";
import { createTestDatabase, hasPostgres, onDatabase } from "#test/support/postgres.ts";
import type { TestDatabase } from "#test/support/postgres.ts";
import { createPostgresBus } from "./postgres.ts";

describe.skipIf(!hasPostgres)("the bus of many processes", () => {
  let database: TestDatabase;
  const buses: Bus[] = [];
  const open = (): Bus => {
    const bus = createPostgresBus({ url: database.url, onError: () => {} });
    buses.push(bus);
    return bus;
  };
  /** A listener, and the number of times it was woken. */
  const listen = (bus: Bus, topic: string) => {
    const woken = { times: 0, end: () => {} };
    woken.end = bus.subscribe(topic, () => {
      woken.times += 1;
    });
    return woken;
  };
  const dropConnections = () =>
    onDatabase(database.url, (client) =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      ),
    );

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
    await database.drop();
  });

  it("wakes listeners of every process, and only those of the topic", async () => {
    const [one, two] = [open(), open()];
    const [here, there, other] = [listen(one, "run:a b"), listen(two, "run:a b"), listen(two, "run:c")];
    const connected = { here: here.times, other: other.times };
    await eventually(() => {
      one.publish("run:a b");
      expect(here.times).toBeGreaterThan(connected.here);
      expect(there.times).toBeGreaterThan(1);
    });
    expect(other.times).toBeLessThanOrEqual(1);
    there.end();
    there.end();
    const before = there.times;
    const again = listen(two, "run:a b");
    await eventually(() => {
      one.publish("run:a b");
      expect(again.times).toBeGreaterThan(0);
    });
    expect(there.times).toBe(before);
  });

  it("connects again, wakes everybody then, and goes on", async () => {
    const [one, two] = [open(), open()];
    const there = listen(two, "queue");
    await eventually(() => expect(there.times).toBeGreaterThan(0));
    const before = there.times;
    await dropConnections();
    await eventually(() => expect(there.times).toBeGreaterThan(before));
    const back = there.times;
    await eventually(() => {
      one.publish("queue");
      expect(there.times).toBeGreaterThan(back + 1);
    });
  });

  it("wakes its own listeners though the database is away", async () => {
    const bus = createPostgresBus({ url: "postgres://nobody@127.0.0.1:1/none", onError: () => {} });
    const here = listen(bus, "queue");
    bus.publish("queue");
    await eventually(() => expect(here.times).toBe(1));
    await bus.close();
    bus.publish("queue");
    await new Promise((resolve) => setImmediate(resolve));
    expect(here.times).toBe(1);
  });
});
