import { logInOnce } from "./log-in-once.ts";
import type { LoginDone } from "./log-in-once.ts";
import type { RunContext } from "./options.ts";

/** The log-in that a case begins with. */
export type TakenLogin = {
  done: Promise<LoginDone>;
  /** True for the case that the log-in was done for: its steps are told there. */
  first: boolean;
  number: number;
};

export type Logins = {
  take(): TakenLogin;
  /**
   * Logs in again, because a case ended on the log-in form; cases that ended there together share it. Null when that
   * does not work; it is then not tried again.
   */
  renew(used: TakenLogin, caseId: string): Promise<(LoginDone & { login: TakenLogin }) | null>;
};

/** The log-ins of one run: one, and another whenever it has expired. */
export const createLogins = (context: RunContext): Logins => {
  const { journal, suite } = context;
  let current: { done: Promise<LoginDone>; number: number } | null = null;
  let isInVain = suite.auth === null;

  return {
    take() {
      const first = current === null;
      current ??= { done: logInOnce(context), number: 1 };
      return { ...current, first };
    },
    async renew(used, caseId) {
      if (isInVain || !current) return null;
      const first = current.number === used.number;
      const before = current;
      if (first) {
        journal.log(
          "warn",
          "the case ended on the log-in form: logging in again, then the case begins anew",
          caseId,
        );
        current = { done: logInOnce(context, used.number + 1), number: used.number + 1 };
      }
      const renewed = current;
      const done = await renewed.done;
      if (done.failure) {
        isInVain = true;
        current = before;
        journal.log("warn", `the log-in could not be renewed: ${done.why}`, caseId);
        return null;
      }
      return { ...done, login: { ...renewed, first } };
    },
  };
};
