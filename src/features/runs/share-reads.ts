/**
 * Many who ask the same at the same time share one answer, of a reading that began after each of them had asked.
 * What is asked about is told apart by `keyOf`.
 */
export const shareReads = <Question, Answer>(
  keyOf: (question: Question) => string,
  read: (question: Question) => Promise<Answer>,
): ((question: Question) => Promise<Answer>) => {
  const underWay = new Map<string, Promise<Answer>>();
  const next = new Map<string, Promise<Answer>>();
  return (question) => {
    const key = keyOf(question);
    const known = next.get(key);
    if (known) return known;
    const begin = (): Promise<Answer> => {
      next.delete(key);
      const reading = read(question).finally(() => {
        if (underWay.get(key) === reading) underWay.delete(key);
      });
      underWay.set(key, reading);
      return reading;
    };
    const before = underWay.get(key) ?? Promise.resolve();
    const waiting = before.then(begin, begin);
    next.set(key, waiting);
    return waiting;
  };
};
