import { caseIds } from "#core/generate/case-ids.ts";
import type { CaseDocument } from "#core/suite/grammar.ts";
import { accessOf } from "./access.ts";
import type { Access, Credentials } from "./access.ts";
import type { Description, Operation } from "./description.ts";
import { typesOf } from "./json-schema.ts";
import { createRequestWriter, successOf } from "./requests.ts";
import type { RequestStep, Wish } from "./requests.ts";
import { plain, resourcesOf, snake } from "./resources.ts";
import type { Resource } from "./resources.ts";
import { createSamples } from "./sample.ts";
import type { Samples } from "./sample.ts";

/** Where an operation's path parameters get their values from. */
export type Place = {
  path: Map<string, string>;
  /** The records among them. */
  records: Resource[];
  /** Whether the last of the parameters stands for a record that the suite has made. */
  isOwn: boolean;
  /** The first parameter without a value. */
  missing: string | null;
};

/** What the cases of an API suite are made with, and the cases made so far. */
export type Plan = {
  operations: readonly Operation[];
  resources: readonly Resource[];
  access: Access;
  samples: Samples;
  /** The expression of a record's id, once a case has it. */
  ids: Map<Resource, string>;
  /** Those that the suite creates itself. */
  own: Set<Resource>;
  cases: CaseDocument[];
  /** Cases that come last: they delete what the others use. */
  lastCases: CaseDocument[];
  covered: Set<Operation>;
  notes: string[];
  /** The operation of a path, a slash at its end aside. */
  at(path: string, method: Operation["method"]): Operation | undefined;
  place(operation: Operation): Place;
  /** A valid body, or why there is none. */
  body(operation: Operation): { body?: unknown; missing?: string };
  /** The step, or why there is none. */
  write(operation: Operation, wish: Wish): RequestStep | string;
  /** What was sent and must be answered, by JSON path. */
  echoes(operation: Operation, body: unknown): Record<string, unknown>;
  /** Adds a case of some operation; nothing when no step could be written. */
  add(list: CaseDocument[], operation: Operation, item: NewCase): string | null;
};

type NewCase = {
  id: string;
  title: string;
  steps: (RequestStep | string | null)[];
  records?: readonly Resource[];
  auth?: false;
};

/** Operations whose effect leaves the app, or takes a record or a session away from whoever uses it. */
const rude =
  /\b(delete|remove|destroy|archive|revoke|cancel|pay|payments?|charge|refunds?|checkout|e?-?mails?|send|resend|invit\w*|sms|notif\w*|log-?out|sign-?out|logoff|forgot\w*|reset\w*|shutdown|restart|purge|wipe|truncate|unsubscribe|deactivate|ban)\b/i;

const rudeToRead = /\b(log-?out|sign-?out|logoff|unsubscribe|confirm|delete|remove)\b/i;

export const isRude = ({ method, path }: Operation): boolean =>
  (method === "get" ? rudeToRead : rude).test(path.replaceAll(/[_/.]/g, " "));

