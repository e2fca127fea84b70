import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#model/ids.ts";
import type { NewRun, RunRow, Store, Tx } from "#ports/store.ts";
import { describeAnalyticsStore } from "./describe-analytics-store.ts";
import { describeActionStore } from "./describe-action-store.ts";
import { describeGeneratedStore } from "./describe-generated-store.ts";
import { describeFingerprintStore } from "./describe-fingerprint-store.ts";
import { describeProfileStore } from "./describe-profile-store.ts";
import { describeFilingStore } from "./describe-filing-store.ts";
import { describePlanStore } from "./describe-plan-store.ts";
import { describeRunStore } from "./describe-run-store.ts";
import { noon, suiteRow, tokenRow, userRow } from "./rows.ts";

/** An empty store of one engine, and the two calls of its queue that runs are made and handed out with. */
export type OpenedStore = {
  store: Store;
  enqueue(runs: NewRun[], tx?: Tx): Promise<void>;
  claim(): Promise<RunRow | null>;
  close(): Promise<void>;
};

const firstPage = { limit: 50, offset: 0 };

/** What every engine's store must do. `open` gives an empty one. */
export const describeStore = (name: string, open: () => Promise<OpenedStore>): void => {
  describe(`store on ${name}`, () => {
    let opened: OpenedStore;
    let store: Store;
    let a: string;
    let b: string;

    beforeEach(async () => {
      opened = await open();
      ({ store } = opened);
      [a, b] = [newId(), newId()];
      await store.organisations.insert({ id: a, name: "A", createdAt: noon });
      await store.organisations.insert({ id: b, name: "B", createdAt: noon });
    });
    afterEach(() => opened.close());

    it("lists organisations oldest first and reads one", async () => {
      const late = { id: newId(), name: "Late", createdAt: "2026-01-03T00:00:00.000Z" };
      const early = { id: newId(), name: "Early", createdAt: "2025-01-01T00:00:00.000Z" };
      await store.organisations.insert(late);
      await store.organisations.insert(early);
      const all = await store.organisations.list(firstPage);
      expect(all.items.map(({ name }) => name)).toEqual(["Early", "A", "B", "Late"]);
      expect(await store.organisations.list({ limit: 1, offset: 3 })).toEqual({ items: [late], total: 4 });
      expect(await store.organisations.byId(early.id)).toEqual(early);
      expect(await store.organisations.byId("none")).toBeNull();
    });

    it("refuses a row of an organisation that does not exist", async () => {
      await expect(store.users.insert(userRow("none"))).rejects.toThrow(/foreign key/i);
    });

    it("keeps one user an e-mail address, over all organisations", async () => {
      const user = userRow(a, { email: "me@example.com" });
      expect(await store.users.insert(user)).toBe(true);
      expect(await store.users.insert(userRow(b, { email: "me@example.com" }))).toBe(false);
      expect(await store.users.count()).toBe(1);
      expect(await store.users.byEmail("me@example.com")).toEqual(user);
      expect(await store.users.byEmail("you@example.com")).toBeNull();
      expect(await store.users.byId(user.id)).toEqual(user);
    });

    it("lists, changes and removes only users of the organisation", async () => {
      const admin = userRow(a, { role: "admin", createdAt: "2026-01-01T00:00:00.000Z" });
      const member = userRow(a);
      for (const user of [admin, member, userRow(b, { role: "admin" })]) await store.users.insert(user);
      expect(await store.users.list(a, firstPage)).toEqual({ items: [member, admin], total: 2 });
      expect(await store.users.list(a, { limit: 1, offset: 1 })).toEqual({ items: [admin], total: 2 });
      expect(await store.users.countAdmins(a)).toBe(1);

      expect(await store.users.update(b, member.id, { role: "admin" })).toBe(false);
      expect(await store.users.update(a, member.id, {})).toBe(true);
      expect(await store.users.byId(member.id)).toEqual(member);
      expect(await store.users.update(a, member.id, { role: "admin" })).toBe(true);
      expect(await store.users.update(a, member.id, { passwordHash: "new" })).toBe(true);
      expect(await store.users.byId(member.id)).toEqual({ ...member, role: "admin", passwordHash: "new" });

      expect(await store.users.remove(b, member.id)).toBe(false);
      expect(await store.users.remove(a, member.id)).toBe(true);
      expect(await store.users.remove(a, member.id)).toBe(false);
    });

    it("keeps tokens by their hash and removes them with their user", async () => {
      const [one, two] = [userRow(a), userRow(b)];
      await store.users.insert(one);
      await store.users.insert(two);
      const old = tokenRow(one, { createdAt: "2025-01-01T00:00:00.000Z" });
      const young = tokenRow(one);
      for (const token of [old, young, tokenRow(two)]) await store.tokens.insert(token);
      expect(await store.tokens.byHash(old.hash)).toEqual(old);
      expect(await store.tokens.byHash("none")).toBeNull();
      expect(await store.tokens.listOfUser(one.id, firstPage)).toEqual({ items: [young, old], total: 2 });
      await store.tokens.touch(old.id, noon);
      expect(await store.tokens.byHash(old.hash)).toEqual({ ...old, lastUsedAt: noon });
      expect(await store.tokens.remove(two.id, old.id)).toBe(false);
      expect(await store.tokens.remove(one.id, old.id)).toBe(true);
      expect(await store.tokens.remove(one.id, old.id)).toBe(false);
      await store.users.remove(a, one.id);
      expect(await store.tokens.byHash(young.hash)).toBeNull();
    });

    it("counts failed log-ins by address and forgets old ones", async () => {
      const at = (minute: number): string => `2026-01-02T12:0${minute}:00.000Z`;
      for (const minute of [3, 1, 2]) await store.loginFailures.record("::1", at(minute));
      await store.loginFailures.record("10.0.0.1", at(1));
      expect(await store.loginFailures.since("::1", at(2))).toEqual([at(2), at(3)]);
      expect(await store.loginFailures.since("::1", at(0))).toEqual([at(2), at(3)]);
      await store.loginFailures.clear("::1");
      expect(await store.loginFailures.since("::1", at(0))).toEqual([]);
      expect(await store.loginFailures.since("10.0.0.1", at(0))).toEqual([]);
    });

    it("keeps suites by organisation and file name", async () => {
      const suite = suiteRow(a, "shop.yaml");
      expect(await store.suites.insert(suite)).toBe(true);
      expect(await store.suites.insert(suiteRow(a, "shop.yaml", { title: "Other" }))).toBe(false);
      expect(await store.suites.insert(suiteRow(b, "shop.yaml", { title: "Of B" }))).toBe(true);
      expect(await store.suites.get(a, "shop.yaml")).toEqual(suite);
      expect(await store.suites.get(a, "none.yaml")).toBeNull();

      const change = {
        title: "New",
        yaml: "title: New\n",
        caseCount: 3,
        updatedAt: "2026-02-02T00:00:00.000Z",
      };
      expect(await store.suites.update(a, "none.yaml", change)).toBe(false);
      expect(await store.suites.update(a, "shop.yaml", change)).toBe(true);
      expect(await store.suites.get(a, "shop.yaml")).toEqual({ ...suite, ...change });
      expect((await store.suites.get(b, "shop.yaml"))?.title).toBe("Of B");

      expect(await store.suites.remove(a, "shop.yaml")).toBe(true);
      expect(await store.suites.remove(a, "shop.yaml")).toBe(false);
      expect(await store.suites.get(b, "shop.yaml")).not.toBeNull();
    });

    it("finds suites by file name or title, whatever the case, taking % and _ as they are", async () => {
      const titles = { "a.yaml": "Übersicht", "b_c.yaml": "Plain", "d.yaml": "100% sure" };
      let day = 1;
      for (const [file, title] of Object.entries(titles)) {
        await store.suites.insert(suiteRow(a, file, { title, createdAt: `2026-01-0${day++}T00:00:00.000Z` }));
      }
      await store.suites.insert(suiteRow(b, "a.yaml", { title: "Übersicht" }));
      const find = async (q?: string): Promise<string[]> =>
        (await store.suites.list(a, { ...firstPage, q })).items.map(({ file }) => file);
      expect(await find()).toEqual(["d.yaml", "b_c.yaml", "a.yaml"]);
      expect(await find("")).toHaveLength(3);
      expect(await find("übERS")).toEqual(["a.yaml"]);
      expect(await find("B_C")).toEqual(["b_c.yaml"]);
      expect(await find("_")).toEqual(["b_c.yaml"]);
      expect(await find("%")).toEqual(["d.yaml"]);
      expect(await find("\\")).toEqual([]);
      expect((await store.suites.list(a, { limit: 1, offset: 1, q: ".yaml" })).total).toBe(3);
    });

    it("writes, overwrites and removes settings of one organisation, all or none", async () => {
      await store.settings.write(a, { LLM_MODEL: "one", NOTIFY_ON: "always" });
      await store.settings.write(b, { LLM_MODEL: "other" });
      await store.settings.write(a, { LLM_MODEL: "two", NOTIFY_ON: null, UNKNOWN: null });
      expect(await store.settings.all(a)).toEqual({ LLM_MODEL: "two" });
      expect(await store.settings.all(b)).toEqual({ LLM_MODEL: "other" });
      await expect(store.settings.write("none", { LLM_MODEL: "x" })).rejects.toThrow();
      const failing = store.transaction(async (tx) => {
        await store.settings.write(a, { LLM_MODEL: "three" }, tx);
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await store.settings.all(a)).toEqual({ LLM_MODEL: "two" });
    });

    it("keeps what others ask for out of an open transaction", async () => {
      const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
      const user = userRow(a);
      const rolledBack = store.transaction(async (tx) => {
        await store.users.insert(user, tx);
        enter();
        await mayEnd;
        expect(await store.users.count(tx)).toBe(1);
        throw new Error("rolled back");
      });
      await entered;
      const counted = store.users.count();
      const other = store.suites.insert(suiteRow(a, "meanwhile.yaml"));
      end();
      await expect(rolledBack).rejects.toThrow("rolled back");
      expect(await counted).toBe(0);
      expect(await other).toBe(true);
      expect(await store.users.byId(user.id)).toBeNull();
      expect(await store.suites.get(a, "meanwhile.yaml")).not.toBeNull();
    });

    it("does not lose an update of transactions that overlap", async () => {
      const add = (n: number) =>
        store.transaction(async (tx) => {
          const { COUNT = "0" } = await store.settings.all(a, tx);
          await new Promise((resolve) => setImmediate(resolve));
          await store.settings.write(a, { COUNT: String(Number(COUNT) + n) }, tx);
        });
      await Promise.all(Array.from({ length: 20 }, () => add(1)));
      expect(await store.settings.all(a)).toEqual({ COUNT: "20" });
    });

    it("refuses a query that would wait for the transaction it is in", async () => {
      await expect(store.transaction(() => store.users.count())).rejects.toThrow("not given its tx");
      await expect(store.transaction(() => store.transaction(async () => {}))).rejects.toThrow("do not nest");
      await expect(store.transaction(() => store.settings.write(a, { X: "1" }))).rejects.toThrow(
        "do not nest",
      );
      expect(await store.users.count()).toBe(0);
    });

    it("refuses a transaction that has ended", async () => {
      const kept = await store.transaction(async (tx) => tx);
      await expect(store.users.count(kept)).rejects.toThrow("has ended");
      await expect(store.settings.write(a, { X: "1" }, kept)).rejects.toThrow("has ended");
    });

    it("can be written to", async () => {
      await store.probe();
      await expect(store.probe()).resolves.toBeUndefined();
    });

    describeRunStore(() => ({ ...opened, a, b }));
    describePlanStore(() => ({ ...opened, a, b }));
    describeFilingStore(() => ({ ...opened, a, b }));
    describeFingerprintStore(() => ({ ...opened, a, b }));
    describeProfileStore(() => ({ ...opened, a, b }));
    describeActionStore(() => ({ ...opened, a, b }));
    describeGeneratedStore(() => ({ ...opened, a, b }));
    describeAnalyticsStore(() => ({ ...opened, a, b }));
  });
};
