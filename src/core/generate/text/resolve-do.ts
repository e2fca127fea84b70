import { fillOne, literal, literalTarget } from "#core/generate/steps.ts";
import { makeFile } from "#core/suite/files.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { LOG_OUT, SEARCH } from "#core/explore/words.ts";
import type { Target } from "#model/target.ts";
import type { ElementAction } from "#ports/browser.ts";
import { click, doOn, doOnElement, named, steps } from "./acting.ts";
import type { Intent, Named } from "./intent.ts";
import { fits, holds } from "./likeness.ts";
import { isAbout, usableFor } from "./seen-page.ts";
import type { SeenElement, SeenPage } from "./seen-page.ts";
import { check, select } from "./resolve-choice.ts";
import type { Resolved, Tour } from "./tour.ts";

type Of<K extends Intent["kind"]> = Extract<Intent, { kind: K }>;

/** The path of an address of the app, or why it is none. */
const pathIn = (tour: Tour, path: string): { path: string } | { reason: string } => {
  if (path === "") return { path: tour.start };
  if (!URL.canParse(path, tour.origin)) return { reason: `${path} is no address` };
  const url = new URL(path, tour.origin);
  return url.origin === tour.origin
    ? { path: url.href.slice(url.origin.length) }
    : { reason: `${url.origin} is another app than ${tour.origin}` };
};

const open = async (tour: Tour, given: string): Promise<Resolved> => {
  const where = pathIn(tour, given);
  if ("reason" in where) return where;
  const failure = await tour.goto(where.path);
  return failure === null ? steps({ goto: literal(where.path) }) : { reason: failure };
};

const visit = async (tour: Tour, target: Named): Promise<Resolved> => {
  const found = await click(
    tour,
    target.role === null ? { ...target, role: target.quoted ? null : "link" } : target,
  );
  if ("steps" in found) return found;
  const page = await tour.look();
  if (page && isAbout(page, target.name)) return { steps: [] };
  // "The next page" is a page by its words, and a control that is called so.
  if (target.quoted || target.role !== null) return found;
  const asControl = await click(tour, { ...target, name: `${target.name} page`, role: "button" });
  return "steps" in asControl ? asControl : found;
};

/** The field that a text means without naming it: the one that has the focus, or the only one. */
const onlyField = (page: SeenPage): SeenElement | null => {
  const fields = page.elements.filter(({ kind }) => usableFor.fill.some((one) => one === kind));
  const focused = fields.filter(({ rest }) => rest.includes("[focused]"));
  const pool = focused.length > 0 ? focused : fields;
  return pool.length === 1 ? (pool[0] ?? null) : null;
};

const fill = async (
  tour: Tour,
  { target, value }: Of<"fill">,
  secret: (value: string) => string,
): Promise<Resolved> => {
  const action: ElementAction = { kind: "fill", value };
  let done: { target: Target } | { reason: string };
  if (target) done = await doOn(tour, { wanted: target, use: "fill", purpose: "fill", action });
  else {
    const page = await tour.look();
    const element = page && onlyField(page);
    if (!page || !element) return { reason: "it does not say into which field" };
    done = await doOnElement(tour, { element, page }, { purpose: "fill", action, asked: "" });
  }
  if ("reason" in done) {
    // "Set Country to France" means a list as well as a field.
    const listed =
      target && value !== "" ? await select(tour, { kind: "select", target, option: value }) : null;
    return listed && "steps" in listed ? listed : done;
  }
  tour.field = done.target;
  const written = secret(value);
  return steps(
    typeof done.target === "string"
      ? { fill: { [done.target]: written } }
      : { fill: { target: done.target, value: written } },
  );
};

const search = async (tour: Tour, value: string): Promise<Resolved> => {
  const page = await tour.look();
  const fields =
    page?.elements.filter(({ kind }) => kind === "searchbox" || kind === "textbox" || kind === "combobox") ??
    [];
  // A field may bear no name and yet stand beside the button that searches.
  const besides = ({ places }: SeenElement): boolean =>
    places.slice(-3).some((place) => place.length < 150 && SEARCH.test(place));
  const box =
    fields.find(({ kind }) => kind === "searchbox") ??
    fields.find(({ name }) => SEARCH.test(name)) ??
    fields.find(besides);
  if (!page || !box) return { reason: "the page has no field to search with" };
  const done = await doOnElement(
    tour,
    { element: box, page },
    { purpose: "fill", action: { kind: "fill", value }, asked: "" },
  );
  if ("reason" in done) return done;
  const failure = await tour.act(done.target, { kind: "press", key: "Enter" });
  if (failure !== null) return { reason: failure };
  return steps(fillOne({ target: done.target }, literal(value)), {
    press: { key: "Enter", target: done.target },
  });
};

const generated: Record<string, "png" | "csv" | "pdf"> = {
  png: "png",
  jpg: "png",
  jpeg: "png",
  gif: "png",
  csv: "csv",
  pdf: "pdf",
};

