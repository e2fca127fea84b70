import { hasNothingPlanned } from "./planned.ts";

/** `idle`: nothing is planned either. `busy`: the time was up. */
type Rest = "idle" | "quiet" | "busy";

/**
 * Resolves once the document is loaded and nothing in it changed for `quietMs`, or for `idleMs` where it has nothing planned,
 * or the time is up.
 */
export const quiet = (quietMs: number, idleMs: number, timeoutMs: number): Promise<Rest> =>
  new Promise((resolve) => {
    const began = performance.now();
    let changed = began;
    const observer = new MutationObserver((records) => {
      // Styles change with every frame of a scripted animation; content does not.
      if (records.some(({ type, attributeName }) => type !== "attributes" || attributeName !== "style")) {
        changed = performance.now();
      }
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
    const end = (rest: Rest): void => {
      observer.disconnect();
      resolve(rest);
    };
    const check = (): void => {
      const now = performance.now();
      const still = now - changed;
      const isLoaded = document.readyState === "complete";
      if (isLoaded && still >= idleMs && hasNothingPlanned()) end("idle");
      else if (isLoaded && still >= quietMs) end("quiet");
      else if (now - began >= timeoutMs) end("busy");
      else {
        const next = (still < idleMs ? idleMs : quietMs) - still;
        setTimeout(check, Math.max(10, Math.min(next, timeoutMs - (now - began))));
      }
    };
    check();
  });
