import { isCollection, isMap, isPair, isScalar, Document, visit } from "yaml";
import type { CaseDocument, StepDocument, SuiteDocument } from "./grammar.ts";
import { printInline, printSteps } from "./print-flow.ts";

/** Columns that a line may take. */
const widest = 120;

const headerOrder = [
  "suite",
  "base_url",
  "description",
  "tags",
  "timeout",
  "case_timeout",
  "retries",
  "seed",
  "viewport",
  "healing",
  "auth",
  "fixtures",
];
const caseOrder = ["id", "title", "tags", "needs", "auth", "timeout", "case_timeout", "retries"];

const inOrder = (value: object, order: string[]): Record<string, unknown> => {
  const rank = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .toSorted(([a], [b]) => rank(a) - rank(b)),
  );
};

/** Keys and values, one below the other, values on one line where they fit. */
const printKeys = (keys: Record<string, unknown>): string => {
  const document = new Document(keys, { aliasDuplicateObjects: false });
  visit(document, {
    Collection(_key, node, ancestors) {
      const owner = ancestors.findLast((ancestor) => isPair(ancestor));
      const name = isPair(owner) && isScalar(owner.key) ? owner.key.value : null;
      const depth = ancestors.filter((ancestor) => isPair(ancestor)).length;
      if (depth === 0 || (depth === 1 && isMap(node) && name === "fixtures")) return undefined;
      if (String(name).length + printInline(node.toJS(document)).length + 2 * depth > widest)
        return undefined;
      node.flow = true;
      visit(node, { Collection: (_inner, child) => void (isCollection(child) && (child.flow = true)) });
      return visit.SKIP;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false, indentSeq: true });
};

/** The lines of a block. */
export const printBlock = (name: string, steps: StepDocument[]): string[] =>
  printSteps(printInline(name), steps, "  ", widest);

const printBlocks = (blocks: Record<string, StepDocument[]>): string[] => [
  "blocks:",
  ...Object.entries(blocks).flatMap(([name, steps]) => printBlock(name, steps)),
];

/** The lines of a case. */
export const printCase = ({ steps, ...head }: CaseDocument): string[] => {
  const keys = printKeys(inOrder(head, caseOrder)).trimEnd().split("\n");
  return [
    ...keys.map((line, at) => (at === 0 ? `  - ${line}` : `    ${line}`)),
    ...printSteps("steps", steps, "    ", widest),
  ];
};

/**
 * Writes a suite as YAML that parseSuite reads back as the same document: keys in the order of the reference; of the
 * steps of a case those on a line that belong together. The same document always gives the same text.
 */
export const printSuite = ({ blocks, cases, ...head }: SuiteDocument): string =>
  [
    printKeys(inOrder(head, headerOrder)).trimEnd(),
    ...(blocks ? printBlocks(blocks) : []),
    "cases:",
    ...cases.flatMap(printCase),
    "",
  ].join("\n");
