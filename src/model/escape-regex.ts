/** A text as a regular expression that fits just that text; it stays readable, unlike what `RegExp.escape` gives. */
export const escapeRegex = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
