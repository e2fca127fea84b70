import { html, raw } from "#examples/shop/html.ts";
import { formOf, httpError, redirect } from "#examples/shop/http.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import type { User } from "#examples/shop/store.ts";
import { field, options, page } from "./layout.ts";

const LANGUAGES = ["English", "Deutsch", "Français", "Polski"].map((name) => [name, name] as const);

function userOf({ user }: Context): User {
  if (!user) throw httpError(401, "You are not logged in");
  return user;
}

function lastVisit(visits: { at: string }[] | undefined): string {
  return (visits as { at: string }[]).map((visit) => visit.at).join();
}

/** GET /account */
export function accountPage(context: Context): Reply {
  const { bugs } = context.shop;
  const user = userOf(context);
  if (bugs.has("account-throws")) lastVisit(undefined);
  const checked = user.newsletter && raw(" checked");
  const body = html`<h1>Account</h1>
    <form class="panel narrow" method="post" action="/account" aria-label="Account">
      ${field("Name", html`<input name="name" value="${user.name}" maxlength="100" required />`)}
      ${field("E-mail", html`<input type="email" value="${user.email}" readonly />`)}
      ${field("Telephone", html`<input type="tel" name="phone" value="${user.phone}" maxlength="40" />`)}
      ${field(
        "Language",
        html`<select name="language">
          ${options(LANGUAGES, user.language)}
        </select>`,
      )}
      <label class="choice"
        ><input type="checkbox" name="newsletter" ${checked} /> Send me the newsletter</label
      >
      <button type="submit">Save</button>
    </form>`;
  return page(context, { title: "Account", body });
}

/** POST /account */
export function saveAccount(context: Context): Reply {
  const { bugs } = context.shop;
  const user = userOf(context);
  const form = formOf(context);
  const name = form.get("name") ?? "";
  if (name.trim() === "") throw httpError(422, "The name must not be empty");
  const language = LANGUAGES.find(([known]) => known === form.get("language"))?.[0];
  user.name = name.slice(0, 100);
  user.phone = (form.get("phone") ?? "").slice(0, 40);
  if (bugs.has("phone-zeros-lost")) user.phone = user.phone.replace(/^0+/, "");
  if (!bugs.has("language-not-saved")) user.language = language ?? user.language;
  user.newsletter = bugs.has("newsletter-always-on") || form.has("newsletter");
  context.session.flash = "Your account is saved.";
  return redirect("/account");
}
