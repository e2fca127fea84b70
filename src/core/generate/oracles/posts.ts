import { escapeRegex } from "#model/escape-regex.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePost } from "#model/site-posts.ts";
import { BLANK } from "#core/explore/forms/blank-texts.ts";
import { promisedLength } from "#core/explore/forms/field-promises.ts";
import { dataFor, offeredBy } from "#core/explore/forms/form-data.ts";
import type { Target } from "#model/target.ts";
import { MARK } from "#core/explore/forms/samples.ts";
import { slug } from "#core/explore/pages/states.ts";
import { WHO } from "#core/explore/words.ts";
import { averageAfter } from "#core/generate/sums/average-after.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fillIn, fixturesOf } from "#core/generate/forms.ts";
import { leastText } from "#core/generate/records/promised-texts.ts";
import { idOf, isSpent, opening, sending, titleOf, undone } from "#core/generate/post-steps.ts";
import { beginsWith, beside, rated } from "#core/generate/post-edits.ts";
import {
  anew,
  captureName,
  click,
  fillOne,
  idle,
  literal,
  literalTarget,
  noErrors,
  problemsOf,
  short,
} from "#core/generate/steps.ts";

const WRITTEN =
  /(?<!\p{L})(?:comments?|repl(?:y|ies)|messages?|reviews?|answers?|feedback|remarks?|response|opinion|kommentar|antwort|nachricht|bemerkung|bewertung)(?!\p{L})/iu;
const PLAIN_TAIL = " & what else there is to say";
const MARKUP = / ?<samp>two<\/samp>/;

/** What can be sent but once is not sent again: what came of it then is there to be looked at. */
const left = (site: SiteModel, post: SitePost): Draft | null => {
  const { form, path, pageId, key, markup, rating } = post;
  const wrong: StepDocument[] = [
    ...(markup ? [{ expect: { count: { target: { css: "samp" }, is: 0 } } }] : []),
    ...(rating && rating.shown !== rating.meant ? [rated(key, rating)] : []),
    ...averageAfter(site, post, isSpent(form)),
  ];
  const isThere = { visible: { text: literal(key) } };
  if (wrong.length === 0) return null;
  return {
    id: `posted-${slug(form.name) || pageId}`,
    title: `What "${short(form.submit?.name ?? form.name)}" has added is shown as it was typed and chosen`,
    steps: [
      { goto: literal(path) },
      ...wrong.map((step) => (typeof step === "object" ? { ...step, when: isThere } : step)),
      noErrors(problemsOf(site), site.login?.used ?? false),
    ],
    rank: 11,
  };
};

/** A text that tells two posts of one page apart, and from the name of what other cases make. */
const markOf = (site: SiteModel, post: SitePost, kind: "p" | "d"): string => {
  const at = site.posts.indexOf(post);
  return `${MARK} ${kind}${at > 0 ? at : ""}\${tag}`;
};

const COUNTED = /^\p{L}[\p{L} ]{2,30} \(\d{1,4}\)$|^\d{1,4} \p{L}{3,20}$/u;

/** A heading that says how many there are says at once what it says later. */
const counted = (site: SiteModel, post: SitePost): { now: StepDocument[]; later: StepDocument[] } => {
  const page = site.pages.find(({ id }) => id === post.pageId);
  const [said, ...others] = (page?.survey.headings ?? []).filter(({ text }) => COUNTED.test(text.trim()));
  if (!page || !said || others.length > 0) return { now: [], later: [] };
  const target = literalTarget(mainOf(page.survey));
  const name = captureName("said_above", post.pageId);
  const words = said.text.trim().replace(/\d+/, "#");
  const match = escapeRegex(words).replace("#", "\\d+").replace(/s$/, "s?");
  return {
    now: [{ capture: { [name]: { text: target, match } } }],
    later: [{ expect: { text: { target, contains: `\${${name}}` } } }],
  };
};

