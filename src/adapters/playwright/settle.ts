import { setTimeout as sleep } from "node:timers/promises";
import type { Deadline } from "./deadline.ts";
import type { Recorder } from "./evidence.ts";
import type { World } from "./world.ts";

const QUIET_MS = 150;
/** Where nothing is planned, just what takes no timer is to be waited for. */
const IDLE_MS = 50;
const LOOK_MS = 20;

/**
 * Waits until the page is loaded, none of its requests is under way and nothing changes, or the time is up. True where it has
 * nothing planned either.
 */
export const settle = async (world: World, recorder: Recorder, deadline: Deadline): Promise<boolean> => {
  const idleFor = (): number => (recorder.inFlight() > 0 ? 0 : performance.now() - recorder.lastActivity());
  let isIdle = false;
  while (deadline.left() > 0) {
    const idleMs = recorder.hears() ? QUIET_MS : IDLE_MS;
    const answer = await world.call("quiet", [QUIET_MS, idleMs, deadline.left()], deadline);
    if (!answer.ok && answer.why !== "gone") return false;
    isIdle = answer.ok && answer.value === "idle" && !recorder.hears();
    if (answer.ok && answer.value !== "busy" && idleFor() >= (isIdle ? IDLE_MS : QUIET_MS)) break;
    // A quiet document may still wait for data: look again as soon as its requests have ended.
    while (deadline.left() > 0 && recorder.inFlight() > 0) await sleep(LOOK_MS);
    if (!answer.ok) await sleep(LOOK_MS);
  }
  await recorder.flush(Math.min(500, deadline.left()));
  return isIdle && idleFor() >= IDLE_MS;
};
