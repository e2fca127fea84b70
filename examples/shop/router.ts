import type { Handler } from "./http.ts";

/** A route; `{name}` in its path stands for one segment. */
export type Route = { method: "GET" | "POST" | "PUT" | "DELETE"; path: string; handler: Handler };

type RouteMatch =
  | { route: Route; params: Record<string, string> }
  | { route: null; allowed: string[]; params: Record<string, string> };

export type Router = { routes: readonly Route[]; match(method: string, path: string): RouteMatch };

/** Finds routes by method and path; HEAD is answered by the GET route. */
export function createRouter(routes: readonly Route[]): Router {
  const compiled = routes.map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  }));
  return {
    routes,
    match(method, path) {
      const wanted = method === "HEAD" ? "GET" : method;
      const allowed: string[] = [];
      for (const { route, pattern } of compiled) {
        const found = pattern.exec(path);
        if (!found) continue;
        if (route.method === wanted) return { route, params: decoded(found.groups ?? {}) };
        allowed.push(route.method);
      }
      return { route: null, allowed, params: {} };
    },
  };
}

function decoded(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
