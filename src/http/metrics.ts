import { createHash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { statusOf } from "./errors.ts";

export type MetricsConfig = {
  /** What readers must send as bearer token; without one only this machine may read. */
  token: string | undefined;
  /** The text, and its media type. */
  render(): Promise<string>;
  type: string;
};

type Refusal = { code: "unauthorized" | "forbidden"; message: string };

/**
 * Why a request may not read the metrics; null when it may. Without a token only callers on this machine may, and not what a
 * proxy on this machine passes on.
 */
export const refuseMetrics = (
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  token: string | undefined,
): Refusal | null => {
  if (token !== undefined) {
    const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1] ?? "";
    return isSame(given, token)
      ? null
      : { code: "unauthorized", message: "The metrics need SERVICE_METRICS_TOKEN." };
  }
  const isPassedOn = ["forwarded", "x-forwarded-for", "x-real-ip", "via"].some((name) => name in headers);
  if (!isPassedOn && isLoopback(socket.remoteAddress)) return null;
  return {
    code: "forbidden",
    message: "Without SERVICE_METRICS_TOKEN the metrics are for callers on the service's own machine.",
  };
};

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

/** In a time that does not tell how much of it was right. */
const isSame = (given: string, wanted: string): boolean => {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
};

/**
 * A listener for metrics and liveness alone, for processes that answer no requests and for those whose API is public.
 * Gives the function that closes it.
 */
export const listenForMetrics = async (
  config: MetricsConfig,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
    };
    const path = request.url?.split("?", 1)[0];
    const refusal = refuseMetrics(request, config.token);
    if (request.method !== "GET" || (path !== "/metrics" && path !== "/health")) {
      answer(404, "text/plain", "There is GET /metrics and GET /health.\n");
    } else if (path === "/health") answer(200, "application/json", '{"status":"ok"}');
    else if (refusal) answer(statusOf[refusal.code], "text/plain", `${refusal.message}\n`);
    else {
      config.render().then(
        (text) => answer(200, config.type, text),
        () => answer(500, "text/plain", "The metrics could not be read.\n"),
      );
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, resolve);
  });
  const bound = server.address();
  const listening = typeof bound === "object" && bound ? bound.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${listening}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
