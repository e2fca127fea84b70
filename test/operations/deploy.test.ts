import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { api, basePath } from "#api/index.ts";
import { run } from "#src/commands.ts";
import { readConfig } from "#src/config.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (name: string): string => readFileSync(`${root}deploy/${name}`, "utf8");

type Environment = Record<string, string>;

const imageEnvironment = (): Environment =>
  Object.fromEntries(
    [...read("Dockerfile").matchAll(/(SERVICE_[A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  ) as Environment;

/** What the operator fills in. */
const filledIn: Environment = {
  SERVICE_DATABASE_URL: "postgres://tracewright:x@postgres/tracewright",
  SERVICE_SECRET_KEY: "the key of all processes",
  SERVICE_JWT_SECRET: "the secret of all processes",
  SERVICE_METRICS_TOKEN: "the-token-of-the-metrics",
  SERVICE_ARTIFACTS_URL: "s3://tracewright",
};

const healthPaths = ["/health", ...Object.values(api).map(({ path }) => `${basePath}${path}`)];

describe("the image", () => {
  const lines = read("Dockerfile").replaceAll("\\\n", " ").split("\n");

  test("has settings that there are, and a command that there is", async () => {
    expect(readConfig(imageEnvironment())).toMatchObject({ host: "0.0.0.0", browserSandbox: false });
    const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(read("Dockerfile"))?.[1] ?? "[]") as string[];
    expect(existsSync(root + String(entry.at(-1)))).toBe(true);
    for (const name of ["serve", "worker"]) expect(await run([name, "--help"], {})).toBe(0);
  });

  test("runs as a user that is not root, from a named release, with what is copied into it", () => {
    expect(lines.filter((line) => line.startsWith("USER ")).at(-1)).toBe("USER node");
    const bases = lines.filter((line) => line.startsWith("FROM "));
    for (const base of bases) expect(base).toMatch(/^FROM node:24-\w+-slim( AS \w+)?$/);
    const ignored = readFileSync(`${root}.dockerignore`, "utf8").split("\n");
    for (const line of lines.filter((copy) => copy.startsWith("COPY ") && !copy.includes("--from="))) {
      const sources = line.split(" ").slice(1, -1);
      for (const source of sources) {
        expect(ignored).toContain(`!${source}`);
        expect(source.includes("*") || existsSync(root + source)).toBe(true);
      }
    }
  });
});

type Service = {
  environment?: Environment;
  command?: string[];
  depends_on?: Record<string, unknown> | string[];
  volumes?: string[];
};

describe("the compose file", () => {
  const file = parse(read("compose.yaml"), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };

  test("has API, workers, PostgreSQL, S3 and Loki, and names nothing that is not there", () => {
    expect(Object.keys(file.services)).toEqual(["api", "worker", "postgres", "s3", "bucket", "loki"]);
    for (const { depends_on: needed = {}, volumes = [] } of Object.values(file.services)) {
      const names = Array.isArray(needed) ? needed : Object.keys(needed);
      for (const name of names) expect(file.services).toHaveProperty([name]);
      for (const volume of volumes) expect(file.volumes).toHaveProperty([volume.split(":")[0] ?? ""]);
    }
  });

  test("sets the API and the workers up as processes of one installation", () => {
    for (const role of ["api", "worker"] as const) {
      const { environment = {}, command } = file.services[role] ?? {};
      const own = Object.entries(environment).filter(([name]) => name.startsWith("SERVICE_"));
      const config = readConfig({
        ...imageEnvironment(),
        ...Object.fromEntries(
          own.map(([name, value]) => [name, value.includes("${") ? filledIn[name] : value]),
        ),
        ...(command?.[0] === "worker" && { SERVICE_ROLE: "worker" }),
      });
      expect(config).toMatchObject({ role, artifactsUrl: { bucket: "tracewright" } });
    }
  });
});

type Container = {
  args: string[];
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  livenessProbe: { httpGet: { path: string; port: string } };
  readinessProbe?: { httpGet: { path: string; port: string } };
  volumeMounts: { name: string }[];
};
type Deployment = {
  kind: string;
  spec: {
    selector: { matchLabels: Record<string, string> };
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds?: number;
        containers: Container[];
        volumes: { name: string }[];
      };
    };
  };
};

describe("the Kubernetes example", () => {
  const documents = parseAllDocuments(read("kubernetes.yaml"));
  const all = documents.map((document) => document.toJS() as Deployment);
  const deployments = all.filter(({ kind }) => kind === "Deployment");

  test("is of YAML without a mistake", () => {
    expect(documents.flatMap((document) => ("errors" in document ? document.errors : []))).toEqual([]);
    expect(all.map(({ kind }) => kind)).toEqual(["Deployment", "Deployment", "Service"]);
  });

  test("probes what there is, mounts what it names, and gives workers longer than their grace", () => {
    const ports = [8080, 9464];
    for (const { spec } of deployments) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      const { containers, volumes, terminationGracePeriodSeconds = 30 } = spec.template.spec;
      for (const container of containers) {
        const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
        const role = container.args[0] === "worker" ? { SERVICE_ROLE: "worker" } : {};
        const config = readConfig({ ...imageEnvironment(), ...filledIn, ...env, ...role });
        expect(config.stopGraceMs / 1000 + 15).toBeLessThan(terminationGracePeriodSeconds);
        expect(ports).toEqual(expect.arrayContaining(container.ports.map((port) => port.containerPort)));
        for (const probe of [container.livenessProbe, container.readinessProbe]) {
          if (!probe) continue;
          expect(container.ports.map(({ name }) => name)).toContain(probe.httpGet.port);
          expect(healthPaths).toContain(probe.httpGet.path);
        }
        for (const { name } of container.volumeMounts)
          expect(volumes.map((volume) => volume.name)).toContain(name);
      }
    }
  });
});
