import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, CDPSession } from "playwright-core";
import type { Edge, EdgeAnswer, Exchange } from "#ports/edge.ts";
import { ignoring } from "#adapters/playwright/deadline.ts";

/** What `Fetch.requestPaused` tells, as far as it is needed. */
type Paused = {
  requestId: string;
  request: { method: string; url: string; postData?: string };
  resourceType: string;
  responseErrorReason?: string;
  responseStatusCode?: number;
  responseHeaders?: { name: string; value: string }[];
};

const MOST_BYTES = 2 * 1024 * 1024;

/** Where the body has another length and form than the app's. */
const ofTheWire = new Set(["content-encoding", "content-length", "transfer-encoding"]);

const resourceTypes = ["Document", "XHR", "Fetch"] as const;
const stages = ["Request", "Response"] as const;

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

const toHeaders = ({ headers }: EdgeAnswer): { name: string; value: string }[] =>
  headers
    .filter(([name]) => !ofTheWire.has(name) && name !== "set-cookie")
    .map(([name, value]) => ({ name, value }));

/** Streams are never read: they may not end. */
const isReadable = (headers: [string, string][]): boolean => {
  const header = (wanted: string): string => headers.find(([name]) => name === wanted)?.[1] ?? "";
  if (Number(header("content-length")) > MOST_BYTES) return false;
  return /^(?:text\/html|application\/(?:[\w.+-]+\+)?json)\b/i.test(header("content-type"));
};

/** Puts an edge between a tab and the app. The session must be the edge's own: it asks for requests to be paused. */
export const interceptExchanges = async (
  context: BrowserContext,
  session: CDPSession,
  edge: Edge,
  signal: AbortSignal,
): Promise<void> => {
  const fulfil = (requestId: string, answer: EdgeAnswer): Promise<unknown> => {
    // Without a body the browser would follow a redirect as it came.
    const body = answer.body ?? (isRedirect(answer.status) ? "" : null);
    return session.send("Fetch.fulfillRequest", {
      requestId,
      responseCode: answer.status,
      responseHeaders: toHeaders(answer),
      ...(body === null ? {} : { body: Buffer.from(body).toString("base64") }),
    });
  };
  const goOn = (requestId: string): Promise<unknown> => session.send("Fetch.continueRequest", { requestId });

  const known = new Map<string, string>();
  /** The cookies that have come or changed since the last answer: a paused answer does not tell which it sets. */
  const newCookies = async (url: string): Promise<[string, string][]> => {
    const cookies = await context.cookies(url);
    const fresh = cookies.filter(({ name, value }) => known.get(name) !== value);
    for (const { name, value } of cookies) known.set(name, value);
    return fresh.map(({ name, value }) => ["set-cookie", `${name}=${value}`]);
  };

  const bodyOf = async (requestId: string): Promise<string | null> => {
    const { body, base64Encoded } = await session.send("Fetch.getResponseBody", { requestId });
    return base64Encoded ? Buffer.from(body, "base64").toString("utf8") : body;
  };

  const onRequest = async (requestId: string, exchange: Exchange): Promise<unknown> => {
    const move = edge.request(exchange);
    if (move === null) return goOn(requestId);
    if ("answer" in move) return fulfil(requestId, move.answer);
    if ("fail" in move)
      return session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
    await sleep(move.delayMs, undefined, { signal });
    return goOn(requestId);
  };

  const onAnswer = async (requestId: string, exchange: Exchange, event: Paused): Promise<unknown> => {
    const status = event.responseStatusCode ?? 0;
    const headers = (event.responseHeaders ?? [])
      .map(({ name, value }): [string, string] => [name.toLowerCase(), value])
      .filter(([name]) => name !== "set-cookie");
    headers.push(...(await newCookies(exchange.url).catch(() => [])));
    const readable = !isRedirect(status) && isReadable(headers);
    const body = readable ? await bodyOf(requestId).catch(() => null) : null;
    const changed = edge.answer(exchange, { status, headers, body });
    if (!changed) return goOn(requestId);
    for (const name of changed.forget ?? []) await context.clearCookies({ name });
    return changed.forget ? goOn(requestId) : fulfil(requestId, changed);
  };

  session.on("Fetch.requestPaused", (event: Paused) => {
    const { requestId, request, resourceType, responseErrorReason, responseStatusCode } = event;
    const exchange: Exchange = {
      method: request.method,
      url: request.url,
      kind: resourceType === "Document" ? "document" : "data",
      body: request.postData ?? null,
      byStep: false,
    };
    if (responseErrorReason !== undefined) ignoring(goOn(requestId));
    else if (responseStatusCode === undefined) ignoring(onRequest(requestId, exchange));
    else ignoring(onAnswer(requestId, exchange, event));
  });
  for (const { name, value } of await context.cookies()) known.set(name, value);
  await session.send("Fetch.enable", {
    patterns: resourceTypes.flatMap((resourceType) =>
      stages.map((requestStage) => ({ urlPattern: "*", resourceType, requestStage })),
    ),
  });
};
