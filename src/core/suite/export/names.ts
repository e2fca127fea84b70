import { helperNames } from "./helpers/index.ts";

const reserved = new Set(
  (
    "break case catch class const continue debugger default delete do else enum export extends false finally for function if import in " +
    "instanceof new null return super switch this throw true try typeof var void while with yield let static await async of " +
    "implements interface package private protected public arguments eval undefined NaN Infinity " +
    "test base expect page fixtures captured run baseURL contextOptions specName process console Proxy Reflect Object Array String Number " +
    "Promise RegExp Date JSON Math Map Set WeakMap Error URL Intl document window basename dirname join existsSync readFileSync mkdirSync writeFileSync"
  ).split(" "),
);

/** Function names for blocks: camel case, each once, none that means something already. */
export const nameBlocks = (blocks: Iterable<string>): Map<string, string> => {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const block of blocks) {
    const words =
      block
        .normalize("NFKD")
        .replaceAll(/\p{M}/gu, "")
        .match(/[A-Za-z0-9]+/g) ?? [];
    const camel = words
      .map((word, place) =>
        place === 0
          ? word.charAt(0).toLowerCase() + word.slice(1)
          : word.charAt(0).toUpperCase() + word.slice(1),
      )
      .join("")
      .slice(0, 60);
    const plain = /^[A-Za-z]/.test(camel) ? camel : `block${camel}`;
    const isTaken = (name: string): boolean => taken.has(name) || reserved.has(name) || helperNames.has(name);
    let name = isTaken(plain) ? `${plain}Block` : plain;
    for (let number = 2; isTaken(name); number += 1) name = `${plain}${number}`;
    taken.add(name);
    names.set(block, name);
  }
  return names;
};
