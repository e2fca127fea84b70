import type { Operation } from "./description.ts";
import { wrongBodies, wrongValues } from "./invalid.ts";
import { typesOf } from "./json-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { isRude, nameOf } from "./plan.ts";
import type { Plan } from "./plan.ts";
import type { Resource } from "./resources.ts";
import { refusalsOf, saysInvalid, successesOf } from "./requests.ts";

const mostQueries = 6;
const mostOfArea = 15;
const noNumber = "2147483646";
const noUuid = "00000000-0000-4000-8000-000000000000";

/** What the description forbids must be refused as it says. */
export const refuseInvalid = (plan: Plan, operation: Operation): void => {
  const { path, records, isOwn, missing } = plan.place(operation);
  // Should it be taken after all, nobody else's record is to be changed by it.
  if (operation.method !== "get" && path.size > 0 && !isOwn && !makesOwn(plan, operation)) return;
  if (missing !== null || !saysInvalid(operation) || isRude(operation)) return;
  const { body } = plan.body(operation);
  const schema = operation.body?.schema;
  const status = refusalsOf(operation);
  const bodies =
    schema && body !== undefined
      ? wrongBodies(plan.samples, schema, body).map(({ note, value }) =>
          plan.write(operation, { path, body: value, status, note }),
        )
      : [];
  const queries = operation.parameters
    .filter((parameter) => operation.method === "get" && parameter.in === "query")
    .flatMap(({ name, schema: its }) =>
      wrongValues(its)
        .slice(0, 2)
        .map(({ note, value }) =>
          plan.write(operation, { path, query: { [name]: String(value) }, status, note: `${name}: ${note}` }),
        ),
    );
  plan.add(plan.cases, operation, {
    id: `${operation.id}-invalid`,
    title: `Refuses what it does not take (${nameOf(operation)})`,
    steps: [...bodies, ...queries.slice(0, mostQueries)],
    records,
  });
};

/** A read or a change that describes 404 must answer so, unless a change makes what is not there. */
const isStrict = ({ method, answers }: Operation): boolean => {
  const told = answers.map(({ status }) => status);
  return /^(?:get|put|patch)$/.test(method) && told.includes("404") && !told.includes("201");
};

const makesOwn = (plan: Plan, operation: Operation): boolean =>
  plan.resources.some((resource) => resource.create?.operation === operation && plan.own.has(resource));

/** A record that does not exist must be refused. */
export const refuseUnknown = (plan: Plan, operation: Operation): void => {
  const name = /\{([^{}]+)\}\/?$/.exec(operation.path)?.[1];
  if (name === undefined || operation.method === "post") return;
  const { path, records, missing } = plan.place(operation);
  if (missing !== null && missing !== name) return;
  const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
  const schema: JsonSchema = parameter?.schema ?? {};
  const sent = plan.body(operation);
  if (schema.enum || sent.missing !== undefined) return;
  const type = typesOf(schema)[0] ?? "";
  const id = /integer|number/.test(type) ? noNumber : schema.format === "uuid" ? noUuid : "no-such-record";
  const step = plan.write(operation, {
    path: new Map([...path, [name, id]]),
    body: sent.body,
    // Taking away what is not there may well be no error.
    status: isStrict(operation) ? refusalsOf(operation) : [...new Set([...successesOf(operation), "4xx"])],
  });
  plan.add(plan.cases, operation, {
    id: `${operation.id}-unknown`,
    title: `${isStrict(operation) ? "Refuses" : "Stands"} a record that does not exist (${nameOf(operation)})`,
    steps: [step],
    records: records.filter(({ item }) => item !== operation.path.replace(/\/$/, "")),
  });
};

/** What needs a log-in must show nothing without one. */
export const refuseNobody = (plan: Plan, area: string, operations: readonly Operation[]): void => {
  const asked = operations.flatMap((operation) => {
    const { path, missing } = plan.place(operation);
    // A variable would tie this case to others; that nobody is let in does not hang on the record.
    const isFree = missing === null && ![...path.values()].some((value) => value.includes("${"));
    if (operation.method !== "get" || operation.security.length === 0 || !isFree) return [];
    return [{ operation, step: plan.write(operation, { path, status: [401, 403], anonymous: true }) }];
  });
  const [first] = asked;
  if (!first) return;
  plan.add(plan.cases, first.operation, {
    id: `${area}-no-login`,
    title: `${area}: nothing is shown without a log-in`,
    steps: asked.slice(0, mostOfArea).map(({ step }) => step),
    auth: false,
  });
};

/** A record of the suite's own must be neither changed nor deleted by somebody who is not logged in. */
export const refuseStrangers = (plan: Plan, { item, name }: Resource): void => {
  // Where a session proves who asks, a redirect to the log-in page may well be the answer.
  if (plan.access.kind === "session" || plan.access.kind === "none") return;
  const operations = (["put", "patch", "delete"] as const).flatMap((method) => plan.at(item, method) ?? []);
  const guarded = operations.filter(
    (operation) => operation.security.length > 0 && plan.place(operation).isOwn,
  );
  const [first] = guarded;
  if (!first) return;
  const { path, records } = plan.place(first);
  const read = plan.at(item, "get");
  plan.add(plan.cases, first, {
    id: `${name}-no-login`,
    title: `Nobody changes or deletes it without a log-in (${item})`,
    steps: [
      ...guarded.flatMap((operation) => {
        const { body, missing } = plan.body(operation);
        return missing === undefined
          ? [plan.write(operation, { path, body, status: ["4xx"], anonymous: true })]
          : [];
      }),
      read ? plan.write(read, { path, note: "it is still there" }) : null,
    ],
    records,
  });
};
