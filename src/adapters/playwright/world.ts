import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "playwright-core";
import { isExtra, pageScript } from "./bundle.ts";
import type { PageApi } from "./bundle.ts";
import type { Deadline } from "./deadline.ts";
import { ignoring, late, messageOf, within } from "./deadline.ts";

/** Time that an answer may take on top of what the page was given to find it. */
const SLACK_MS = 3000;
const WORLD = "tracewright";

/**
 * `gone`: the document went away meanwhile. `late`: the page did not answer. `error`: our script failed in the page.
 */
export type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; why: "gone" | "late" | "error"; message: string };

type Method = keyof PageApi;
type Result<M extends Method> = Awaited<ReturnType<PageApi[M]>>;

/** One frame as our script sees it: its document, in a JavaScript world that the page cannot reach. */
export type World = {
  /** Calls in the document that is there now; installs the script when it is missing. */
  call<M extends Method>(
    method: M,
    args: Parameters<PageApi[M]>,
    deadline: Deadline,
  ): Promise<Answer<Result<M>>>;
  /** As `call`, again in the next document when the page navigates meanwhile, until the time is up. */
  insist<M extends Method>(
    method: M,
    args: (left: number) => Parameters<PageApi[M]>,
    deadline: Deadline,
  ): Promise<Answer<Result<M>>>;
  /** The JSON value of an expression, or of its promise, in the document that is there now. */
  evaluate(expression: string, deadline: Deadline): Promise<Answer<unknown>>;
  /** Frame id of the iframe that an expression over the api gives; null when it gives none. */
  frameIdOf(query: Parameters<PageApi["elementsFor"]>[0], deadline: Deadline): Promise<string | null>;
  /** Another document is there: the next call goes to it at once. */
  renew(): void;
  readonly session: CDPSession;
};

/** A JavaScript world of a document, as the protocol calls it. */
type Context = { id: Promise<number>; installed: boolean; extended: boolean };

let installation: string | null = null;
let extension: string | null = null;
const installing = (): string =>
  (installation ??= `typeof tracewright === "undefined" && (globalThis.tracewright = ${pageScript().core}).listen()`);
const extending = (): string =>
  (extension ??= `"heal" in tracewright || void Object.assign(tracewright, ${pageScript().more})`);

const isGone = (message: string): boolean =>
  /context|navigated|destroyed|Internal error|collected|detached|no longer runnable|No frame|Session closed|Frame was|terminated/i.test(
    message,
  );

export const createWorld = (session: CDPSession, frame: () => Promise<string>): World => {
  let current: Context | null = null;

  const open = async (): Promise<number> => {
    const { executionContextId } = await session.send("Page.createIsolatedWorld", {
      frameId: await frame(),
      worldName: WORLD,
    });
    return executionContextId;
  };
  const opened = (): Context => {
    const context = { id: open(), installed: false, extended: false };
    context.id.catch(() => undefined);
    return context;
  };

  const evaluate = async (expression: string, byValue: boolean, timeoutMs: number, extended: boolean) => {
    const context = (current ??= opened());
    const contextId = await context.id;
    // Sent ahead, without waiting for it, and by itself: what is the same each time, a renderer compiles once.
    const send = (script: string): void =>
      ignoring(session.send("Runtime.evaluate", { expression: script, contextId }));
    if (!context.installed) send(installing());
    context.installed = true;
    if (extended && !context.extended) send(extending());
    context.extended ||= extended;
    return session.send("Runtime.evaluate", {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: byValue,
      timeout: timeoutMs,
    });
  };

  const run = async (expression: string, byValue: boolean, deadline: Deadline, extended = false) => {
    const limit = deadline.left() + SLACK_MS;
    const forget = (context: Context | null): void => {
      if (current === context) current = null;
    };
    let used: Context | null = current;
    try {
      const evaluating = evaluate(expression, byValue, limit, extended);
      used = current;
      const answer = await within(evaluating, limit);
      if (answer === late) {
        forget(used);
        ignoring(session.send("Runtime.terminateExecution"));
        return {
          ok: false,
          why: "late",
          message: "the page did not answer: its script keeps it busy",
        } as const;
      }
      const { exceptionDetails, result } = answer;
      if (exceptionDetails) {
        const message = exceptionDetails.exception?.description ?? exceptionDetails.text;
        const why = /terminated|no longer runnable/i.test(message) ? "gone" : "error";
        return { ok: false, why, message: message.split("\n", 1)[0] ?? message } as const;
      }
      return { ok: true, value: result } as const;
    } catch (error) {
      forget(used);
      const message = messageOf(error);
      return { ok: false, why: isGone(message) ? "gone" : "error", message } as const;
    }
  };

  const call = async <M extends Method>(
    method: M,
    args: Parameters<PageApi[M]>,
    deadline: Deadline,
  ): Promise<Answer<Result<M>>> => {
    const list = args.map((argument) => JSON.stringify(argument)).join(",");
    const answer = await run(`tracewright.${method}(${list})`, true, deadline, isExtra(method));
    return answer.ok ? { ok: true, value: answer.value.value as Result<M> } : answer;
  };

  return {
    session,
    renew() {
      current = null;
    },
    call,
    async insist(method, args, deadline) {
      for (;;) {
        const answer = await call(method, args(deadline.left()), deadline);
        if (answer.ok || answer.why !== "gone" || deadline.left() === 0) return answer;
        await sleep(5);
      }
    },
    async evaluate(expression, deadline) {
      const answer = await run(expression, true, deadline);
      return answer.ok ? { ok: true, value: answer.value.value } : answer;
    },
    async frameIdOf(query, deadline) {
      const answer = await run(`tracewright.elementsFor(${JSON.stringify(query)})[0]`, false, deadline);
      if (!answer.ok || answer.value.objectId === undefined) return null;
      const { node } = await session.send("DOM.describeNode", { objectId: answer.value.objectId });
      ignoring(session.send("Runtime.releaseObject", { objectId: answer.value.objectId }));
      return node.frameId ?? null;
    },
  };
};
