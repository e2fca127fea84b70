import { escapeRegex } from "#model/escape-regex.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SurveyCollection } from "#model/survey.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { isReferred, nameIn } from "#core/explore/items/item-data.ts";
import { fold, itemName } from "#core/explore/lists/lists.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { dayAs } from "#core/generate/days/days.ts";
import { oneIsNoSeveral } from "#core/generate/counts/plural-words.ts";
import { columnOf, expectCells, isNamed, listOf, rowOf } from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { literal, literalTarget } from "#core/generate/steps.ts";
import { isTime, timeAs } from "#core/generate/days/times.ts";

const DAY = /\b\d{4}-\d{2}-\d{2}\b/;

/** Rows that were there before write such a value in a way that tells how ours has to be written; null where they do not. */
const writtenAs = (entry: Entry, texts: string[], whole: boolean): string | null => {
  const filled = texts.map((text) => text.trim()).filter((text) => text !== "");
  if (filled.length < 2) return null;
  if (entry.kind === "select") {
    const options = entry.field.options.map((option) => option.trim()).filter((option) => option !== "");
    // "g" is in most words.
    const isIn = (text: string, option: string): boolean =>
      new RegExp(`(?<![\\p{L}\\d])${escapeRegex(option)}(?![\\p{L}\\d])`, "u").test(text);
    const isOne = (text: string): boolean =>
      options.some((option) => (whole ? text === option : isIn(text, option)));
    return options.length > 1 && filled.every(isOne) ? entry.option : null;
  }
  if (entry.kind !== "fill") return null;
  if (entry.field.type === "date") return filled.every((text) => DAY.test(text)) ? entry.value : null;
  if (entry.field.type === "number" && whole)
    return /^\d+$/.test(entry.value) && filled.every((text) => /^\d+$/.test(text)) ? entry.value : null;
  return null;
};

const MARKUP = / ?<samp>two<\/samp>/;
const WORDS = ["email", "url"];
/** Written in many ways: an amount, a telephone number. */
const NUMERIC = /^[+\d .,]+$/;

