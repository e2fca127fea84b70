/** Wakes whoever waits. A message may be lost, so listeners read the truth from the store and are only woken by this. */
export type Bus = {
  publish(topic: string): void;
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, listener: () => void): () => void;
  close(): Promise<void>;
};

/** New events or a new status of one run. */
export const runTopic = (runId: string): string => `run:${runId}`;
/** Whoever works on the run should look whether it still may: it is to be cancelled, or was handed to another. */
export const leaseTopic = (runId: string): string => `lease:${runId}`;
/** A run was queued. */
export const queueTopic = "queue";
