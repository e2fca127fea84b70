/** A row count as `count(*)` gives it; some engines answer with text. */
export const toCount = (row: { total: number | string | bigint } | undefined): number =>
  Number(row?.total ?? 0);

/** Pattern for `like … escape '\'` that finds `text` anywhere, taken literally and in lower case. */
export const containing = (text: string): string =>
  `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
