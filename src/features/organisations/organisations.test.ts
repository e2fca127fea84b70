import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyText } from "#test/support/any.ts";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";

describe("organisations", () => {
  let server: TestApi;
  beforeAll(async () => {
    server = await startApi();
  });
  afterAll(() => server.close());

  const input = { name: "Payments", admin_email: "lin@example.com", admin_password: "long enough" };

  test("are made with their admin by admins of the first one", async () => {
    const made = await server.send("POST", "/organisations", { body: input });
    expect(made).toMatchObject({ status: 200, body: { name: "Payments", id: anyText } });
    const { body } = await server.send("GET", "/organisations");
    expect((body["items"] as { name: string }[]).map(({ name }) => name)).toEqual(["Default", "Payments"]);
    const login = await server.send("POST", "/auth/login", {
      token: null,
      body: { email: "lin@example.com", password: "long enough" },
    });
    expect(login.body["user"]).toMatchObject({ role: "admin" });
  });

  test("are not made when the address is taken", async () => {
    const before = (await server.send("GET", "/organisations")).body["total"];
    const answer = await server.send("POST", "/organisations", {
      body: { ...input, admin_email: "ADMIN@example.com" },
    });
    expect(answer).toMatchObject({ status: 409, body: { type: "conflict" } });
    expect((await server.send("GET", "/organisations")).body["total"]).toBe(before);
  });

  test("are hidden from everyone else", async () => {
    const member = await server.addUser({ role: "member" });
    const other = await server.addOrganisation();
    for (const { token } of [member, other]) {
      expect((await server.send("GET", "/organisations", { token })).status).toBe(403);
      expect((await server.send("POST", "/organisations", { body: input, token })).status).toBe(403);
    }
  });
});
