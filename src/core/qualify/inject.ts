import type { Edge, EdgeAnswer, EdgeMove, Exchange } from "#ports/edge.ts";
import type { Fault, HttpChange, Place } from "./fault.ts";
import { editJson, repeated } from "./json-edit.ts";
import { routeOf } from "./routes.ts";
import type { Watcher } from "./watch.ts";

const nothing: Edge = { request: () => null, answer: () => null, shown: null, onShown: () => undefined };

const isWrite = (method: string): boolean => !/^(?:GET|HEAD|OPTIONS)$/i.test(method);

const oops: EdgeAnswer = {
  status: 500,
  headers: [["content-type", "text/plain; charset=utf-8"]],
  body: "Internal Server Error",
};

/** Cookies of the control are not handed out again. */
const withoutCookies = ({ headers, ...answer }: EdgeAnswer): EdgeAnswer => ({
  ...answer,
  headers: headers.filter(([name]) => name !== "set-cookie"),
});

const httpEdge = (change: HttpChange, hit: () => void): Edge => {
  const isMeant = ({ method, url }: Exchange): boolean =>
    method.toUpperCase() === change.method && routeOf(url) === change.route;
  const before = new Map<string, EdgeAnswer>();
  let hasWritten = false;
  let isSlowed = false;

  const move = (exchange: Exchange): EdgeMove => {
    if (isWrite(exchange.method)) hasWritten = true;
    if (!isMeant(exchange)) return null;
    switch (change.does) {
      case "server_error":
        hit();
        return { answer: oops };
      case "network_error":
        hit();
        return { fail: true };
      case "slow":
        if (isSlowed) return null;
        isSlowed = true;
        hit();
        return { delayMs: change.delayMs };
      case "lose": {
        hit();
        const { body } = change.answer;
        const said = body === null ? null : repeated(body, change.sent, exchange.body);
        return { answer: { ...withoutCookies(change.answer), body: said } };
      }
      default:
        return null;
    }
  };

  const changed = (exchange: Exchange, answer: EdgeAnswer): (EdgeAnswer & { forget?: string[] }) | null => {
    if (!isMeant(exchange)) return null;
    switch (change.does) {
      case "edit": {
        const body = answer.body === null ? null : editJson(answer.body, change.edit);
        return body === null ? null : { ...answer, body };
      }
      case "stale": {
        if (!hasWritten && answer.status === 200 && answer.body !== null) before.set(exchange.url, answer);
        const old = hasWritten ? before.get(exchange.url) : undefined;
        return old && old.body !== answer.body ? withoutCookies(old) : null;
      }
      case "redirect":
        if (answer.status < 300 || answer.status >= 400) return null;
        return {
          ...answer,
          body: "",
          headers: answer.headers.map(([name, value]) => [name, name === "location" ? change.to : value]),
        };
      case "forget": {
        const sets = answer.headers.some(
          ([name, value]) =>
            name === "set-cookie" && value.split("\n").some((line) => line.startsWith(`${change.cookie}=`)),
        );
        return sets ? { ...answer, forget: [change.cookie] } : null;
      }
      default:
        return null;
    }
  };

  return {
    ...nothing,
    request: move,
    answer(exchange, answer) {
      const now = changed(exchange, answer);
      if (now) hit();
      return now;
    },
  };
};

/** Puts one fault between the cases and the app. `hits` tells the cases in which it has taken effect. */
export const injectFault = ({ change }: Fault): { watcher: Watcher; hits: ReadonlySet<string> } => {
  const hits = new Set<string>();
  const edge = (place: () => Place | null): Edge => {
    const hit = (): void => {
      const here = place();
      if (here) hits.add(here.caseId);
    };
    if ("shown" in change) return whileInCase(place, { ...nothing, shown: change.shown, onShown: hit });
    return "http" in change ? whileInCase(place, httpEdge(change.http, hit)) : nothing;
  };
  return {
    hits,
    watcher: {
      edge,
      isDead({ url, target }, { caseId }) {
        if (!("dead" in change)) return false;
        const { path, targets } = change.dead;
        const isMeant = targets.includes(target) && new RegExp(path).test(pathOf(url));
        if (isMeant) hits.add(caseId);
        return isMeant;
      },
      waitsAtEnd: () => hits.size === 0,
    },
  };
};

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : "");

/** Log-ins are left alone: without them no case could begin. */
const whileInCase = (place: () => Place | null, edge: Edge): Edge => ({
  ...edge,
  request: (exchange) => (place() === null ? null : edge.request(exchange)),
  answer: (exchange, answer) => (place() === null ? null : edge.answer(exchange, answer)),
});
