/** The event by which the document is asked; who answers calls its default off where nothing is planned. */
export const ASKED = "tracewright:planned";

/**
 * True where the document's own world is known to plan nothing: no timer of a second or less runs, and nothing moves. False
 * where nobody noted its timers.
 */
export const hasNothingPlanned = (): boolean =>
  window.frames.length === 0 &&
  document.getAnimations().every(({ playState }) => playState !== "running") &&
  !document.dispatchEvent(new Event(ASKED, { cancelable: true }));
