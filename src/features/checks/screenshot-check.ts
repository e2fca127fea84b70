import { createHash } from "node:crypto";
import { comparePng, readPngSize } from "#core/checks/compare-png.ts";
import type { PngComparison } from "#core/checks/compare-png.ts";
import { AppError } from "#model/errors.ts";
import type { Artifacts } from "#ports/artifacts.ts";
import type { BaselineRow, BaselineStore } from "#ports/baseline-store.ts";
import type { Page, PageRequest } from "#ports/store.ts";
import type { CheckStatus } from "./api-check.ts";

export type ScreenshotCheckRequest = { name: string; image_b64: string; tol?: number };
export type ScreenshotCheckResult = { kind: "screenshot_region"; status: CheckStatus; observed: Record<string, unknown> };

const defaultTolerance = 0.001;

/** Compares a picture to the stored baseline of its name; the first picture of a name becomes its baseline. */
export const createScreenshotCheck = ({ baselines, artifacts }: { baselines: BaselineStore; artifacts: Artifacts }) => {
  const keyOf = (orgId: string, name: string): string =>
    `baselines/${orgId}/${createHash("sha256").update(name).digest("hex")}.png`;

  return {
    /** Throws AppError("invalid_request") when the picture is no PNG. */
    compare: async (orgId: string, request: ScreenshotCheckRequest): Promise<ScreenshotCheckResult> => {
      const image = Buffer.from(request.image_b64, "base64");
      const size = readPngSize(image);
      if (!size) throw notPng();
      const key = keyOf(orgId, request.name);
      const stored = (await baselines.get(orgId, request.name)) ? await artifacts.read(key) : null;
      if (!stored) {
        await artifacts.write(key, image);
        await baselines.insert({ orgId, name: request.name, ...size, createdAt: new Date().toISOString() });
        return { kind: "screenshot_region", status: "passed", observed: { seeded: true, actual: size } };
      }
      const tolerance = request.tol ?? defaultTolerance;
      const comparison = compareOrRefuse(await collect(stored.stream), image);
      const status = comparison.differingPixels !== null && comparison.share <= tolerance ? "passed" : "failed";
      return { kind: "screenshot_region", status, observed: { seeded: false, tolerance, ...toWire(comparison) } };
    },

    list: (orgId: string, page: PageRequest): Promise<Page<BaselineRow>> => baselines.list(orgId, page),

    /** Forgets a baseline, so that the next picture of the name becomes it. */
    remove: async (orgId: string, name: string): Promise<void> => {
      if (!(await baselines.remove(orgId, name))) {
        throw new AppError("not_found", `There is no baseline ${name}.`);
      }
    },
  };
};

const toWire = ({ differingPixels, ...rest }: PngComparison): Record<string, unknown> => ({
  ...rest,
  differing_pixels: differingPixels,
});

const compareOrRefuse = (baseline: Uint8Array, actual: Uint8Array): PngComparison => {
  try {
    return comparePng(baseline, actual);
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
