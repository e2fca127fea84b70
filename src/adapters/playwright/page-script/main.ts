import { waitFor } from "./conditions.ts";
import { elementsFor, locate, optionsOf, read, readAll } from "./locate.ts";
import { operated } from "./operated.ts";
import { draw, undraw } from "./overlay.ts";
import type { ElementQuery } from "./protocol.ts";
import { listen } from "./hit.ts";
import { acted, ready } from "./ready.ts";

/** What Node calls in the page's isolated world of nearly every document. The rest, in more.ts, is sent when it is asked for. */
export const api = {
  waitFor,
  locate,
  ready,
  acted,
  listen,
  elementsFor,
  optionsOf,
  read,
  readAll,
  operated,
  draw,
  undraw,
};

const decode = (body: string): ElementQuery => {
  const bytes = Uint8Array.from(atob(body), (letter) => letter.codePointAt(0) ?? 0);
  return JSON.parse(new TextDecoder().decode(bytes)) as ElementQuery;
};

/** Playwright's interface of a selector engine; the selector's body is base64 of an ElementQuery in JSON. */
export const engine = {
  queryAll: (_root: unknown, body: string): Element[] => elementsFor(decode(body)),
  query: (_root: unknown, body: string): Element | null => elementsFor(decode(body))[0] ?? null,
};
