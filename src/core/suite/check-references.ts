import type { Case, Position, Step } from "#model/suite.ts";
import { didYouMean } from "./nearest.ts";
import type { Mistake, Path } from "./source.ts";
import { stepDefinitions } from "./steps/index.ts";
import { variablesIn, visitTexts } from "./values.ts";

/** Names that suites may use beside what they define; undefined: any name. */
export type KnownNames = { env?: readonly string[]; secrets?: readonly string[] };

type Use = { name: string; at: Position };
/** What a list of steps needs from before it, and what it sets. `size`: steps with those of its blocks. */
type Flow = { needs: Use[]; sets: Set<string>; size: number };

type Parts = {
  fixtures: ReadonlySet<string>;
  blocks: ReadonlyMap<string, Step[]>;
  cases: Case[];
  /** Steps of the log-in, before every case. */
  login: Step[];
  known: KnownNames;
  /** Steps of one case, blocks written out. */
  maxSteps: number;
  add(mistake: Mistake): void;
};

const stepTexts = (step: Step): string[] => {
  const names: string[] = [];
  visitTexts(
    [step.args, step.options.when, step.options.within, step.options.frame, step.options.note],
    (text) => {
      names.push(...variablesIn(text));
    },
  );
  return names;
};

/** Says what is wrong with `env.X`, `secret.X` or a malformed name; null for a plain name, which needs a look at the flow. */
const checkSpecial = (name: string, known: KnownNames): { wrong: string | null } | null => {
  const [space, ...rest] = name.split(".");
  const key = rest.join(".");
  if (rest.length > 0 && (space === "env" || space === "secret")) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) return { wrong: `\${${name}} is not a valid name` };
    const names = space === "env" ? known.env : known.secrets;
    if (!names || names.includes(key)) return { wrong: null };
    const rule = space === "env" ? "is not a name that this service lets suites use" : "is not set";
    return { wrong: `\${${name}} ${rule}${didYouMean(key, names)}` };
  }
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return null;
  return { wrong: name === "" ? "${} names no variable" : `\${${name}} is not a valid name` };
};

