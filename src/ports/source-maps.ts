/** A place in a script as the stack of a browser names it; line and column count from 1. */
export type ScriptPlace = { url: string; line: number; column: number };

/** The place in the source that a script was built from. */
export type SourcePlace = {
  /** As the map names it, without what leads up to it. For people: nothing ever opens it. */
  file: string;
  /** Counts from 1. */
  line: number;
  column: number;
  /** The name that stands there. */
  name: string | null;
  /** The line itself, where the map holds the source. */
  text: string | null;
};

/** Source maps as an app serves them beside its scripts. */
export type SourceMaps = {
  /**
   * In the order of the places; null for each that no map of this origin tells. Never rejects and ends within a few
   * seconds, whatever is served.
   */
  find(places: readonly ScriptPlace[], origin: string, signal?: AbortSignal): Promise<(SourcePlace | null)[]>;
};
