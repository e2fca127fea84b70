import { escapeRegex } from "#model/escape-regex.ts";
import type { Sentence, Written, WrittenCase } from "./intent.ts";

/** A part of a document, in the order in which it stands there. */
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  /** `list`: which list of the document it is an item of; `ordered`: whether that is numbered. */
  | { kind: "item"; text: string; list: number; ordered: boolean }
  | { kind: "table"; header: string[]; rows: string[][] };

const caseHead =
  /^(?:scenario(?: outline)?|test(?: case)?|tc|use case|case|example)\b[\s#-]*[\w.-]{0,12}?\s*[:.–-]\s*(?<title>.+)$/iu;
const nameHead = /^(?:feature|suite|test suite)\s*:\s*(?<title>.+)$/iu;
const story =
  /^(?:user story\s*:?\s*)?as (?:an? |the )?.{2,80}?,? (?:I|we) (?:want|would like|can|need|should)\b/iu;
const criteria =
  /^(?:acceptance criteria|criteria|expected (?:results?|behaviou?r)|steps(?: to (?:test|reproduce|follow))?|test steps|preconditions?|procedure|instructions|actions?)\s*:?$/iu;
const gherkinWord = /^(?:given|when|then|and|but)\b/iu;
const partOf = (word: string): Sentence["part"] =>
  word === "given" || word === "when" || word === "then" ? word : null;

/** Cuts at the ends of sentences, though not inside quotes, addresses and numbers. */
const sentencesOf = (line: string): string[] =>
  (line.match(/(?:["“«][^"”»]*["”»]|[^.!?"“«]|[.!?](?!\s|$|["”»](?:\s|$)))+[.!?]?/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 1);

/** "Given a, when b then c" in one line are three parts. */
const gherkinParts = (text: string): string[] | null => {
  if (!/^given\b.*\bthen\b|^when\b.*[, ]then\b/iu.test(text)) return null;
  return text.split(/[,;.]?\s+(?=(?:given|when|then)\b)|[,;]\s+(?=and\b\s)/iu);
};

type Open = WrittenCase & { list: number | null; isStory: boolean; part: Sentence["part"] };

/** Cases of a document: a heading, a scenario, a list of its own or a criterion begins one; tables give examples or steps. */
export const casesOfBlocks = (blocks: readonly Block[]): Written => {
  let name: string | null = null;
  const cases: Open[] = [];
  let title = "";
  let isCriteria = false;
  let lead = "";
  let current: Open | null = null;

  const begin = (called: string, list: number | null = null): Open => {
    current = {
      title: called.replace(/[:.]+$/, "").trim(),
      sentences: [],
      list,
      isStory: isCriteria,
      part: null,
    };
    cases.push(current);
    return current;
  };
  const add = (into: Open, text: string, isStep: boolean): void => {
    for (const whole of gherkinParts(text) ?? [text.replace(/^\s*(?:step\s*)?\d{1,3}[.)]\s+/i, "")]) {
      for (const sentence of sentencesOf(whole)) {
        const word =
          /^(given|when|then|expected(?: results?| outcome)?)\b/iu.exec(sentence)?.[1]?.toLowerCase() ?? "";
        const said = word.startsWith("expected") ? "then" : partOf(word);
        into.part = said ?? (gherkinWord.test(sentence) ? into.part : null);
        into.sentences.push({ text: sentence, part: into.part, isStep: isStep || said !== null });
      }
    }
  };

  for (const block of blocks) {
    if (block.kind === "heading") {
      isCriteria = false;
      const called = nameHead.exec(block.text)?.groups?.["title"];
      if (called !== undefined) name ??= called;
      else if (criteria.test(block.text)) isCriteria = /criteria/i.test(block.text);
      else {
        name ??= cases.length === 0 && title === "" ? block.text : name;
        title = caseHead.exec(block.text)?.groups?.["title"] ?? block.text;
        current = null;
        lead = "";
      }
      continue;
    }
    if (block.kind === "table") {
      current = addTable(block, { current, title, cases, begin, add });
      continue;
    }
    const { text } = block;
    const called = nameHead.exec(text)?.groups?.["title"];
    const begun = caseHead.exec(text)?.groups?.["title"];
    if (called !== undefined && block.kind === "text") {
      name ??= called;
    } else if (begun !== undefined && begun.length < 160 && !/[“"⟦].*[”"⟧].*\b(?:is|shows?)\b/.test(begun)) {
      title = begun;
      begin(begun);
    } else if (story.test(text)) {
      title = title === "" ? text.slice(0, 160) : title;
      current = null;
    } else if (criteria.test(text)) {
      isCriteria ||= /criteria/i.test(text);
    } else if (block.kind === "text") {
      lead = text;
      // What ends in a colon announces the list below it.
      if (!text.endsWith(":"))
        add(current ?? begin(title === "" ? text.slice(0, 80) : title), text, gherkinWord.test(text));
    } else if (isCriteria) {
      const continues: boolean =
        current !== null &&
        current.list === block.list &&
        /^(?:when|then|and|but)\b/iu.test(text) &&
        gherkinParts(text) === null;
      const criterion: Open = continues && current ? current : begin(text.slice(0, 160), block.list);
      add(criterion, text, true);
    } else {
      const announced = lead.endsWith(":") && (current === null || current.list !== block.list);
      const own: Open = announced
        ? begin(lead, block.list)
        : current !== null && (current.list === null || current.list === block.list)
          ? current
          : begin(title === "" ? text.slice(0, 80) : title, block.list);
      own.list = block.list;
      lead = "";
      add(own, text, block.ordered || announced || isInstruction(text));
    }
  }
  return {
    name,
    cases: cases
      .filter(({ sentences }) => sentences.length > 0)
      .map(({ title: called, sentences, list }) => ({
        title: called,
        sentences: list === null ? sentences : inOneList(sentences),
      })),
  };
};

/** Where half of a list are steps, the other half are too: "Posts > New" between two that begin with a verb. */
const inOneList = (sentences: Sentence[]): Sentence[] => {
  const isOrder = ({ text, isStep }: Sentence): boolean =>
    isStep || /^(?:expected|result|[A-Z]{3,}$)/i.test(text) || / > | → /.test(text);
  return sentences.filter(isOrder).length * 2 < sentences.length
    ? sentences
    : sentences.map((sentence) => ({ ...sentence, isStep: true }));
};

const isInstruction = (text: string): boolean =>
  /^(?:click|tap|press|hit|go|open|visit|enter|type|fill|replace|select|choose|pick|tick|check|log|sign|search|verify|given|when|then|and)\b/i.test(
    text,
  );

const actionColumn = /^(?:actions?|steps?|test steps?|instructions?|what to do|do)$/i;
const expectedColumn =
  /^(?:expected|expected (?:results?|outcomes?|behaviou?r)|results?|outcome|should|then|verify)$/i;
const titleColumn = /^(?:title|name|test(?: case)?|case|scenario|id|description|summary)$/i;
const dataColumn = /^(?:preconditions?|given|data|test data)$/i;

type Adding = {
  current: Open | null;
  title: string;
  cases: Open[];
  begin(called: string): Open;
  add(into: Open, text: string, isStep: boolean): void;
};

/** A table of steps, of cases, or of examples for the case above it. */
const addTable = (
  { header, rows }: Extract<Block, { kind: "table" }>,
  { current, title, cases, begin, add }: Adding,
): Open | null => {
  const at = (pattern: RegExp): number => header.findIndex((cell) => pattern.test(cell.trim()));
  const [action, expected, called, given] = [
    at(actionColumn),
    at(expectedColumn),
    at(titleColumn),
    at(dataColumn),
  ];
  const cell = (row: string[], index: number): string => (index < 0 ? "" : (row[index] ?? "").trim());
  const lines = (text: string): string[] =>
    text
      .split(/\n|(?<=[.;])\s+(?=\d+[.)]\s)|(?:^|\s)(?=\d+[.)]\s)/)
      .map((line) => line.trim())
      .filter(Boolean);
  if (action >= 0) {
    const isCaseEach = called >= 0 && called !== action && expected >= 0 && /s$/i.test(header[action] ?? "");
    let own: Open | null = isCaseEach ? null : (current ?? begin(title === "" ? "Steps" : title));
    for (const row of rows) {
      if (isCaseEach) own = begin(cell(row, called));
      if (!own) continue;
      for (const line of lines(cell(row, given))) add(own, `Given ${line}`, true);
      own.part = null;
      for (const line of lines(cell(row, action))) add(own, line, true);
      for (const line of lines(cell(row, expected))) add(own, `Then ${line}`, true);
    }
    return own;
  }
  if (!current) return null;
  const template = current.sentences.map(({ text }) => text).join("\n");
  const used = header.filter((column) => placeholder(column).test(template));
  if (used.length === 0) return current;
  const index = cases.indexOf(current);
  const outline = current;
  const filled = rows.map((row): Open => {
    const put = (text: string): string =>
      header.reduce(
        (so, column, place) => so.replaceAll(placeholder(column, "giu"), () => cell(row, place)),
        text,
      );
    return {
      ...outline,
      title: `${put(outline.title)} (${row.join(", ").slice(0, 80)})`,
      sentences: outline.sentences.map((sentence) => ({ ...sentence, text: put(sentence.text) })),
    };
  });
  cases.splice(index, 1, ...filled);
  return null;
};

const placeholder = (column: string, flags = "iu"): RegExp => {
  const name = escapeRegex(column.trim());
  return new RegExp(`[<‹{]\\s*${name}\\s*[>›}]`, flags);
};
