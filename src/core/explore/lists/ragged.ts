const SIGNS = [";", "\t", ","];

/** The fields of a line, those in quotes as one. */
const fieldsIn = (line: string, sign: string): number => {
  let fields = 1;
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === sign && !isQuoted) fields += 1;
  }
  return fields;
};

/**
 * Of a table as text whose heading and most lines have as many columns: its sign and their number, where a line has
 * more than that, as values with the sign in them were not quoted. Null for any other text.
 */
export const raggedness = (text: string): { sign: string; columns: number } | null => {
  // What is quoted may go on in the next line: such a file is left aside.
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  if (lines.length < 3 || lines.some((line) => (line.match(/"/g) ?? []).length % 2 === 1)) return null;
  const [heading = ""] = lines;
  const sign = SIGNS.find((each) => heading.includes(each));
  if (sign === undefined) return null;
  const columns = fieldsIn(heading, sign);
  const rows = lines.slice(1).map((line) => fieldsIn(line, sign));
  const fitting = rows.filter((number) => number === columns).length;
  return rows.some((number) => number > columns) && fitting * 2 > rows.length ? { sign, columns } : null;
};
