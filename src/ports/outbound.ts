export type OutboundRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** `follow` (default) or `manual`, which gives the 3xx answer. */
  redirect?: "follow" | "manual";
};

/**
 * An HTTP request on a user's behalf, under the operator's rules. Rejects with OutboundRefused when a rule forbids
 * it, with a TypeError when the network fails, with an AbortError on abort.
 */
export type OutboundFetch = (url: string, request?: OutboundRequest) => Promise<Response>;

/** A request that the operator's rules forbid. Its message is meant for the user. */
export class OutboundRefused extends Error {
  readonly url: string;

  constructor(url: string, reason: string) {
    super(`${url} is refused: ${reason}`);
    this.name = "OutboundRefused";
    this.url = url;
  }
}
