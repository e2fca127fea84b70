import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyNumber, textLike } from "#test/support/any.ts";
import { startApi } from "#test/support/api.ts";
import type { TestApi } from "#test/support/api.ts";
import { isFileName, newFileName } from "./file-name.ts";

const yamlOf = (title: string): string => `suite: ${title}
base_url: http://127.0.0.1:9
cases:
  - id: open
    title: It opens
    steps:
      - goto: /
      - expect: {url: /}
  - id: again
    title: It opens again
    needs: [open]
    steps:
      - goto: /
`;

describe("suites", () => {
  let server: TestApi;
  beforeAll(async () => {
    server = await startApi();
  });
  afterAll(() => server.close());

  const create = async (title: string, token?: string): Promise<string> => {
    const { status, body } = await server.send("POST", "/suites", { body: { yaml: yamlOf(title) }, token });
    expect({ status, ok: body["ok"] }).toEqual({ status: 200, ok: true });
    return String(body["file"]);
  };

  test("get a readable file name that no other has", async () => {
    const files = await Promise.all([create("Überblick & Kasse"), create("Überblick & Kasse")]);
    expect(new Set(files).size).toBe(2);
    for (const file of files) expect(file).toMatch(/^uberblick-kasse-[0-9a-f]{8}\.yaml$/);
  });

  test("are read back as they were written, with their cases", async () => {
    const file = await create("Shop");
    const { body } = await server.send("GET", `/suites/${file}`);
    expect(body).toEqual({
      file,
      yaml: yamlOf("Shop"),
      cases: [
        { id: "open", title: "It opens", needs: [], steps: 2 },
        { id: "again", title: "It opens again", needs: ["open"], steps: 1 },
      ],
    });
  });

  test("are replaced only by a valid document", async () => {
    const file = await create("Draft");
    const bad = await server.send("PUT", `/suites/${file}`, {
      body: { yaml: yamlOf("Draft").replace("goto", "gooto") },
    });
    expect(bad).toMatchObject({ status: 400, body: { type: "invalid_yaml" } });
    expect(bad.body["errors"]).toContainEqual(
      expect.objectContaining({
        line: 7,
        column: anyNumber,
        message: textLike("goto"),
      }),
    );
    expect((await server.send("GET", `/suites/${file}`)).body["yaml"]).toBe(yamlOf("Draft"));
    expect((await server.send("PUT", `/suites/${file}`, { body: { yaml: yamlOf("Final") } })).status).toBe(
      200,
    );
    expect((await server.send("GET", "/suites?q=FINAL")).body).toMatchObject({
      total: 1,
      items: [{ file, title: "Final" }],
    });
  });

  const withNul = [
    `${yamlOf("A")}# \u0000`,
    yamlOf('"a\\0b"'),
    yamlOf('"a"').replace("goto: /", 'goto: "/\\0"'),
  ];

  test.each(["", "suite: [", "just text", "a: &a [*a]", "\u0000", ...withNul])(
    "are refused when the document is %j",
    async (yaml) => {
      const answer = await server.send("POST", "/suites", { body: { yaml } });
      expect(answer).toMatchObject({ status: 400, body: { type: "invalid_yaml" } });
      for (const entry of answer.body["errors"] as { line?: number; column?: number }[]) {
        expect(entry.line).toBeGreaterThan(0);
        expect(entry.column).toBeGreaterThan(0);
      }
    },
  );

  test("are deleted", async () => {
    const file = await create("Gone");
    expect((await server.send("DELETE", `/suites/${file}`)).body).toEqual({ ok: true });
    for (const method of ["GET", "DELETE"])
      expect((await server.send(method, `/suites/${file}`)).status).toBe(404);
    expect((await server.send("PUT", `/suites/${file}`, { body: { yaml: yamlOf("Gone") } })).status).toBe(
      404,
    );
  });

  test.each(["..%2f..%2fetc%2fpasswd", "no-such.yaml", "UPPER.yaml", "a b.yaml", "x".repeat(500), "%00"])(
    "do not exist under the name %s",
    async (name) => {
      expect((await server.send("GET", `/suites/${name}`)).status).toBe(404);
    },
  );

  test("of another organisation are not there", async () => {
    const file = await create("Secret plan");
    const { token } = await server.addOrganisation();
    expect((await server.send("GET", `/suites/${file}`, { token })).status).toBe(404);
    expect((await server.send("PUT", `/suites/${file}`, { token, body: { yaml: yamlOf("X") } })).status).toBe(
      404,
    );
    expect((await server.send("DELETE", `/suites/${file}`, { token })).status).toBe(404);
    expect((await server.send("GET", "/suites", { token })).body).toMatchObject({ total: 0 });
  });

  test("may be written by members", async () => {
    const { token } = await server.addUser({ role: "member" });
    const file = await create("By a member", token);
    expect((await server.send("DELETE", `/suites/${file}`, { token })).status).toBe(200);
  });
});

test("a file name is a slug, whatever the title", () => {
  for (const title of ["", "日本語", "../../etc/passwd", "a".repeat(500), "Ümläut!", "-- x --", "\n"]) {
    expect(isFileName(newFileName(title))).toBe(true);
  }
});
