import { html } from "#examples/shop/html.ts";
import { formOf, redirect } from "#examples/shop/http.ts";
import type { Context, Handler, Reply } from "#examples/shop/http.ts";
import type { User } from "#examples/shop/store.ts";
import { field, page } from "./layout.ts";

/** Who has this e-mail address and password, if anyone. */
export function authenticate(
  { shop: { store, bugs } }: Context,
  email: string,
  password: string,
): User | null {
  const user = store.users.get(email.trim().toLowerCase());
  if (!user) return null;
  return user.password === password || bugs.has("any-password-accepted") ? user : null;
}

/** Only addresses within the shop; anything else leads home. */
function localPath(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : "/";
}

/** GET /login */
export function loginPage(context: Context): Reply {
  const { query } = context;
  const next = localPath(query.get("next"));
  const body = html`<h1>Log in</h1>
    <form class="panel narrow" method="post" action="/login" aria-label="Log in">
      ${query.has("failed") && html`<p class="error" role="alert">Wrong e-mail address or password.</p>`}
      <input type="hidden" name="next" value="${next}" />
      ${field("E-mail", html`<input type="email" name="email" autocomplete="username" required />`)}
      ${field("Password", html`<input type="password" name="password" autocomplete="current-password" required />`)}
      <button type="submit">Log in</button>
    </form>`;
  return page(context, { title: "Log in", body });
}

/** POST /login */
export function logIn(context: Context): Reply {
  const form = formOf(context);
  const next = localPath(form.get("next"));
  const user = authenticate(context, form.get("email") ?? "", form.get("password") ?? "");
  if (!user) return redirect(`/login?${new URLSearchParams({ failed: "", next })}`);
  context.session.user = user.email;
  return redirect(next);
}

/** POST /logout */
export function logOut({ session, shop: { bugs } }: Context): Reply {
  if (!bugs.has("logout-keeps-session")) session.user = null;
  session.flash = "You are logged out.";
  return redirect("/");
}

/** A page that sends whoever is not logged in to the login page first. */
export function staffOnly(handler: Handler): Handler {
  return (context) => {
    const { user, shop, path, session } = context;
    if (shop.bugs.has("orders-public") && path === "/orders") return handler(context);
    if (shop.bugs.has("login-forgotten") && path === "/account") session.user = null;
    if (user && session.user !== null) return handler(context);
    return redirect(`/login?${new URLSearchParams({ next: path })}`);
  };
}
