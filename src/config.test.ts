import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const shared = {
  SERVICE_DATABASE_URL: "postgres://tracewright:secret@db/tracewright",
  SERVICE_SECRET_KEY: "a key of many characters",
  SERVICE_JWT_SECRET: "a secret of many characters",
};

describe("the settings of many processes", () => {
  it("are read", () => {
    const config = readConfig({
      ...shared,
      SERVICE_ROLE: "worker",
      SERVICE_DATABASE_CONNECTIONS: "5",
      SERVICE_MAX_CONCURRENT_RUNS_PER_ORGANISATION: "3",
      SERVICE_ARTIFACTS_URL: "s3://bucket.name/some/prefix/",
    });
    expect(config).toMatchObject({
      role: "worker",
      databaseUrl: shared.SERVICE_DATABASE_URL,
      databaseConnections: 5,
      maxConcurrentRunsPerOrganisation: 3,
      artifactsUrl: { bucket: "bucket.name", prefix: "some/prefix", pathStyle: false },
    });
  });

  it("name a bucket in the path where another endpoint than Amazon's is named", () => {
    const env = { SERVICE_ARTIFACTS_URL: "s3://bucket", AWS_ENDPOINT_URL: "http://127.0.0.1:9000" };
    expect(readConfig(env).artifactsUrl).toEqual({ bucket: "bucket", prefix: "", pathStyle: true });
  });

  it("may name an admin on a machine without a domain, and sessions of a second", () => {
    const admin = { SERVICE_ADMIN_EMAIL: "admin@localhost", SERVICE_ADMIN_PASSWORD: "correct horse" };
    expect(readConfig({ ...admin, SERVICE_JWT_TTL_SECONDS: "1" })).toMatchObject({
      admin: { email: "admin@localhost" },
      jwtTtlSeconds: 1,
    });
    expect(() => readConfig({ ...admin, SERVICE_ADMIN_EMAIL: "admin" })).toThrow("must be an e-mail address");
    expect(() => readConfig({ SERVICE_JWT_TTL_SECONDS: "0" })).toThrow("SERVICE_JWT_TTL_SECONDS");
  });

  it("are not needed by one process alone", () => {
    expect(readConfig({})).toMatchObject({ role: "all", databaseUrl: undefined, artifactsUrl: undefined });
  });

  it.each([
    ["a role without a database", { SERVICE_ROLE: "api" }, "set SERVICE_DATABASE_URL"],
    [
      "keys that each process would make for itself",
      { SERVICE_DATABASE_URL: shared.SERVICE_DATABASE_URL },
      "SERVICE_SECRET_KEY: is needed",
    ],
    [
      "a database of another kind",
      { ...shared, SERVICE_DATABASE_URL: "mysql://db" },
      "must begin with postgres://",
    ],
    ["an address that is not of S3", { SERVICE_ARTIFACTS_URL: "https://bucket" }, "must be s3://bucket"],
  ])("are refused: %s", (_, env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  it("never tell the password of the database", () => {
    let told = "";
    try {
      readConfig({ SERVICE_DATABASE_URL: "postgres://tracewright:hunter2@db/tracewright" });
    } catch (error) {
      told = String(error);
    }
    expect(told).toContain("SERVICE_JWT_SECRET");
    expect(told).not.toContain("hunter2");
  });
});