const draft = (site: SiteModel, post: SitePost): Draft | null => {
  const { form, field, path, tail, rating } = post;
  if (isSpent(form)) return left(site, post);
  const entries = dataFor(form);
  if (!entries || field.target === null) return null;
  const text = `${markOf(site, post, "p")}${tail}`;
  const [before = "", after = ""] = text.split(MARKUP);
  // What one writes to somebody may have lines; elsewhere each line may be an entry, or the first one a title.
  const typed =
    field.type === "textarea" && WRITTEN.test(field.name) && after.trim() !== ""
      ? `${text.slice(0, text.length - after.length)}\n${after.trim()}`
      : text;
  // Whether an app shows markup as text or leaves it out: it must not run it.
  const shows: StepDocument[] = [
    { expect: { text: before } },
    ...(after.trim() === "" ? [] : [{ expect: { text: after.trim() } }]),
    ...(MARKUP.test(text) ? [{ expect: { count: { target: { css: "samp" }, is: 0 } } }] : []),
  ];
  const once: StepDocument[] = post.once
    ? [{ expect: { count: { target: { text: before.trim() }, max: 1 } } }]
    : [];
  const number = counted(site, post);
  return {
    id: idOf(post),
    title: `What "${titleOf(post)}" adds is shown as it was typed`,
    steps: [
      ...undone(post, "before"),
      ...opening(post),
      ...fillIn(entries, { instead: { field, value: typed } }),
      sending(post),
      { wait_for: "idle" },
      ...shows,
      ...once,
      ...(post.kept
        ? [...number.now, { goto: literal(path) }, ...anew(post), ...shows, ...once, ...number.later]
        : []),
      ...(post.kept && rating ? [rated(before.trim(), rating)] : []),
      ...(post.kept ? averageAfter(site, post, isSpent(form)) : []),
      ...(post.undo
        ? [...undone(post, "after"), { expect: { text: { contains: before.trim(), not: true } } }]
        : []),
      noErrors(problemsOf(site), site.login?.used ?? false),
    ],
    fixtures: { ...fixturesOf(entries), tag: { string: 6 } },
    rank: 11,
  };
};

/** The only text that may be added is in the form for changing it, as it was typed and rated, and saving that as it is changes nothing. */
const unchanged = (site: SiteModel, post: SitePost): Draft | null => {
  const { form, field, path, rating, edit, undo } = post;
  const entries = dataFor(form);
  const submit = form.submit?.target ?? null;
  if (!entries || !edit?.chosen || !undo || submit === null || isSpent(form)) return null;
  const text = markOf(site, post, "p");
  return {
    id: `${idOf(post)}-unchanged`,
    title: `What "${titleOf(post)}" has added is changed from what it is`,
    steps: [
      ...undone(post, "before"),
      ...opening(post),
      ...fillIn(entries, { instead: { field, value: `${text}${post.tail === "" ? "" : PLAIN_TAIL}` } }),
      click(submit),
      idle,
      { goto: literal(path) },
      ...anew(post),
      { click: beside(edit, text) },
      ...beginsWith(edit, text),
      click(edit.submit),
      idle,
      { goto: literal(path) },
      ...anew(post),
      { expect: { text } },
      ...(rating ? [rated(text, rating)] : []),
      ...undone(post, "after"),
      noErrors(problemsOf(site), site.login?.used ?? false),
    ],
    fixtures: { ...fixturesOf(entries), tag: { string: 6 } },
    rank: 13,
  };
};

/** Who clicks twice has said it once; as for items, what a dialog sends is left alone: many that are sound take both. */
const twice = (site: SiteModel, post: SitePost): Draft | null => {
  const { form, field, path, once, scripted, kept } = post;
  const entries = dataFor(form);
  const submit = form.submit?.target ?? null;
  if (!entries || submit === null || !once || !scripted || !kept || isSpent(form) || post.undo || post.opener)
    return null;
  const text = `${markOf(site, post, "d")}${promisedLength(field) === null ? "" : " wrote this just once, and at some length"}`;
  return {
    id: `${idOf(post)}-twice`,
    title: `A double click on "${titleOf(post)}" adds it once`,
    steps: [
      ...opening(post),
      ...fillIn(entries, { instead: { field, value: text } }),
      { double_click: literalTarget(submit) },
      idle,
      { goto: literal(path) },
      ...anew(post),
      { expect: { text } },
      { expect: { count: { target: { text }, is: 1 } } },
    ],
    fixtures: { ...fixturesOf(entries), tag: { string: 6 } },
    rank: 25,
  };
};

