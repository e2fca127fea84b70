/** The service could not be reached, or hung up before it had answered. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

/** What broke the connection: the innermost cause that has words. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message;
};

/** Asks the service. Throws NoAnswerError, which says what to do next, where nothing or only a part came back. */
export const withAnswer = async <T>(baseUrl: string, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    // How fetch tells of the network; an abort is none of these.
    if (!(error instanceof TypeError)) throw error;
    throw new NoAnswerError(
      `The service at ${baseUrl} did not answer: ${reasonOf(error)}. See whether it still runs and what its log says, then try again.`,
      { cause: error },
    );
  }
};
