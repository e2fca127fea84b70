import type { BugEntry } from "#examples/shop/bugs.ts";

export const AUTH_BUGS = [
  {
    id: "any-password-accepted",
    oracle: "bad-credentials",
    category: "wrong_result",
    summary: "Any password logs in",
  },
  {
    id: "logout-keeps-session",
    oracle: "logout-closes",
    category: "wrong_result",
    summary: "Log out leaves the session open",
  },
  {
    id: "orders-public",
    oracle: "login-required",
    category: "wrong_result",
    summary: "The orders are shown without login",
  },
  {
    id: "login-forgotten",
    oracle: "login-required",
    category: "auth",
    summary: "The account page forgets the login and asks for it again and again",
  },
  {
    id: "session-expires-on-create",
    oracle: "failed-request",
    category: "auth",
    summary: "Creating a product answers 401 although somebody is logged in",
  },
  {
    id: "delete-forbidden",
    oracle: "failed-request",
    category: "auth",
    summary: "Deleting a product answers 403 although the person may",
  },
] as const satisfies readonly BugEntry[];
