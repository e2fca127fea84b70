import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** More pixels than this are not decoded: a small file can claim to be a huge picture. */
const maxPixels = 40_000_000;
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export type PngSize = { width: number; height: number };

/** Reads the size from the header alone. Null when the bytes are no PNG or it claims more than 40 million pixels. */
export const readPngSize = (bytes: Uint8Array): PngSize | null => {
  if (bytes.byteLength < 33 || signature.some((byte, index) => bytes[index] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  return width > 0 && height > 0 && width * height <= maxPixels ? { width, height } : null;
};

export type PngComparison = {
  baseline: PngSize;
  actual: PngSize;
  differingPixels: number | null;
  share: number;
};

/**
 * Compares two PNG pictures pixel by pixel (anti-aliasing ignored). `share` is differing pixels over all, 0 to 1; pictures
 * of different size differ wholly (`differingPixels` null). Throws when either cannot be decoded.
 */
export const comparePng = (baseline: Uint8Array, actual: Uint8Array): PngComparison => {
  const [a, b] = [decodePng(baseline), decodePng(actual)];
  const sizes = {
    baseline: { width: a.width, height: a.height },
    actual: { width: b.width, height: b.height },
  };
  if (a.width !== b.width || a.height !== b.height) return { ...sizes, differingPixels: null, share: 1 };
  const differingPixels = pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 });
  return { ...sizes, differingPixels, share: differingPixels / (a.width * a.height) };
};

/** Decodes a whole picture to 8-bit RGBA. Throws when it is no PNG, damaged, or larger than 40 million pixels. */
export const decodePng = (bytes: Uint8Array): PngSize & { data: Uint8Array } => {
  if (!readPngSize(bytes)) throw new Error("the picture is no PNG, or it is larger than 40 million pixels");
  return PNG.sync.read(Buffer.from(bytes));
};
