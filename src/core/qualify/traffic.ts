import type { Edge, EdgeAnswer, Exchange, PageFacts } from "#ports/edge.ts";
import type { Place } from "./fault.ts";
import { isOfApp, pageOf, routeOf } from "./routes.ts";
import type { Act, Watcher } from "./watch.ts";

export type SeenExchange = Place & { exchange: Exchange; route: string; answer: EdgeAnswer; at: number };
export type SeenFacts = Place & { facts: PageFacts; page: string; at: number };
export type SeenAct = Place & Act & { at: number };

/** What the cases of a suite have done and seen, in order. */
export type Traffic = { exchanges: SeenExchange[]; facts: SeenFacts[]; acts: SeenAct[] };

/** Writes down the traffic of cases with the app, and changes nothing of it. */
export const recordTraffic = (): { watcher: Watcher; traffic: Traffic } => {
  const traffic: Traffic = { exchanges: [], facts: [], acts: [] };
  let at = 0;
  const next = (): number => (at += 1);
  let appUrl = "";
  const edge = (place: () => Place | null, baseUrl: string): Edge => {
    appUrl = baseUrl;
    return {
      request: () => null,
      answer(exchange, answer) {
        const here = place();
        if (here !== null && isOfApp(exchange.url, appUrl))
          traffic.exchanges.push({ ...here, exchange, route: routeOf(exchange.url), answer, at: next() });
        return null;
      },
      shown: null,
      onShown: () => undefined,
    };
  };
  return {
    traffic,
    watcher: {
      edge,
      onAct: (act, place) => void traffic.acts.push({ ...place, ...act, at: next() }),
      onFacts(facts, place) {
        if (appUrl === "" || isOfApp(facts.url, appUrl))
          traffic.facts.push({ ...place, facts, page: pageOf(facts.url), at: next() });
      },
      waitsAtEnd: () => false,
    },
  };
};