/** A text of just the length that the form asks for at least is taken. */
const least = (site: SiteModel, post: SitePost): Draft | null => {
  const { form, field, path, kept, shown } = post;
  const entries = dataFor(form);
  const text = leastText(field);
  if (!entries || !text || !(kept && shown) || isSpent(form)) return null;
  return {
    id: `${idOf(post)}-least`,
    title: `"${titleOf(post)}" takes ${text.what}, as it says`,
    steps: [
      ...undone(post, "before"),
      ...opening(post),
      ...fillIn(entries, { instead: { field, value: text.value } }),
      sending(post),
      idle,
      { goto: literal(path) },
      ...anew(post),
      { expect: { text: text.value } },
      ...undone(post, "after"),
      noErrors(problemsOf(site), site.login?.used ?? false),
    ],
    fixtures: { ...fixturesOf(entries), ...text.fixtures },
    rank: 21,
  };
};

const OPTIONAL = /optional|freiwillig|facultatif|opcional|facoltativ|optioneel/i;

const isPlain = (css: string): boolean => /^[a-z]+$/.test(css);

/** Sent with nothing in it, or with nothing but spaces, it adds nothing. */
const empty = (site: SiteModel, post: SitePost): Draft | null => {
  const { form, field, path, opener } = post;
  const others = form.fields.filter((each) => each !== field && each.name !== field.name);
  // What else is given may be what is meant.
  const isAlone = others.every(
    ({ type, name, value, options }) =>
      type === "checkbox" ||
      (type === "select" && !offeredBy(options).includes(value)) ||
      (/^(?:text|email)$/.test(type) && WHO.test(name)),
  );
  const submit = form.submit?.target ?? null;
  // What the browser alone asks for says nothing of what the app takes for empty.
  if (post.entries === null || field.required || !isAlone) return null;
  if (OPTIONAL.test(`${field.name} ${field.hint ?? ""}`)) return null;
  if (isSpent(form) || submit === null) return null;
  const isHeld = form.submit?.disabled === true;
  const who = (dataFor(form) ?? []).filter((entry) => entry.kind === "fill" && WHO.test(entry.field.name));
  const count = captureName("entries_of", slug(form.name) || post.pageId);
  const page = site.pages.find(({ id }) => id === post.pageId);
  const main = page ? mainOf(page.survey) : null;
  const within = isPlain(post.entries) && main ? { within: literalTarget(main) } : {};
  const entries: Target = { css: post.entries, ...within };
  const sent = (typed: StepDocument[]): StepDocument[] => [
    ...(opener ? [click(opener)] : []),
    ...fillIn(who),
    ...typed,
    isHeld ? { click: literalTarget(submit), when: { enabled: literalTarget(submit) } } : click(submit),
    idle,
    { goto: literal(path) },
    ...anew(post),
    idle,
    { expect: { count: { target: entries, max: `\${${count}}` } } },
  ];
  return {
    id: `${idOf(post)}-empty`,
    title: `"${titleOf(post)}" adds nothing where nothing was typed, or only spaces`,
    steps: [
      { goto: literal(path) },
      idle,
      { capture: { [count]: { count: entries } } },
      ...(isHeld ? [] : sent([])),
      ...sent([fillOne(field, BLANK)]),
    ],
    fixtures: fixturesOf(who),
    rank: 24,
  };
};

export const posts = defineOracle({
  id: "posts",
  summary:
    "A text that a form adds to its page is shown there, as it was typed, also when the page is opened again.",
  applies: (site) =>
    site.posts.flatMap((post) =>
      [
        draft(site, post),
        unchanged(site, post),
        twice(site, post),
        least(site, post),
        empty(site, post),
      ].flatMap((each) => each ?? []),
    ),
});
