/** A column's heading without the arrow that tells the order: it comes and goes, and is no part of the words. */
export const withoutArrows = (heading: string): string => heading.replaceAll(/[▲▼△▽▴▾▵▿↑↓⇅⇵↕⬍⬆⬇]/gu, " ");
