import { email } from "#model/email.ts";
import { z } from "zod";
import { exampleId, idParams, okSchema, pageOf, pageQuery, time } from "./common.ts";
import { defineApi } from "./define-api.ts";

const tag = "Auth and users";

const roleSchema = z.enum(["admin", "member"]);

export const userSchema = z
  .object({ id: z.string(), email: z.string().describe("Log-in name"), role: roleSchema })
  .meta({ id: "User" });
export type User = z.infer<typeof userSchema>;

export const emailSchema = email.max(254);
export const passwordSchema = z.string().min(8).max(1024);

const credentials = z.strictObject({ email: emailSchema, password: passwordSchema });
const signedIn = z
  .object({ token: z.string().describe("Session token (JWT)"), user: userSchema })
  .meta({ id: "SignedIn" });

const tokenSchema = z
  .object({ id: z.string(), name: z.string(), created_at: time, last_used_at: time.nullable() })
  .meta({ id: "ApiToken" });

const user = { id: exampleId, email: "ada@example.com", role: "admin" };
const signIn = { email: "ada@example.com", password: "correct horse" };
const token = { id: exampleId, name: "CI", created_at: "2026-01-31T09:30:00.000Z", last_used_at: null };

export const authApi = defineApi({
  getSetup: {
    method: "GET",
    path: "/auth/setup",
    tag,
    summary: "Whether the first admin is still to be made",
    access: "open",
    reply: z.object({ needs_setup: z.boolean() }),
    errors: ["not_ready"],
    examples: { reply: { needs_setup: true } },
  },
  setUp: {
    method: "POST",
    path: "/auth/setup",
    tag,
    summary: "Make the first admin and sign in",
    description: "Valid only while there are no users; afterwards 409.",
    access: "open",
    body: credentials,
    reply: signedIn,
    errors: ["conflict", "not_ready"],
    examples: { body: signIn, reply: { token: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", user } },
  },
  login: {
    method: "POST",
    path: "/auth/login",
    tag,
    summary: "Sign in",
    description: "After 10 failures within 5 minutes from one address: 429 with Retry-After.",
    access: "open",
    body: z.strictObject({ email: z.string().max(1024), password: z.string().max(1024) }),
    reply: signedIn,
    errors: ["unauthorized", "rate_limited", "not_ready"],
    examples: { body: signIn, reply: { token: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", user } },
  },
  getMe: {
    method: "GET",
    path: "/auth/me",
    tag,
    summary: "The current user",
    access: "member",
    reply: userSchema,
    examples: { reply: user },
  },
  createToken: {
    method: "POST",
    path: "/auth/tokens",
    tag,
    summary: "Make an API token",
    description:
      "The secret is shown in this answer only. Needs a session: a token cannot make tokens (403).",
    access: "member",
    body: z.strictObject({ name: z.string().max(200).default("") }).prefault({}),
    reply: z.object({
      id: z.string(),
      name: z.string(),
      token: z.string().describe("The secret, prefixed `tw_`"),
    }),
    errors: ["forbidden"],
    examples: {
      body: { name: "CI" },
      reply: { id: exampleId, name: "CI", token: "tw_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG" },
    },
  },
  listTokens: {
    method: "GET",
    path: "/auth/tokens",
    tag,
    summary: "The caller's API tokens",
    access: "member",
    query: z.strictObject(pageQuery),
    reply: pageOf(tokenSchema),
    examples: { reply: { items: [token], total: 1, limit: 50, offset: 0 } },
  },
  deleteToken: {
    method: "DELETE",
    path: "/auth/tokens/{id}",
    tag,
    summary: "Revoke an API token",
    access: "member",
    params: idParams,
    reply: okSchema,
    examples: { params: { id: exampleId }, reply: { ok: true } },
  },
  listUsers: {
    method: "GET",
    path: "/auth/users",
    tag,
    summary: "The organisation's users",
    access: "admin",
    query: z.strictObject(pageQuery),
    reply: pageOf(userSchema),
    examples: { reply: { items: [user], total: 1, limit: 50, offset: 0 } },
  },
  createUser: {
    method: "POST",
    path: "/auth/users",
    tag,
    summary: "Add a user to the organisation",
    access: "admin",
    body: z.strictObject({ email: emailSchema, password: passwordSchema, role: roleSchema }),
    reply: userSchema,
    errors: ["conflict"],
    examples: {
      body: { email: "grace@example.com", password: "battery staple", role: "member" },
      reply: { id: exampleId, email: "grace@example.com", role: "member" },
    },
  },
  updateUser: {
    method: "PATCH",
    path: "/auth/users/{id}",
    tag,
    summary: "Change a user's role or password",
    description: "A new password ends the user's sessions. The last admin stays admin (409).",
    access: "admin",
    params: idParams,
    body: z.strictObject({ role: roleSchema.optional(), password: passwordSchema.optional() }),
    reply: userSchema,
    errors: ["conflict"],
    examples: { params: { id: exampleId }, body: { role: "admin" }, reply: user },
  },
  deleteUser: {
    method: "DELETE",
    path: "/auth/users/{id}",
    tag,
    summary: "Delete a user",
    description: "Sessions and tokens of the user end at once. The last admin stays (409).",
    access: "admin",
    params: idParams,
    reply: okSchema,
    errors: ["conflict"],
    examples: { params: { id: exampleId }, reply: { ok: true } },
  },
});
