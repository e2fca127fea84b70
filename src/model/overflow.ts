/** In the place of a tag: what sticks out stands beside others in a row that does not give way. */
export const ROW = "row";

/** How a page stands to the width of its window. */
export type PageOverflow = {
  /** How many CSS pixels it is wider; 0 where it cannot be scrolled sideways. */
  px: number;
  /** The tag of what sticks out, or ROW; empty where nothing does. */
  by: string;
  /** How many columns that has, where it is a table with rows. */
  columns: number;
  /** The columns of the widest table with rows that gives way: it is scrolled in a box of its own, or drawn in another form. */
  yields: number;
  /** The page says that it is as wide as the device (`<meta name=viewport>`). */
  asDevice: boolean;
};

/** One line, for a reading. */
export const writeOverflow = ({ px, by, columns, yields, asDevice }: PageOverflow): string =>
  [px, by || "-", columns, yields, asDevice ? "device" : "-"].join(" ");

export const readOverflow = (line: string): PageOverflow => {
  const [px, by = "-", columns, yields, asDevice] = line.split(" ");
  return {
    px: Number(px),
    by: by === "-" ? "" : by,
    columns: Number(columns),
    yields: Number(yields),
    asDevice: asDevice === "device",
  };
};
