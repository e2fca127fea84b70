import type { Locator } from "playwright-core";
import type { Failure } from "#model/failure.ts";
import type { Target } from "#model/target.ts";
import type { Deadline } from "./deadline.ts";
import { failure, missingFailure } from "./failures.ts";
import type { Frames, Place } from "./frames.ts";
import { locatorIn, splitFrame } from "./frames.ts";
import type { ElementQuery, Found, Purpose } from "./page-script/protocol.ts";

export type Locating = { place: Place; found: Found; query: ElementQuery; locator: Locator };

export const locate = async (
  frames: Frames,
  target: Target,
  purpose: Purpose,
  deadline: Deadline,
  withFingerprint = false,
  isSought = false,
): Promise<Locating | Failure> => {
  const { frame, inner } = splitFrame(target);
  const place = await frames.enter(frame, deadline);
  if ("ok" in place) return place;
  const query: ElementQuery = { target: inner, purpose };
  if (isSought) await place.world.insist("seek", (left) => [query, left], deadline);
  const located = await place.world.insist("locate", (left) => [query, left, withFingerprint], deadline);
  if (!located.ok) return failure(located.why === "error" ? "invalid" : "timeout", located.message);
  if (located.value.status !== "found") return missingFailure(located.value, inner);
  return { place, found: located.value, query, locator: locatorIn(place, query) };
};
