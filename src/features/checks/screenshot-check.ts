import { createHash } from "node:crypto";
import { checkPng, comparePng, readPngSize } from "#core/checks/compare-png.ts";
import type { PngComparison, PngSize } from "#core/checks/compare-png.ts";
import { AppError } from "#model/errors.ts";
import type { Artifacts } from "#ports/artifacts.ts";
import type { BaselineRow, BaselineStore } from "#ports/baseline-store.ts";
import type { Page, PageRequest } from "#ports/store.ts";
import type { CheckStatus } from "./api-check.ts";

export type ScreenshotCheckRequest = { name: string; image_b64: string; tol?: number };
export type BaselineView = { name: string; width: number; height: number; created_at: string };
export type ScreenshotCheckResult = {
  kind: "screenshot_region";
  status: CheckStatus;
  observed: Record<string, unknown>;
};

const defaultTolerance = 0.001;

type Dependencies = { baselines: BaselineStore; artifacts: Artifacts; now(): Date };

/** Compares a picture to the stored baseline of its name; the first picture of a name becomes its baseline. */
export const createScreenshotCheck = ({ baselines, artifacts, now }: Dependencies) => {
  const folderOf = (orgId: string, name: string): string => `baselines/${orgId}/${digestOf(name)}`;
  const keyOf = (orgId: string, name: string, digest: string): string =>
    `${folderOf(orgId, name)}/${digest}.png`;

  /** Null when the name has no baseline, or its file is gone. */
  const readBaseline = async (orgId: string, name: string): Promise<Uint8Array | null> => {
    const row = await baselines.get(orgId, name);
    const file = row && (await artifacts.read(keyOf(orgId, name, row.digest)));
    if (row && !file) await baselines.remove(orgId, name);
    return file ? collect(file.stream) : null;
  };

  /** The size; null when another picture became the baseline in the meantime. */
  const seed = async (orgId: string, name: string, image: Uint8Array): Promise<PngSize | null> => {
    const { width, height } = await orRefuse(() => checkPng(image));
    const digest = digestOf(image);
    await artifacts.write(keyOf(orgId, name, digest), image);
    const row = { orgId, name, width, height, digest, createdAt: now().toISOString() };
    return (await baselines.insert(row)) ? { width, height } : null;
  };

  return {
    /** Throws AppError("invalid_request") when the picture is no PNG that can be decoded. */
    compare: async (orgId: string, request: ScreenshotCheckRequest): Promise<ScreenshotCheckResult> => {
      const image = Buffer.from(request.image_b64, "base64");
      if (!readPngSize(image)) throw notPng();
      let baseline = await readBaseline(orgId, request.name);
      if (!baseline) {
        const size = await seed(orgId, request.name, image);
        if (size) {
          return { kind: "screenshot_region", status: "passed", observed: { seeded: true, actual: size } };
        }
        baseline = (await readBaseline(orgId, request.name)) ?? image;
      }
      const stored = baseline;
      const tolerance = request.tol ?? defaultTolerance;
      const comparison = await orRefuse(() => comparePng(stored, image));
      const status =
        comparison.differingPixels !== null && comparison.share <= tolerance ? "passed" : "failed";
      return {
        kind: "screenshot_region",
        status,
        observed: { seeded: false, tolerance, ...toWire(comparison) },
      };
    },

    /** By name. */
    list: async (orgId: string, page: PageRequest): Promise<Page<BaselineView>> => {
      const { items, total } = await baselines.list(orgId, page);
      return { items: items.map(toView), total };
    },

    /** Forgets a baseline, so that the next picture of the name becomes it. */
    remove: async (orgId: string, name: string): Promise<void> => {
      if (!(await baselines.remove(orgId, name))) {
        throw new AppError("not_found", `There is no baseline ${name}.`);
      }
      await artifacts.removeFolder(folderOf(orgId, name));
    },
  };
};

const digestOf = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

const toView = ({ name, width, height, createdAt }: BaselineRow): BaselineView => ({
  name,
  width,
  height,
  created_at: createdAt,
});

const toWire = ({ differingPixels, ...rest }: PngComparison): Record<string, unknown> => ({
  ...rest,
  differing_pixels: differingPixels,
});

const orRefuse = async <T>(decode: () => Promise<T>): Promise<T> => {
  try {
    return await decode();
  } catch {
    throw notPng();
  }
};

const notPng = (): AppError =>
  new AppError("invalid_request", "The picture cannot be read.", {
    errors: [{ path: "image_b64", message: "must be a base64 PNG of at most 40 million pixels" }],
  });

const collect = async (stream: NodeJS.ReadableStream): Promise<Uint8Array> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};
