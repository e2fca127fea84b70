/** Resolves once the document is loaded and nothing in it changed for `quietMs`, or the time is up. True when quiet. */
export const quiet = (quietMs: number, timeoutMs: number): Promise<boolean> =>
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
    const end = (isQuiet: boolean): void => {
      observer.disconnect();
      resolve(isQuiet);
    };
    const check = (): void => {
      const now = performance.now();
      const still = now - changed;
      if (document.readyState === "complete" && still >= quietMs) end(true);
      else if (now - began >= timeoutMs) end(false);
      else setTimeout(check, Math.max(10, Math.min(quietMs - still, timeoutMs - (now - began))));
    };
    check();
  });
