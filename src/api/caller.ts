import type { User } from "./auth.ts";

/** Who makes a request. `via` tells how they signed in: some things can be done with a session only. */
export type Caller = { userId: string; orgId: string; role: User["role"]; via: "session" | "token" };
