import type { CDPSession } from "playwright-core";
import { secretTexts } from "#model/secret-pattern.ts";
import { capture } from "./capture.ts";
import { deadlineIn, ignoring } from "./deadline.ts";
import type { Frames } from "./frames.ts";

const DRAW_MS = 1500;

export type PictureOptions = { outline: boolean; fullScale: boolean; secrets: readonly string[] };

/** A JPEG of what is in view, secrets covered; null when the page gives none. */
export const takePicture = async (
  session: CDPSession,
  frames: Frames,
  { outline, fullScale, secrets }: PictureOptions,
): Promise<Uint8Array | null> => {
  const deadline = deadlineIn(DRAW_MS);
  const others = await frames.others();
  const options = { outline, secrets: secretTexts(secrets) };
  const [view, ...inner] = await Promise.all([
    frames.main.insist("draw", () => [options], deadline),
    ...others.map((world) => world.call("draw", [options], deadline)),
  ]);
  // Without an answer nothing is known of the secrets in view.
  if (!view.ok) return null;
  const drawn = [frames.main, ...others].filter((_, at) => {
    const answer = [view, ...inner][at];
    return answer?.ok === true && answer.value.drawn;
  });
  try {
    const { x, y, width, height } = view.value;
    return await capture(session, { x, y, width, height, scale: fullScale ? 1 : 0.5 });
  } finally {
    for (const world of drawn) ignoring(world.call("undraw", [], deadlineIn(1000)));
  }
};
