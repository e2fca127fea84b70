import type { FaultKind } from "#model/qualification.ts";
import type { Fault, HttpChange } from "./fault.ts";
import { jsonFaults } from "./json-faults.ts";
import { isOfApp, routeOf } from "./routes.ts";
import { firstPlaces, textAfter } from "./seen.ts";
import type { SeenExchange, Traffic } from "./traffic.ts";

/** A candidate before it is given its id. */
export type Draft = Omit<Fault, "id">;

/** Longer than people wait without leaving. */
const slowMs = 10_000;

export const isWrite = (method: string): boolean => !/^(?:GET|HEAD|OPTIONS)$/i.test(method);
const isRedirect = (status: number): boolean => status >= 300 && status < 400;

const headerOf = ({ answer }: SeenExchange, name: string): string | undefined =>
  answer.headers.find(([each]) => each === name)?.[1];

/** A POST that only asks: of GraphQL, one without a mutation. */
export const onlyAsks = ({ exchange }: Pick<SeenExchange, "exchange">): boolean =>
  exchange.body !== null && /"query"\s*:/.test(exchange.body) && !/\bmutation\b/.test(exchange.body);

/** What a reader sees of a document; the whole of other answers. */
const substance = ({ exchange, answer }: SeenExchange): string =>
  exchange.kind === "data"
    ? (answer.body ?? "")
    : (answer.body ?? "")
        .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/gi, " ")
        .replaceAll(/\s+/g, " ");

type Group = { method: string; route: string; name: string; seen: [SeenExchange, ...SeenExchange[]] };

const groupsOf = (exchanges: readonly SeenExchange[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const seen of exchanges) {
    const method = seen.exchange.method.toUpperCase();
    const name = `${method} ${seen.route}`;
    const known = groups.get(name);
    if (known) known.seen.push(seen);
    else groups.set(name, { method, route: seen.route, name, seen: [seen] });
  }
  return [...groups.values()];
};

/** Cases in which a page or record was asked for, then something written, then it was asked for again and was another. */
const readsOfChanges = (seen: readonly SeenExchange[], traffic: Traffic): SeenExchange[] => {
  const wasRead = (again: SeenExchange): boolean =>
    seen.some(
      (before) =>
        before.caseId === again.caseId &&
        before.at < again.at &&
        before.exchange.url === again.exchange.url &&
        before.answer.status === 200 &&
        again.answer.status === 200 &&
        substance(before) !== substance(again) &&
        traffic.exchanges.some(
          (write) =>
            write.caseId === again.caseId &&
            write.at > before.at &&
            write.at < again.at &&
            isWrite(write.exchange.method),
        ),
    );
  return seen.filter(wasRead);
};

const cookiesOf = (seen: SeenExchange): string[] =>
  seen.answer.headers
    .filter(([name]) => name === "set-cookie")
    .flatMap(([, value]) => value.split("\n"))
    .flatMap((line) => /^\s*([^=;\s]+)=[^;]/.exec(line)?.[1] ?? []);

/** The faults that exchanges with the app make meaningful. */
export const httpFaults = (traffic: Traffic, baseUrl: string): Draft[] => {
  const draft = (
    kind: FaultKind,
    group: Group,
    seen: readonly SeenExchange[],
    change: HttpChange,
    words: Pick<Draft, "what" | "should" | "expect" | "timeout">,
  ): Draft => ({ kind, where: group.name, seen: firstPlaces(seen), change: { http: change }, ...words });

  const textExpect = (seen: SeenExchange, always = false): Record<string, unknown> | null => {
    const text = textAfter(traffic, seen.caseId, seen.at, always);
    return text === null ? null : { text };
  };
  const answered = (group: Group): Record<string, unknown> => {
    const [{ exchange, answer }] = group.seen;
    const { pathname } = new URL(exchange.url);
    return { request: { url: pathname, method: group.method, status: answer.status } };
  };

  return groupsOf(traffic.exchanges).flatMap((group): Draft[] => {
    const { method, route, name, seen } = group;
    const at = { method, route };
    const [first] = seen;
    const isPage = first.exchange.kind === "document";
    const good = seen.filter(({ answer }) => answer.status < 400);
    const [well] = good;
    if (!well) return [];
    const drafts: Draft[] = [];
    const seesAnswer = isPage ? textExpect(well, true) : answered(group);
    drafts.push(
      draft(
        "server_error",
        group,
        good,
        { ...at, does: "server_error" },
        {
          what: `${name} answers 500`,
          should: isPage ? "the page shows what it is there for" : `${name} was answered well`,
          expect: seesAnswer,
        },
      ),
      draft(
        "network_error",
        group,
        good,
        { ...at, does: "network_error" },
        {
          what: `${name} gets no answer: the connection is reset`,
          should: isPage ? "the page shows what it is there for" : `${name} was answered well`,
          expect: seesAnswer,
        },
      ),
    );
    if (!isRedirect(well.answer.status))
      drafts.push(
        draft(
          "slow_answer",
          group,
          good,
          { ...at, does: "slow", delayMs: slowMs },
          {
            what: `${name} takes ${slowMs / 1000} s`,
            should: "what it brings is there before a visitor would give up",
            expect: textExpect(well, true),
            timeout: "3s",
          },
        ),
      );
    const changes = readsOfChanges(seen, traffic);
    const [change] = changes;
    if (change)
      drafts.push(
        draft(
          "stale_read",
          group,
          changes,
          { ...at, does: "stale" },
          {
            what: `${name} answers, after a write, as it did before`,
            should: "what was written is shown afterwards",
            expect: textExpect(change),
          },
        ),
      );
    if (isWrite(method) && !onlyAsks(well))
      drafts.push(
        draft(
          "write_lost",
          group,
          good,
          { ...at, does: "lose", answer: well.answer, sent: well.exchange.body },
          {
            what: `${name} is acknowledged, and nothing is written`,
            should: "what was written is there when it is read again",
            expect: textExpect(well),
          },
        ),
      );
    const location = headerOf(well, "location");
    if (
      isRedirect(well.answer.status) &&
      location !== undefined &&
      isOfApp(new URL(location, well.exchange.url).href, baseUrl)
    ) {
      const target = new URL(location, well.exchange.url);
      const to = target.pathname === "/" ? "/404" : "/";
      drafts.push(
        draft(
          "wrong_redirect",
          group,
          good,
          { ...at, does: "redirect", to },
          {
            what: `${name} leads to ${to} in place of ${routeOf(target.href)}`,
            should: `the address is that of ${routeOf(target.href)}`,
            expect: { url: target.pathname.replace(/\/[^/]*\d[^/]*$/, "/") },
          },
        ),
      );
    }
    const isLast = (each: SeenExchange): boolean =>
      !traffic.exchanges.some((later) => later.caseId === each.caseId && later.at > each.at);
    for (const cookie of new Set(good.filter((each) => !isLast(each)).flatMap(cookiesOf))) {
      const sets = good.filter((each) => cookiesOf(each).includes(cookie) && !isLast(each));
      const [set] = sets;
      if (!set) continue;
      drafts.push(
        draft(
          "cookie_lost",
          group,
          sets,
          { ...at, does: "forget", cookie },
          {
            what: `the cookie ${cookie} that ${name} sets is not kept`,
            should: "what the app was told is still known on the next page",
            expect: textExpect(set),
          },
        ),
      );
    }
    return [...drafts, ...jsonFaults(group, good, traffic)];
  });
};
