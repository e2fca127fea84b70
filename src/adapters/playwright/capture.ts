import type { CDPSession } from "playwright-core";
import { deadlineIn, late, within } from "./deadline.ts";

const QUALITY = 70;
const TIMEOUT_MS = 5000;
const AGAIN_MS = 500;

export type View = { x: number; y: number; width: number; height: number; scale: number };

/**
 * A JPEG of a part of the page, in CSS pixels of the document; null when the page gives none in 5 s or is gone.
 * A capture that begins as another document takes the page's place is never answered, and the next one is at once:
 * so it is asked for again.
 */
export const capture = async (session: Pick<CDPSession, "send">, clip: View): Promise<Uint8Array | null> => {
  const ask = async (): Promise<string> => {
    const { data } = await session.send("Page.captureScreenshot", {
      format: "jpeg",
      quality: QUALITY,
      optimizeForSpeed: true,
      captureBeyondViewport: false,
      clip,
    });
    return data;
  };
  const deadline = deadlineIn(TIMEOUT_MS);
  const asked: Promise<string>[] = [];
  while (deadline.left() > 0) {
    asked.push(ask());
    try {
      const data = await within(Promise.any(asked), Math.min(AGAIN_MS, deadline.left()));
      if (data !== late) return Buffer.from(data, "base64");
    } catch {
      return null;
    }
  }
  return null;
};
