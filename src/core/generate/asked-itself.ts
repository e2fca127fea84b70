import type { SiteProblem } from "#model/site-pages.ts";

const ASKS =
  /^POST (\/\S*?)((?:\/[\w-]+)?\/(?:validate|validation|exists|(?:check|validate)[-_]?(?:e-?mail|name|user-?name|login|slug|code|key|id)|(?:e-?mail|name|user-?name|login|slug|code|key|id|is)[-_]?(?:exists|available|taken|unique|free)|available|availability|unique|taken))$/i;

/**
 * With such requests an app asks itself whether a value would do, while it is typed: that it is taken is an answer, and no
 * fault. It may well come once the item is made, which has the value by then.
 *
 * @param routes what the app's scripts were seen to ask for, as `POST /api/labels/validate`
 */
export const askedItself = (routes: readonly string[]): SiteProblem[] =>
  routes.flatMap((route) => {
    const [, , part] = ASKS.exec(route) ?? [];
    if (part === undefined) return [];
    const message = `${part} 409`;
    return [{ kind: "request", message, told: { by: "", part: message } }];
  });
