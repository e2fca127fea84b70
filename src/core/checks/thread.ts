import { Worker } from "node:worker_threads";

/** A thread did not answer in the time that it may take. */
export class SlowThread extends Error {
  constructor() {
    super("takes too long");
    this.name = "SlowThread";
  }
}

const idleMs = 5000;

/**
 * Asks a module in a thread of its own, one question after the other, so that nothing else waits for what takes long.
 * The module posts "ready" once it listens and then one answer a question. A thread that is late is stopped and the question
 * rejected with SlowThread; one that dies rejects it with its error. An idle thread is let go and keeps no process alive.
 */
export const createThread = <Answer>(module: URL, budgetMs: number) => {
  let thread: Promise<Worker> | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  const drop = (worker: Worker): void => {
    thread = null;
    void worker.terminate();
  };

  const open = (): Promise<Worker> =>
    (thread ??= new Promise<Worker>((resolve, reject) => {
      const worker = new Worker(module);
      worker.once("message", () => {
        worker.unref();
        resolve(worker);
      });
      worker.on("error", reject);
      worker.once("exit", () => {
        thread = null;
        reject(new Error("the thread ended"));
      });
    }));

  const ask = async (question: object): Promise<Answer> => {
    clearTimeout(idle);
    const worker = await open();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => {
      drop(worker);
      reject(new SlowThread());
    }, budgetMs);
    const onExit = (): void => reject(new Error("the thread ended"));
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", onExit);
    try {
      worker.postMessage(question);
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off("message", resolve);
      worker.off("error", reject);
      worker.off("exit", onExit);
      idle = setTimeout(() => drop(worker), idleMs);
      idle.unref();
    }
  };

  return (question: object): Promise<Answer> => {
    const asked = queue.then(() => ask(question));
    queue = asked.catch(() => undefined);
    return asked;
  };
};
