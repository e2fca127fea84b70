import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";

const auth = { username: "ada", password: "app-password-4711", login_path: "/login" };
const secretSettings = {
  LLM_API_KEY: "saved-llm-key-1",
  LOKI_PASSWORD: "saved-loki-password-2",
  ELASTICSEARCH_API_KEY: "saved-elastic-key-3",
  GITHUB_TOKEN: "saved-github-token-4",
  GITLAB_TOKEN: "saved-gitlab-token-5",
  JIRA_API_TOKEN: "saved-jira-token-6",
  NOTIFY_WEBHOOK_URL: "http://hooks.example/saved-webhook-7",
  SECRET_SHOP: "saved-suite-secret-8",
};

describe("secrets", () => {
  let server: TestApi;
  const answers: string[] = [];
  beforeAll(async () => {
    server = await startApi();
  });
  afterAll(() => server.close());

  /** Sends and remembers the answer. */
  const ask: TestApi["send"] = async (...request) => {
    const answer = await server.send(...request);
    answers.push(answer.text);
    return answer;
  };
  const expectNowhere = async (secret: string): Promise<void> => {
    expect(await server.databaseText()).not.toContain(secret);
    expect(server.log()).not.toContain(secret);
    expect(answers.filter((text) => text.includes(secret))).toEqual([]);
  };

  test("of users: a password is kept as an argon2id hash, and is neither answered nor logged", async () => {
    const password = "user-password-0815";
    const made = await ask("POST", "/auth/users", {
      body: { email: "a@example.com", password, role: "member" },
    });
    await ask("POST", "/auth/login", { token: null, body: { email: "a@example.com", password } });
    await ask("PATCH", `/auth/users/${String(made.body["id"])}`, { body: { password: `${password}!` } });
    await ask("GET", "/auth/users");
    expect(Object.keys(made.body).toSorted()).toEqual(["email", "id", "role"]);
    expect(await server.databaseText()).toContain("$argon2id$");
    await expectNowhere(password);
  });

  test("of API tokens: listing tells what a token is called and when it was used, never what it is", async () => {
    const { body } = await server.send("POST", "/auth/tokens", { body: { name: "CI" } });
    const secret = String(body["token"]);
    expect(secret).toMatch(/^tw_[\w-]{43}$/);
    await ask("GET", "/auth/me", { token: secret });
    const { body: list } = await ask("GET", "/auth/tokens");
    const [listed] = list["items"] as object[];
    expect(Object.keys(listed ?? {}).toSorted()).toEqual(["created_at", "id", "last_used_at", "name"]);
    await expectNowhere(secret);
  });

  test("of settings: every one is encrypted, and reads as a mask that may be written back", async () => {
    await ask("PUT", "/settings", { body: secretSettings });
    const { body } = await ask("GET", "/settings");
    for (const [name, secret] of Object.entries(secretSettings)) {
      expect({ name, value: body[name] }).toEqual({ name, value: "********" });
      await expectNowhere(secret);
    }
    expect((await ask("PUT", "/settings", { body })).body).toEqual(body);
  });

  test("of one analysis: key, log source and log-in are encrypted, and change no setting", async () => {
    const { body: before } = await ask("GET", "/settings");
    const llm_key = "request-llm-key-9";
    const log_backend = {
      LOG_BACKEND: "loki",
      LOKI_URL: "http://loki.example:3100",
      LOKI_SELECTOR: '{app="shop"}',
      LOKI_PASSWORD: "request-loki-password-10",
    };
    const request = { app_url: "http://shop.example", auth, llm_key, log_backend, mode: "async" };
    const { status, body } = await ask("POST", "/analyze", { body: request });
    expect(status).toBe(200);
    const run = await ask("GET", `/runs/${String(body["run_id"])}`);
    expect(run.body).toMatchObject({ kind: "analyze", status: "queued" });
    const { body: after } = await ask("GET", "/settings");
    // The password becomes a secret of the organisation only when it has opened the app.
    expect(after).toEqual(before);
    for (const secret of [llm_key, log_backend.LOKI_PASSWORD, auth.password]) await expectNowhere(secret);
  });

  test("of plans: the password of a plan is encrypted and masked", async () => {
    const yaml =
      "suite: A\nbase_url: http://127.0.0.1:9\ncases:\n  - id: a\n    title: A\n    steps: [{goto: /}]\n";
    const { body: suite } = await ask("POST", "/suites", { body: { yaml } });
    const plan = {
      name: "Nightly",
      items: [{ suite: suite["file"] }],
      auth: { ...auth, password: "plan-password-11" },
    };
    const { body } = await ask("POST", "/plans", { body: plan });
    expect(body["auth"]).toEqual({ ...auth, password: "********" });
    await ask("GET", "/plans");
    await expectNowhere("plan-password-11");
  });

  test("in addresses: a token in the query is not logged", async () => {
    await ask("GET", `/artifacts/x/y.png?a=1&token=${server.token}`, { token: null });
    await ask("GET", `/docs?token=${server.token}`, { token: null });
    expect(server.log()).toContain("token=***");
    expect(server.log()).not.toContain(server.token);
  });
});