/** `POST /orders`. */
export const nameOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`;

/** The operation's summary, else a sentence, and its method and path. */
export const titleOf = (operation: Operation, sentence: string): string =>
  `${operation.summary || sentence} (${nameOf(operation)})`.slice(0, 200);

const isStep = (step: RequestStep | string | null): step is RequestStep =>
  step !== null && typeof step !== "string";

/** Begins the suite of a description's operations. */
export const createPlan = (
  description: Description,
  operations: readonly Operation[],
  credentials: Credentials | null,
): Plan => {
  const access = accessOf(description, credentials);
  const resources = resourcesOf(description);
  const ids = new Map<Resource, string>();
  const own = new Set<Resource>();
  const makers = new Map<Resource, string>();
  const covered = new Set<Operation>();
  const nextId = caseIds();

  const idNamed = (name: string): string | null => {
    const wanted = plain(name);
    const found = [...ids.keys()].find(
      ({ name: record, variable, parameter }) =>
        plain(variable) === wanted ||
        plain(record) === wanted ||
        (plain(parameter) === wanted && /.(id|uuid|key)$/.test(wanted)),
    );
    return found ? (ids.get(found) ?? null) : null;
  };
  const samples = createSamples(description.references, idNamed);
  const writer = createRequestWriter(description, samples, access, credentials);

  const place = (operation: Operation): Place => {
    const path = new Map<string, string>();
    const records: Resource[] = [];
    let isOwn = false;
    let missing: string | null = null;
    for (const found of operation.path.matchAll(/\{([^{}]+)\}/g)) {
      const [whole, name = ""] = found;
      const prefix = operation.path.slice(0, found.index + whole.length);
      const resource = [...ids.keys()].find(({ item }) => item === prefix);
      const { schema } = operation.parameters.find((one) => one.in === "path" && one.name === name) ?? {};
      const told = schema?.example ?? schema?.default ?? schema?.enum?.[0];
      if (resource) {
        isOwn = own.has(resource);
        records.push(resource);
        path.set(name, ids.get(resource) ?? "");
      } else if (idNamed(name) !== null) path.set(name, idNamed(name) ?? "");
      else if (typeof told === "string" || typeof told === "number")
        path.set(name, encodeURIComponent(String(told)));
      else missing ??= name;
    }
    return { path, records, isOwn, missing };
  };

  return {
    operations,
    resources,
    access,
    samples,
    ids,
    own,
    cases: [],
    lastCases: [],
    covered,
    notes: [],
    at: (path, method) =>
      operations.find(
        (one) => one.method === method && one.path.replace(/\/$/, "") === path.replace(/\/$/, ""),
      ),
    place,
    body({ body }) {
      if (!body) return {};
      const value = body.schema ? samples.of(body.schema, "") : undefined;
      if (value !== undefined) return { body: value };
      return body.required ? { missing: "the description gives no value for its body" } : {};
    },
    write(operation, wish) {
      const written = writer.step(operation, wish);
      return "missing" in written ? written.missing : written.step;
    },
    echoes(operation, body) {
      const schema = successOf(operation)?.schema;
      if (!schema || typeof body !== "object" || body === null) return {};
      const comesBack = (name: string, value: unknown): boolean => {
        const inner = samples.property(schema, name);
        if (!inner || inner.writeOnly === true || typesOf(inner).length === 0 || !/^[A-Za-z_]\w*$/.test(name))
          return false;
        if (typeof value === "number" || typeof value === "boolean") return true;
        // Times come back in another spelling, unlike days, and what is secret should not come back.
        const isDay = inner.format === "date" && /^\d{4}-\d\d-\d\d$/.test(String(value));
        return (
          typeof value === "string" &&
          (isDay || !/date|time/.test(inner.format ?? "")) &&
          !/passw|secret|token/i.test(name)
        );
      };
      return Object.fromEntries(
        Object.entries(body)
          .filter(([name, value]) => comesBack(name, value))
          .map(([name, value]) => [`$.${name}`, value]),
      );
    },
    add(list, operation, { id, title, steps, records = [], auth }) {
      const written = steps.filter(isStep);
      if (written.length === 0) return null;
      // A captured id ties its cases by itself; one that was sent does not.
      const needs = records.flatMap((resource) =>
        own.has(resource) && resource.create && "sent" in resource.create.id
          ? (makers.get(resource) ?? [])
          : [],
      );
      const unique = nextId(id);
      list.push({
        id: unique,
        title: title.slice(0, 200),
        ...(needs.length > 0 && { needs: [...new Set(needs)] }),
        ...(auth === false && { auth }),
        steps: written,
      });
      covered.add(operation);
      for (const resource of resources)
        if (resource.create?.operation === operation && !makers.has(resource)) makers.set(resource, unique);
      return unique;
    },
  };
};

/** A resource's name in words. */
export const wordsOf = ({ name }: Resource): string => snake(name).replaceAll("_", " ");
