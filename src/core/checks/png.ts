import { inflateSync } from "node:zlib";
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

/** Compares two pictures; throws when either cannot be decoded. */
export const compare = (baseline: Uint8Array, actual: Uint8Array): PngComparison => {
  const [a, b] = [decode(baseline), decode(actual)];
  const sizes = {
    baseline: { width: a.width, height: a.height },
    actual: { width: b.width, height: b.height },
  };
  if (a.width !== b.width || a.height !== b.height) return { ...sizes, differingPixels: null, share: 1 };
  const differingPixels = pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 });
  return { ...sizes, differingPixels, share: differingPixels / (a.width * a.height) };
};

/** Decodes a whole picture to 8-bit RGBA. Throws when it is no PNG, damaged, or larger than 40 million pixels. */
export const decode = (bytes: Uint8Array): PngSize & { data: Uint8Array } => {
  const size = readPngSize(bytes);
  if (!size) throw new Error("the picture is no PNG, or it is larger than 40 million pixels");
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The decoder unpacks an interlaced picture without a bound, however small its header says that it is.
  if (whole[28] === 1) requireItsSize(whole, size);
  return PNG.sync.read(whole);
};

/** Throws when the packed pixels of a picture unpack to more than its header allows: 16 bits for each of four channels. */
const requireItsSize = (bytes: Buffer, { width, height }: PngSize): void => {
  const parts: Buffer[] = [];
  for (let at = signature.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  // Seven passes, each line of which has a byte of its own.
  inflateSync(Buffer.concat(parts), { maxOutputLength: width * height * 8 + height * 7 + 64 });
};