/** Finds undefined variables, unknown and recursive blocks, and adds to each case the needs that its variables imply. */
export const checkReferences = (parts: Parts): void => {
  const { blocks, cases, add } = parts;
  const fixtures = new Set(parts.fixtures);
  const flows = new Map<string, Flow>();
  const open: string[] = [];

  const flowOf = (steps: Step[]): Flow => {
    const flow: Flow = { needs: [], sets: new Set(), size: 0 };
    for (const step of steps) {
      for (const name of stepTexts(step)) {
        const special = checkSpecial(name, parts.known);
        if (special?.wrong) add({ path: [], at: step.at, message: special.wrong });
        if (!special && !fixtures.has(name) && !flow.sets.has(name)) flow.needs.push({ name, at: step.at });
      }
      const definition = stepDefinitions.get(step.verb);
      const block = definition?.uses(step.args) ?? null;
      flow.size += 1;
      if (block !== null) {
        const inner = blockFlow(block, step.at);
        flow.size += inner.size;
        for (const use of inner.needs) if (!flow.sets.has(use.name)) flow.needs.push(use);
        for (const name of inner.sets) flow.sets.add(name);
      }
      for (const name of definition?.captures(step.args) ?? []) flow.sets.add(name);
    }
    return flow;
  };

  const blockFlow = (name: string, at: Position): Flow => {
    const nothing: Flow = { needs: [], sets: new Set(), size: 0 };
    const steps = blocks.get(name);
    if (!steps) {
      add({ path: [], at, message: `unknown block '${name}'${didYouMean(name, blocks.keys())}` });
      return nothing;
    }
    const begin = open.indexOf(name);
    if (begin >= 0) {
      add({
        path: [],
        at,
        message: `block '${name}' uses itself: ${[...open.slice(begin), name].join(" → ")}`,
      });
      return nothing;
    }
    const done = flows.get(name);
    if (done) return done;
    open.push(name);
    const flow = flowOf(steps);
    open.pop();
    flows.set(name, flow);
    return flow;
  };

  const undefinedName = (name: string, at: Position, names: Iterable<string>): void => {
    const near = didYouMean(name, new Set(names));
    const hint = near === "" ? "; define it under fixtures, or capture it in an earlier step" : near;
    add({ path: [], at, message: `undefined variable \${${name}}${hint}` });
  };

  for (const [name, steps] of blocks) if (steps[0]) blockFlow(name, steps[0].at);
  const login = flowOf(parts.login);
  for (const { name, at } of login.needs) undefinedName(name, at, fixtures);
  for (const name of login.sets) fixtures.add(name);
  const caseFlows = new Map(cases.map((item) => [item, flowOf(item.steps)]));
  const byId = new Map(cases.map((item) => [item.id, item]));

  const needed = (item: Case): Case[] => {
    const all = new Set<Case>();
    const visit = (one: Case): void => {
      for (const id of one.needs) {
        const next = byId.get(id);
        if (next && !all.has(next)) {
          all.add(next);
          visit(next);
        }
      }
    };
    visit(item);
    return [...all];
  };
  const setsOf = (item: Case): Set<string> => caseFlows.get(item)?.sets ?? new Set();

  const given = (item: Case): Set<string> => new Set(needed(item).flatMap((other) => [...setsOf(other)]));
  for (const [position, item] of cases.entries()) {
    const flow = caseFlows.get(item);
    if (!flow) continue;
    let available = given(item);
    if (flow.size > parts.maxSteps) {
      add({
        path: [],
        at: item.at,
        message: `case '${item.id}' has more than ${parts.maxSteps} steps, those of its blocks included`,
      });
    }
    for (const { name, at } of flow.needs) {
      if (fixtures.has(name) || available.has(name)) continue;
      const giver =
        cases.slice(0, position).findLast((other) => setsOf(other).has(name)) ??
        cases.slice(position + 1).find((other) => setsOf(other).has(name));
      if (giver) {
        item.needs.push(giver.id);
        available = given(item);
        continue;
      }
      if (setsOf(item).has(name)) {
        add({ path: [], at, message: `\${${name}} is used before this case captures it` });
        continue;
      }
      undefinedName(name, at, [...fixtures, ...cases.flatMap((other) => [...setsOf(other)])]);
    }
  }
};

/** Finds needs that form a circle; tells each circle once. */
export const checkCycles = (cases: Case[], add: (mistake: Mistake) => void): void => {
  const byId = new Map(cases.map((item) => [item.id, item]));
  const done = new Set<Case>();
  const walk = (item: Case, trail: Case[]): void => {
    const begin = trail.indexOf(item);
    if (begin >= 0) {
      const circle = [...trail.slice(begin), item].map(({ id }) => id).join(" → ");
      add({ path: [], at: item.at, message: `cases need each other in a circle: ${circle}` });
      return;
    }
    if (done.has(item)) return;
    for (const id of item.needs) {
      const next = byId.get(id);
      if (next) walk(next, [...trail, item]);
    }
    done.add(item);
  };
  for (const item of cases) walk(item, []);
};

/** More unknown needs than these are not told. */
const mostUnknown = 100;

/** Unknown ids in `needs`. */
export const checkNeeds = (
  cases: Case[],
  atOf: (path: Path) => Position,
  add: (mistake: Mistake) => void,
): void => {
  const ids = new Set(cases.map(({ id }) => id));
  const unknown = cases.flatMap((item, index) =>
    item.needs.flatMap((id, place) => (ids.has(id) ? [] : [{ id, path: ["cases", index, "needs", place] }])),
  );
  for (const { id, path } of unknown.slice(0, mostUnknown)) {
    add({ path, at: atOf(path), message: `unknown case '${id}'${didYouMean(id, ids)}` });
  }
};
