import { httpError, json, jsonOf } from "#examples/shop/http.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import { authenticate } from "#examples/shop/pages/login.ts";

/** GET /api/session */
export function getSession({ user }: Context): Reply {
  return json(200, { user: user && { email: user.email, name: user.name } });
}

/** POST /api/session: logs in. */
export function postSession(context: Context): Reply {
  const { email, password } = jsonOf(context);
  if (typeof email !== "string" || typeof password !== "string") {
    throw httpError(422, "The credentials are not valid", { email: "is required", password: "is required" });
  }
  const user = authenticate(context, email, password);
  if (!user) throw httpError(401, "Wrong e-mail address or password");
  context.session.user = user.email;
  return json(200, { user: { email: user.email, name: user.name } });
}

/** DELETE /api/session: logs out. */
export function deleteSession({ session, shop: { bugs } }: Context): Reply {
  if (!bugs.has("logout-keeps-session")) session.user = null;
  return { status: 204, headers: {}, body: "" };
}