const CENTS = /(?<![\d.,])\d[\d.,' ]*?([.,])\d\d(?![\d.,])/gu;

/** An amount as the texts write amounts, where each has one with two decimals, and all by the same sign. */
const sumAs = (texts: string[], value: string): string | null => {
  const found = texts.map((text) => [...text.matchAll(CENTS)]);
  const [sign, ...others] = new Set(found.flatMap((each) => each.map(([, mark]) => mark)));
  if (found.length < 2 || sign === undefined || others.length > 0) return null;
  return found.every(({ length }) => length === 1) ? value.replace(".", sign) : null;
};

const SUM = /^\d{1,3}\.\d\d$/;

type Shown = { index: number; match: { contains: string } };

/** That the row shows the day that was typed, where it showed it, or a day beside it, when it was tried. */
const shownDay = (index: number, list: SurveyCollection | null, value: string): Shown[] => {
  const day = dayAs(list?.items.map(({ cells }) => cells[index] ?? "") ?? [], value);
  return day === null ? [] : [{ index, match: { contains: literal(day) } }];
};

/** A short key, of letters alone, or a code that begins with digits. */
const KEY = /^(?:\$\{letters_\d\}$|00TW)/;
/** In groups of four, or its last digits alone. */
const ACCOUNT = "${iban}";

const textsIn = (list: SurveyCollection | null, index: number): string[] =>
  (list?.items ?? []).map(({ cells }) => cells[index] ?? "").filter((text) => /\p{L}/u.test(text));

const PROTOCOL = /^\w+:\/\/(?:www\.)?/;
const HOST = /\p{L}\.\p{L}{2,}/u;

/** An address as the column shows such: whole, by its host alone, or null where a word such as "Visit" stands for it. */
const addressAs = (list: SurveyCollection | null, index: number, value: string): string | null => {
  const texts = textsIn(list, index);
  if (texts.some((text) => text.includes("://"))) return value;
  return texts.length === 0 || texts.some((text) => HOST.test(text))
    ? value.replace(PROTOCOL, "").replace(/[/?#].*$/, "")
    : null;
};

/** All that the column shows is in small letters: an address that is typed otherwise may be put so. */
const isSmall = (list: SurveyCollection | null, index: number): boolean => {
  const texts = textsIn(list, index);
  return texts.length > 1 && texts.every((text) => !/\p{Lu}/u.test(text));
};

/** All that the column shows is in capitals: a key that is typed otherwise may be put so. */
const isCapitals = (list: SurveyCollection | null, index: number): boolean => {
  const texts = textsIn(list, index);
  return texts.length > 1 && texts.every((text) => !/\p{Ll}/u.test(text));
};

const hasItem = (list: SurveyCollection | null, name: string): boolean =>
  list?.items.some((item) => fold(itemName(item)) === fold(name)) ?? false;

/** That the item's row shows what was typed, as far as the list shows such things. */
export const shownValues = (plan: Plan): StepDocument[] => {
  const { record, name, entries } = plan;
  const list = listOf(plan);
  const shown = entries.flatMap((entry): Shown[] => {
    const { field } = entry;
    const day = record.dayColumns[field.name];
    if (entry.kind === "fill" && day !== undefined) return shownDay(day, list, entry.value);
    const at = record.rowRole === "row" ? columnOf(plan, field) : -1;
    if (entry.kind === "fill" && at >= 0 && SUM.test(entry.value)) {
      const texts = (list?.items ?? []).map(({ cells }) => cells[at] ?? "").filter((text) => text !== "");
      const sum = sumAs(texts, entry.value);
      return sum === null ? [] : [{ index: at, match: { contains: sum } }];
    }
    if (entry.kind === "fill" && isTime(entry.value)) {
      if (at < 0 && record.rowRole === "row") return [];
      const texts = list?.items.map(({ cells, text }) => (at < 0 ? text : (cells[at] ?? ""))) ?? [];
      const time = timeAs(texts, entry.value);
      return time === null ? [] : [{ index: at, match: { contains: time } }];
    }
    if (entry.kind === "fill" && at >= 0 && (isWordy(field) || WORDS.includes(field.type))) {
      if (field.type === "textarea" || NUMERIC.test(entry.value) || entry.value === ACCOUNT) return [];
      if (KEY.test(entry.value) && (isCapitals(list, at) || isSmall(list, at))) return [];
      if (WORDS.includes(field.type) && isSmall(list, at)) return [];
      const value = isNamed(plan, field) ? entry.value.replace(MARKUP, "") : entry.value;
      const shown = PROTOCOL.test(value) ? addressAs(list, at, value) : value.trim();
      return shown === null ? [] : [{ index: at, match: { contains: shown } }];
    }
    if (record.rowRole === "row" && at < 0) return [];
    if (isReferred(entry)) return shownName(at, list, entry);
    const texts = list?.items.map(({ cells, text }) => (at < 0 ? text : (cells[at] ?? ""))) ?? [];
    // Where items of the list itself can be chosen, such as one that it is a part of, each row says its own name.
    if (at < 0 && field.options.some((option) => hasItem(list, option))) return [];
    const value = writtenAs(entry, texts, at >= 0);
    if (value === null) return [];
    return [{ index: at, match: { contains: entry.kind === "select" ? literal(value) : value } }];
  });
  return [
    ...expectCells(
      plan,
      name,
      shown.filter(({ index }) => index >= 0),
    ),
    ...shown
      .filter(({ index }) => index < 0)
      .map(({ match }): StepDocument => ({ expect: { text: { target: rowOf(plan, name), ...match } } })),
  ];
};

/** The name of what is chosen, where each row says one of those that can be chosen. */
const shownName = (index: number, list: SurveyCollection | null, entry: Entry): Shown[] => {
  const name = nameIn([entry], entry.field);
  const options = entry.field.options.map(fold);
  const all = index < 0 ? [] : (list?.items ?? []).map(({ cells }) => fold(cells[index] ?? ""));
  const texts = all.filter((text) => text !== "");
  // Those that can be had once are not offered while they are listed.
  const known = texts.filter((text) => options.includes(text)).length;
  return name !== null && texts.length > 1 && known * 2 >= texts.length
    ? [{ index, match: { contains: name } }]
    : [];
};

const TWICE = "&amp;";

/** Where a search has the item alone, what the page counts is not called as if there were several. */
export const oneAlone = ({ page, record }: Plan): StepDocument[] =>
  page && record.search ? oneIsNoSeveral(page) : [];

/** Whether an app shows markup as text or leaves it out: it must not run it, nor show signs as they are written in it. */
export const inert = (plan: Plan): StepDocument[] => {
  if (!MARKUP.test(plan.record.nameTail)) return [];
  const list = literalTarget(plan.record.list);
  const isCode = listOf(plan)?.items.some(({ text }) => text.includes(TWICE)) ?? false;
  return [
    { expect: { count: { target: { css: "samp", within: list }, is: 0 } } },
    ...(isCode ? [] : [{ expect: { text: { target: list, contains: TWICE, not: true as const } } }]),
  ];
};
