import type { Browser, Session, SessionOptions, StorageState } from "#ports/browser.ts";

/** Hands out fresh sessions; one is opened ahead while a case runs. */
export type Sessions = {
  /** Throws when the browser cannot be had. `blank`: without the state that the others begin with. */
  take(options: { trace: boolean; blank?: boolean }): Promise<Session>;
  /** Opens the next session in the background. */
  prepare(): void;
  /** Every later session begins with this state. */
  startFrom(state: StorageState): Promise<void>;
  /** Drops what was prepared, because the browser was lost or nothing more comes. */
  discard(): Promise<void>;
  /** Name of the browser that was used last; empty before the first. */
  browserName(): string;
};

export const createSessions = (
  browser: () => Promise<Browser>,
  common: Omit<SessionOptions, "storageState" | "trace">,
): Sessions => {
  let state: StorageState | undefined;
  let name = "";
  let ready: Promise<Session | null> | null = null;

  const open = async (trace: boolean, blank = false): Promise<Session> => {
    // As it is now: a session that is prepared while somebody logs in is a blank one.
    const storageState = blank ? undefined : state;
    const openIn = async (live: Browser): Promise<Session> => {
      name = live.name;
      return live.openSession({ ...common, storageState, trace });
    };
    try {
      return await openIn(await browser());
    } catch (error) {
      if (common.signal?.aborted) throw error;
      // Nothing of the case was done yet. A browser that was lost a moment ago is another one when asked for again.
      return openIn(await browser());
    }
  };
  const discard = async (): Promise<void> => {
    const pending = ready;
    ready = null;
    const session = await pending;
    await session?.close().catch(() => undefined);
  };
  return {
    async take({ trace, blank }) {
      if (trace || (blank && state !== undefined)) return open(trace, blank);
      const pending = ready;
      ready = null;
      return (await pending) ?? open(false);
    },
    prepare() {
      // A failure here shows again when the session is taken, and is told there.
      ready ??= open(false).catch(() => null);
    },
    async startFrom(given) {
      state = given;
      await discard();
    },
    discard,
    browserName: () => name,
  };
};

/** A fresh session, or why there is none. */
export const openSession = async (
  sessions: Sessions,
  trace: boolean,
  blank = false,
): Promise<Session | string> => {
  try {
    return await sessions.take({ trace, blank });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
