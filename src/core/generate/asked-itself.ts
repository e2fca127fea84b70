import type { SiteProblem } from "#model/site-pages.ts";

/** What ends the address of a question, and of nothing that changes what is stored. */
const ASKS =
  /^(?:validate|validation|(?:check|validate)[-_]?(?:e-?mail|name|user-?name|login|slug|code|key)|(?:e-?mail|name|user-?name|login|slug|code|key)[-_]?(?:exists|available|taken|unique|free))$/i;

/**
 * With such requests an app asks itself whether a value would do, while it is typed: that it is taken is an answer, and no
 * fault. It may well come once the item is made, which has the value by then.
 *
 * @param routes what the app's scripts were seen to ask for, as `POST /api/labels/validate`
 */
export const askedItself = (routes: readonly string[]): SiteProblem[] =>
  routes.flatMap((route) => {
    const [, of = "", question = ""] = /^POST \/(?:\S*\/)?([\w-]+)\/([\w-]+)$/.exec(route) ?? [];
    if (!ASKS.test(question)) return [];
    const message = `/${of}/${question} 409`;
    return [{ kind: "request", message, told: { by: "", part: message } }];
  });
