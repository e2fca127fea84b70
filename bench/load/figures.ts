/** A quantile of times, 0 to 1; 0 when there are none. */
export const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** `p50 | p99` of times in milliseconds, as cells of a table. */
export const cells = (values: number[]): string =>
  `${quantile(values, 0.5).toFixed(2)} ms | ${quantile(values, 0.99).toFixed(2)} ms`;
