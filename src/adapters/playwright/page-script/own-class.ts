/** Words joined by hyphens, as a person writes them: no digits, no hash of a build. */
const WRITTEN = /^[a-z]{2,14}(?:[-_]{1,2}[a-z]{2,14}){0,3}$/;
const LEAST_LETTERS = 4;
/** A part without a vowel is none of a word. */
const SAID = /[aeiouy]/;
/** What it is like at the moment, or how it is laid out: another element may be so as well. */
const STATE_OR_LAYOUT =
  /^(?:is|has|js|no|ng|v|css|sc|svelte)[-_]|^(?:active|open|opened|show|shown|visible|hidden|loading|loaded|selected|current|disabled|enabled|expanded|collapsed|empty|flex|grid|block|inline|inline-block|relative|absolute|sticky|fixed|container|wrapper|content|inner|outer|row|rows|column|columns|list|items|item|unstyled|list-none|list-unstyled|stack|clearfix|table|striped|bordered|hover|compact|small|large|wide|narrow|left|right|center)$|^(?:flex|grid|text|font|bg|border|rounded|shadow|overflow|items|justify|content|space|divide|gap|table)-/;

/** A selector by the one class of an element that no other element of its kind bears, and that a person has written; null where it has none. */
export const byOwnClass = (element: Element): string | null => {
  for (const name of element.classList) {
    const isWord =
      name.length >= LEAST_LETTERS &&
      WRITTEN.test(name) &&
      !STATE_OR_LAYOUT.test(name) &&
      name.split(/[-_]+/).every((part) => SAID.test(part));
    const css = `${element.localName}.${name}`;
    if (isWord && element.ownerDocument.querySelectorAll(css).length === 1) return css;
  }
  return null;
};
