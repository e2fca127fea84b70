import { query } from "jsonpath-rfc9535";
import { stepsOfPath } from "#core/suite/straight-path.ts";
import { createThread, SlowThread } from "./thread.ts";

/** A busy machine may take a second for a path that is no trouble. */
const budgetMs = 3000;

type Json = Parameters<typeof query>[0];
type Answer = { values: unknown[] } | { message: string };

/** A JSON path that does not come to an end in the time that it may take. */
export class SlowJsonPath extends Error {
  constructor() {
    super("takes too long to evaluate; make it simpler");
    this.name = "SlowJsonPath";
  }
}

const ask = createThread<Answer>(new URL("./json-path-worker.ts", import.meta.url), budgetMs);

/**
 * The values at an RFC 9535 path of a JSON document, in order. A path with wild cards or filters, which may take for
 * ever, is followed in a thread of its own for at most three seconds. Rejects with SlowJsonPath, or with the parser's error
 * when the path is not valid.
 */
export const valuesAt = async (document: unknown, path: string): Promise<unknown[]> => {
  if (stepsOfPath(path)) return query(document as Json, path);
  const answer = await ask({ document, path }).catch((error: unknown) => {
    throw error instanceof SlowThread ? new SlowJsonPath() : error;
  });
  if ("message" in answer) throw new Error(answer.message);
  return answer.values;
};
