import { Readable } from "node:stream";
import { AppError } from "#model/errors.ts";
import type { Artifacts } from "#ports/artifacts.ts";
import type { Store } from "#ports/store.ts";

const contentTypes: Record<string, string> = {
  html: "text/html; charset=utf-8",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json; charset=utf-8",
  log: "text/plain; charset=utf-8",
  md: "text/plain; charset=utf-8",
  png: "image/png",
  txt: "text/plain; charset=utf-8",
  yaml: "text/plain; charset=utf-8",
  zip: "application/zip",
};

/** An artifact is somebody else's page content: it may show itself, and nothing more. */
const policy =
  "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'self'";

const segment = /^[A-Za-z0-9._-]+$/;
const isSafe = (part: string): boolean => segment.test(part) && part !== "." && part !== "..";

type Artifact = { contentType: string; headers: Record<string, string>; body: Readable };

export type ArtifactsFeature = ReturnType<typeof createArtifactReader>;

/** Reads what runs left behind, for the organisation that the run belongs to. */
export const createArtifactReader = ({ store, artifacts }: { store: Store; artifacts: Artifacts }) => ({
  /** `path` is a run id and a path within that run. Throws AppError("not_found"), also for another organisation's. */
  open: async (orgId: string, path: string): Promise<Artifact> => {
    const notFound = new AppError("not_found", "There is no such artifact.");
    const [runId, ...rest] = path.split("/");
    if (runId === undefined || rest.length === 0 || ![runId, ...rest].every(isSafe)) throw notFound;
    if (!(await store.runs.get(orgId, runId))) throw notFound;
    const file = await artifacts.read(path);
    if (!file) throw notFound;
    const extension = /\.([a-z]+)$/.exec(path)?.[1] ?? "";
    return {
      contentType: contentTypes[extension] ?? "application/octet-stream",
      headers: {
        "content-length": String(file.size),
        "content-security-policy": policy,
        "x-frame-options": "SAMEORIGIN",
        "cache-control": "private, max-age=3600",
      },
      body: Readable.from(file.stream),
    };
  },
});
