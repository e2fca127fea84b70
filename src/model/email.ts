import { z } from "zod";

/** As browsers check it: a machine without a domain, such as `admin@localhost`, is one. */
export const email = z.email({ pattern: z.regexes.html5Email, error: "must be an e-mail address" });
