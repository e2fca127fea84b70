import { escapeRegex } from "#model/escape-regex.ts";
import { mainList, rowsOf } from "#core/explore/lists/lists.ts";
import { anyCase, literal, literalTarget } from "#core/generate/steps.ts";
import type { Target } from "#model/target.ts";
import type { Intent, SpokenRole } from "./intent.ts";
import { fits, holds } from "./likeness.ts";
import { asWritten, expects, inField, isShownNow, placeOf, written } from "./looking.ts";
import { headingsOf } from "./seen-page.ts";
import type { SeenPage } from "./seen-page.ts";
import type { Resolved, Tour } from "./tour.ts";

type Of<K extends Intent["kind"]> = Extract<Intent, { kind: K }>;

const ariaRole: Partial<Record<SpokenRole, string>> = {
  button: "button",
  link: "link",
  tab: "tab",
  menuitem: "menuitem",
  checkbox: "checkbox",
  radio: "radio",
  heading: "heading",
  image: "img",
  dialog: "dialog",
  list: "combobox",
};

const seeText = async (tour: Tour, { text, quoted, shown, within }: Of<"see_text">): Promise<Resolved> => {
  if (text.trim() === "") return { reason: "it names no text" };
  if (!shown) {
    const known = quoted ? text : asWritten(tour.seen, text);
    if (known === null) return { reason: `"${text}" is not in quotes, and the app has not shown it before` };
    const place = within === null ? null : await placeOf(tour, within);
    return place === null
      ? expects({ text: { contains: literal(known), not: true } })
      : expects({ text: { target: literalTarget(place), contains: literal(known), not: true } });
  }
  let known: string | null = text;
  if (!quoted) known = await written(tour, text);
  else if (!(await isShownNow(tour, text))) {
    known = (await written(tour, text)) ?? text;
    const held = await inField(tour, known);
    if (held) return held;
  }
  if (known === null) return { reason: `the page does not show "${text}" there, and it is not in quotes` };
  const place = within === null ? null : await placeOf(tour, within);
  if (place !== null) return expects({ text: { target: literalTarget(place), contains: literal(known) } });
  return within === null
    ? expects({ text: literal(known) })
    : expects(
        { text: literal(known) },
        `"${known}" is looked for on the whole page, as nothing on it is called "${within}"`,
      );
};

const headingTarget = (name: string): Target => ({ role: "heading", name: literal(name) });

const bestHeading = (page: SeenPage, name: string): string | null => {
  const [best] = headingsOf(page)
    .map((text) => ({ text, value: fits(name, text) }))
    .toSorted((a, b) => b.value - a.value);
  return best && best.value >= 0.72 ? best.text : null;
};

const seeElement = async (tour: Tour, { target, shown }: Of<"see_element">): Promise<Resolved> => {
  const role = target.role === null ? undefined : ariaRole[target.role];
  const literally: Target | null =
    role === undefined ? literal(target.name) : { role, name: literal(target.name) };
  if (!shown) {
    const known = target.quoted ? target.name : asWritten(tour.seen, target.name);
    return known === null
      ? { reason: `"${target.name}" is not in quotes, and the app has not shown it before` }
      : expects({ hidden: role === undefined ? literal(known) : { role, name: literal(known) } });
  }
  if (target.role === "heading") {
    const page = await tour.look();
    const heading = page && bestHeading(page, target.name);
    if (heading) return expects({ visible: headingTarget(heading) });
  } else if (target.role === "image" || target.role === "dialog") {
    const page = await tour.look();
    const name = page && asWritten(page.texts, target.name);
    if (name && role) return expects({ visible: { role, name: literal(name) } });
  } else {
    const found = await tour.find(target, "any");
    if ("element" in found) {
      const told = await tour.target(found, "any", target.name);
      if ("target" in told) return expects({ visible: literalTarget(told.target) });
    }
  }
  if (target.quoted) return expects({ visible: literally });
  return { reason: `the page has nothing called "${target.name}" there` };
};

const seeState = async (tour: Tour, { target, state }: Of<"see_state">): Promise<Resolved> => {
  const isBox = state === "checked" || state === "unchecked";
  const found = await tour.find(target, isBox ? "check" : "any");
  if ("reason" in found) return found;
  const told = await tour.target(found, isBox ? "check" : "any", target.name);
  if ("reason" in told) return told;
  const it = literalTarget(told.target);
  if (state === "checked") return expects({ checked: it });
  if (state === "unchecked") return expects({ checked: { target: it, is: false } });
  if (state === "enabled") return expects({ enabled: it });
  return state === "disabled" ? expects({ disabled: it }) : expects({ focused: it });
};

const seeValue = async (tour: Tour, { target, value }: Of<"see_value">): Promise<Resolved> => {
  const found = await tour.find(target, "fill");
  if ("reason" in found) return found;
  const told = await tour.target(found, "fill", target.name);
  return "reason" in told
    ? told
    : expects({ value: { target: literalTarget(told.target), is: literal(value) } });
};

