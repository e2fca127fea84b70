import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "playwright-core";
import { deadlineIn, late, messageOf, within } from "./deadline.ts";

const QUALITY = 70;
const TIMEOUT_MS = 5000;
const AGAIN_MS = 500;
const REFUSALS = 3;

/** Whether nothing of what was asked, all of it refused, will ever be answered. */
const isGone = (error: unknown): boolean =>
  (error instanceof AggregateError ? error.errors : [error]).some((refusal) =>
    /closed|detached|crashed/i.test(messageOf(refusal)),
  );

export type View = { x: number; y: number; width: number; height: number; scale: number };

/**
 * A JPEG of a part of the page, in CSS pixels of the document; null when the page gives none in 5 s or is gone.
 * A capture that begins as another document takes the page's place is never answered, and the next one is at once:
 * so it is asked for again. So it is, three times, when the browser refuses: it does while it has nothing drawn yet.
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
  let asked: Promise<string>[] = [];
  let refusals = 0;
  while (deadline.left() > 0) {
    asked.push(ask());
    try {
      const data = await within(Promise.any(asked), Math.min(AGAIN_MS, deadline.left()));
      if (data !== late) return Buffer.from(data, "base64");
    } catch (error) {
      refusals += 1;
      if (refusals > REFUSALS || isGone(error)) return null;
      asked = [];
      await sleep(Math.min(AGAIN_MS, deadline.left()));
    }
  }
  return null;
};
