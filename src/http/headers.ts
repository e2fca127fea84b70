import type { FastifyInstance } from "fastify";

const always: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

const exposed = "x-request-id, retry-after, allow";

/** Headers that every answer carries unless its handler has set them, and CORS for the origins that the operator names. */
export const sendSecurityHeaders = (app: FastifyInstance, corsOrigins: readonly string[]): void => {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    const { origin } = request.headers;
    if (corsOrigins.length === 0) return;
    reply.header("vary", "Origin");
    if (origin === undefined || !corsOrigins.includes(origin)) return;
    reply.header("access-control-allow-origin", origin).header("access-control-expose-headers", exposed);
    if (request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined) {
      return reply
        .code(204)
        .header("access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
        .header("access-control-allow-headers", "authorization, content-type, last-event-id, x-request-id")
        .header("access-control-max-age", "600")
        .send();
    }
  });
  app.addHook("onSend", async (request, reply) => {
    for (const [name, value] of Object.entries(always)) if (!reply.hasHeader(name)) reply.header(name, value);
    if (request.protocol === "https" && !reply.hasHeader("strict-transport-security")) {
      reply.header("strict-transport-security", "max-age=31536000");
    }
  });
};
