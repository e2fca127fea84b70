type SpanValues = Readonly<Record<string, string | number | boolean>>;

/** One piece of the service's own work. Its values hold no secret, and no text of a page or of an app. */
export type Span = {
  /** W3C `traceparent` that stands for it; null where nothing is traced. */
  readonly traceparent: string | null;
  /** Spans that begin while `work` goes on belong below this one. */
  within<T>(work: () => T): T;
  set(values: SpanValues): void;
  /** `failure` says in a word or two why it failed. */
  end(failure?: string): void;
};

export type SpanOptions = {
  kind?: "server" | "consumer" | "internal";
  /** `traceparent` of the span above; one that is no such thing counts as none. Unset: the one that is under way. */
  parent?: string | null;
  values?: SpanValues;
};

/** Spans of the service itself, for who operates it. */
export type Tracer = {
  start(name: string, options?: SpanOptions): Span;
  /** `traceparent` of the span that is under way. */
  current(): string | null;
  /** Sends what is still to be sent, for a few seconds at most. */
  close(): Promise<void>;
};
