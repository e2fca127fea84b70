import type { FastifyInstance, FastifyRequest } from "fastify";

/** A request that is being answered. */
export type Observation = {
  /** Carries out `work` so that its log lines and spans are known to belong to the request. */
  within<T>(work: () => T): T;
  end(answer: { route: string; status: number; seconds: number }): void;
};

export type RequestObserver = (request: {
  id: string;
  method: string;
  /** The path's template. */
  route: string;
  traceparent: string | null;
}) => Observation;

const unmatched = "unmatched";

/** Tells the observer of every request from its beginning to its end; gives how to carry out work as part of one. */
export const observeRequests = (
  app: FastifyInstance,
  observe: RequestObserver | undefined,
): (<T>(request: FastifyRequest, work: () => T) => T) => {
  const observed = new WeakMap<FastifyRequest, Observation>();
  if (observe) {
    app.addHook("onRequest", async (request) => {
      const { traceparent } = request.headers;
      observed.set(
        request,
        observe({
          id: request.id,
          method: request.method,
          route: routeOf(request),
          traceparent: typeof traceparent === "string" ? traceparent : null,
        }),
      );
    });
    app.addHook("onResponse", async (request, reply) => {
      observed
        .get(request)
        ?.end({ route: routeOf(request), status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    });
  }
  return (request, work) => {
    const observation = observed.get(request);
    return observation ? observation.within(work) : work();
  };
};

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? unmatched;