const upload = async (tour: Tour, { target, file }: Of<"upload">): Promise<Resolved> => {
  const kind = generated[/\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ""] ?? "text";
  const page = await tour.look();
  const fields = page?.elements.filter((each) => each.kind === "file") ?? [];
  const only = target === null && fields.length === 1 ? fields[0] : undefined;
  const found =
    only && page
      ? { element: only, page }
      : target
        ? await tour.find(target, "upload")
        : { reason: "it does not say into which field" };
  if ("reason" in found) return found;
  const told = await tour.target(found, "upload", target?.name ?? "");
  if ("reason" in told) return told;
  const given: { generate: "png" | "csv" | "pdf" | "text"; name: string } = { generate: kind, name: file };
  const made = makeFile(given);
  if (typeof made === "string") return { reason: made };
  const failure = await tour.act(told.target, { kind: "upload", files: [made] });
  return failure === null
    ? steps({ upload: { target: literalTarget(told.target), file: given } })
    : { reason: failure };
};

const press = async (tour: Tour, { key, target }: Of<"press">): Promise<Resolved> => {
  if (target) {
    const done = await doOn(tour, {
      wanted: target,
      use: "fill",
      purpose: "press",
      action: { kind: "press", key },
    });
    return "target" in done ? steps({ press: { key, target: done.target } }) : done;
  }
  if (tour.field !== null && key === "Enter") {
    const failure = await tour.act(tour.field, { kind: "press", key });
    if (failure === null) return steps({ press: { key, target: tour.field } });
  }
  const failure = await tour.press(key);
  return failure === null ? steps({ press: key }) : { reason: failure };
};

const submit = async (tour: Tour): Promise<Resolved> => {
  const found = await click(tour, named("submit", "button"));
  if ("steps" in found) return found;
  return tour.field === null ? found : press(tour, { kind: "press", key: "Enter", target: null });
};

const logOut = async (tour: Tour): Promise<Resolved> => {
  const page = await tour.look();
  const way = page?.elements.filter(({ name }) => LOG_OUT.test(name)) ?? [];
  const [only] = way;
  if (!page || !only) return { reason: "the page shows no way to log out" };
  const done = await doOnElement(
    tour,
    { element: only, page },
    { purpose: "click", action: { kind: "click" }, asked: "" },
  );
  return "target" in done ? steps({ click: done.target }) : done;
};

/** A sentence that orders something no rule knows counts when a control is called just that: "Add the mug to the cart". */
const order = async (tour: Tour, { verb, target, whole }: Of<"order">): Promise<Resolved> => {
  const page = await tour.look();
  if (!page) return { reason: "the page could not be read" };
  const rest = whole.replace(target.name, " ").replaceAll(/\s+/g, " ").trim();
  const offers = page.elements.filter(
    ({ kind, name }) => name !== "" && usableFor.click.some((one) => one === kind),
  );
  for (const words of [whole, rest, `${verb} ${target.role ?? ""}`.trim(), verb]) {
    if (!offers.some(({ name }) => fits(words, name) >= 0.93)) continue;
    const isWhole = words === whole;
    if (!isWhole && !target.quoted && !page.texts.some((text) => holds(text, target.name))) continue;
    const isGeneric = isWhole || holds(words, target.name) || isAbout(page, target.name);
    const wanted: Named = {
      name: words,
      quoted: false,
      role: null,
      within: isGeneric ? null : target.name,
      nth: null,
    };
    const done = await doOn(tour, { wanted, use: "click", purpose: "click", action: { kind: "click" } });
    if ("target" in done) return steps({ click: done.target });
  }
  return { reason: "no rule knows what it asks for, and nothing on the page is called so" };
};

/** Does in the live app what an intent asks for, and gives the steps that a suite does it with. */
export const resolveDeed = async (
  tour: Tour,
  intent: Intent,
  secret: (value: string) => string,
): Promise<Resolved | null> => {
  switch (intent.kind) {
    case "open":
      return open(tour, intent.path);
    case "visit":
      return visit(tour, intent.target);
    case "reload":
    case "back": {
      const { page } = tour.session;
      const gone = await (intent.kind === "reload"
        ? page.reload({ timeoutMs: 15_000 })
        : page.back({ timeoutMs: 15_000 }));
      return gone.ok ? steps(intent.kind) : { reason: gone.message };
    }
    case "nothing":
    case "anonymous":
      return steps();
    case "click":
      return click(tour, intent.target);
    case "double_click":
    case "hover":
    case "scroll_to": {
      const { kind } = intent;
      const done = await doOn(tour, { wanted: intent.target, use: "any", purpose: "any", action: { kind } });
      return "target" in done ? steps({ [kind]: done.target } as StepDocument) : done;
    }
    case "order":
      return order(tour, intent);
    case "fill":
      return fill(tour, intent, secret);
    case "search":
      return search(tour, intent.value);
    case "select":
      return select(tour, intent);
    case "check":
      return check(tour, intent);
    case "upload":
      return upload(tour, intent);
    case "press":
      return press(tour, intent);
    case "submit":
      return submit(tour);
    case "log_out":
      return logOut(tour);
    case "dialog":
      tour.session.answerNextDialog({ accept: intent.accept, text: null });
      return steps({ dialog: intent.accept ? "accept" : "dismiss" });
    default:
      return null;
  }
};