const kindWords: [RegExp, string][] = [
  [/^links?$/, "link"],
  [/^buttons?$/, "button"],
  [/^images?$/, "img"],
  [/^headings?$/, "heading"],
  [/^tabs?$/, "tab"],
  [/^check ?boxes$/, "checkbox"],
  [/^articles?$/, "article"],
  [/^columns?$/, "columnheader"],
];

const seeCount = async (tour: Tour, { what, range, within }: Of<"see_count">): Promise<Resolved> => {
  const place = within === null ? null : await placeOf(tour, within);
  const noun = what.trim().split(/\s+/).at(-1)?.toLowerCase() ?? "";
  const role = kindWords.find(([pattern]) => pattern.test(noun))?.[1];
  const inPlace = place === null ? {} : { within: literalTarget(place) };
  const count = (target: Target): Resolved => expects({ count: { target, ...range } });
  if (role !== undefined) {
    const name = what.trim().split(/\s+/).slice(0, -1).join(" ");
    return count({ role, ...(name !== "" && { name: literal(name) }), ...inPlace });
  }
  await tour.look();
  const survey = await tour.session.page.survey({ timeoutMs: 5000 });
  if (!survey.ok) return { reason: survey.message };
  const lists = survey.survey.collections.filter((list) => list.target !== null);
  const named = lists.find((list) => holds(list.name, noun) || (within !== null && holds(list.name, within)));
  const list = named ?? mainList(survey.survey) ?? (lists.length === 1 ? lists[0] : undefined);
  const rows = list ? rowsOf(list) : null;
  if (rows) {
    tour.rows = { target: rows, name: noun };
    return count(literalTarget(rows));
  }
  // An empty list is told by the rows that it had before.
  if (tour.rows && tour.rows.name === noun) return count(literalTarget(tour.rows.target));
  return { reason: `the page shows no list whose ${noun || "rows"} could be counted` };
};

const atStart = (tour: Tour): string =>
  String.raw`^[a-z]+:\/\/[^/]+${escapeRegex(tour.start).replace(/\/$/, "")}\/?(?:[?#].*)?$`;

const seeUrl = (tour: Tour, path: string): Resolved => {
  if (path === "" || path === "/") return expects({ url: { matches: atStart(tour) } });
  if (/^https?:/.test(path)) return expects({ url: literal(path) });
  // `/cart` is no part of `/cartoon`.
  const ends = /^[/#].*[\w-]$/.test(path);
  return ends
    ? expects({ url: { matches: literal(`${escapeRegex(path)}(?![\\w-])`) } })
    : expects({ url: literal(path) });
};

const seePage = async (tour: Tour, { name, quoted }: Of<"see_page">): Promise<Resolved> => {
  for (let round = 0; round < 4; round += 1) {
    if (round > 0) await tour.pause();
    const page = await tour.look();
    if (!page) continue;
    const heading = bestHeading(page, name);
    if (heading !== null) return expects({ visible: headingTarget(heading) });
    if (holds(page.title, name)) return expects({ title: { matches: anyCase(name) } });
    const { pathname, hash } = new URL(page.url);
    const part = `${pathname}${hash}`
      .split(/[/#?]/)
      .find((each) => holds(each, name) || fits(name, each) > 0.9);
    if (part) return expects({ url: literal(`/${part}`) });
  }
  return quoted
    ? expects({ visible: headingTarget(name) })
    : { reason: `no heading, title or address there says "${name}"` };
};

const notForSure = {
  reason: "it does not hold there, or cannot be told to, and a sentence before it could not be read",
};

/**
 * What the suite expects for what an intent is to see; targets are those of the page that is open. Null for a deed. `unsure`:
 * what led here was not understood whole, so that only what holds now is expected: that it does not would be nobody's fault.
 */
export const resolveSight = async (tour: Tour, intent: Intent, unsure: boolean): Promise<Resolved | null> => {
  if (!unsure) return resolve(tour, intent);
  const isTold = (name: string): Promise<boolean> => written(tour, name).then((text) => text !== null);
  switch (intent.kind) {
    case "see_text":
      if (intent.shown && !(await isShownNow(tour, intent.text)) && !(await isTold(intent.text)))
        return notForSure;
      return resolve(tour, intent);
    case "see_element":
      return resolve(tour, {
        ...intent,
        target: { ...intent.target, quoted: !intent.shown && intent.target.quoted },
      });
    case "see_page":
      return resolve(tour, { ...intent, quoted: false });
    case "see_state":
    case "see_value":
    case "see_count":
    case "see_url":
    case "see_title":
      return notForSure;
    default:
      return resolve(tour, intent);
  }
};

const resolve = async (tour: Tour, intent: Intent): Promise<Resolved | null> => {
  switch (intent.kind) {
    case "see_text":
      return seeText(tour, intent);
    case "see_element":
      return seeElement(tour, intent);
    case "see_state":
      return seeState(tour, intent);
    case "see_value":
      return seeValue(tour, intent);
    case "see_count":
      return seeCount(tour, intent);
    case "see_url":
      return seeUrl(tour, intent.path);
    case "see_title":
      return expects({ title: intent.whole ? { is: literal(intent.title) } : literal(intent.title) });
    case "see_page":
      return seePage(tour, intent);
    case "no_errors":
      return expects("no_errors");
    default:
      return null;
  }
};
