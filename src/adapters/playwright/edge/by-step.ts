import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "playwright-core";
import type { Failure } from "#model/failure.ts";
import type { HttpAnswer, HttpRequest } from "#ports/browser.ts";
import type { Edge, EdgeAnswer, Exchange } from "#ports/edge.ts";
import { failure } from "#adapters/playwright/failures.ts";

const toHttp = ({ status, headers, body }: EdgeAnswer, durationMs: number): HttpAnswer => ({
  ok: true,
  status,
  headers: Object.fromEntries(headers),
  body: body ?? "",
  durationMs,
});

/** Sends a request that a step makes through the edge, if there is one. */
export const sendThrough = async (
  edge: Edge | undefined,
  { context, baseUrl, signal }: { context: BrowserContext; baseUrl: string; signal: AbortSignal },
  request: HttpRequest,
  send: () => Promise<HttpAnswer | Failure>,
): Promise<HttpAnswer | Failure> => {
  if (!edge || !URL.canParse(request.url, baseUrl)) return send();
  const exchange: Exchange = {
    method: request.method,
    url: new URL(request.url, baseUrl).href,
    kind: "data",
    body: request.body ?? null,
    byStep: true,
  };
  const move = edge.request(exchange);
  if (move && "answer" in move) return toHttp(move.answer, 0);
  if (move && "fail" in move) return failure("unreachable", `${exchange.url} could not be asked: reset`);
  if (move) {
    const wait = Math.min(move.delayMs, request.timeoutMs);
    await sleep(wait, undefined, { signal }).catch(() => undefined);
    if (wait < move.delayMs)
      return failure("timeout", `${exchange.url} did not answer within ${request.timeoutMs} ms`);
  }
  const answer = await send();
  if (!answer.ok) return answer;
  const { status, headers, body, durationMs } = answer;
  const changed = edge.answer(exchange, { status, headers: Object.entries(headers), body });
  for (const name of changed?.forget ?? []) await context.clearCookies({ name });
  return changed && !changed.forget ? toHttp(changed, durationMs) : answer;
};
