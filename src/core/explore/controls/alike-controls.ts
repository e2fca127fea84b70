import type { SurveyControl } from "#model/survey.ts";

/** Of like controls in the rows of a list, so many are tried. */
export const MOST_ALIKE = 3;

/** What may well do nothing in one row while it acts in others: at an end, or where it is so already. */
const BY_STATE =
  /^[^\p{L}]*$|up|down|left|right|top|bottom|first|last|next|prev|default|select|choose|pick|use|apply|activate|current|primary|pin|mark|play|pause|expand|collapse|more|less|copy/iu;

/** Compares what like controls do: one that does nothing where all its kin act is dead. */
export type Alike = {
  note(kind: string | null, control: SurveyControl, acted: boolean): void;
  dead(): SurveyControl[];
};

export const createAlike = (): Alike => {
  const seen = new Map<string, { control: SurveyControl; acted: boolean }[]>();
  return {
    note(kind, control, acted) {
      if (kind === null || BY_STATE.test(control.name)) return;
      seen.set(kind, [...(seen.get(kind) ?? []), { control, acted }]);
    },
    dead: () =>
      [...seen.values()].flatMap((kin) => {
        const still = kin.filter(({ acted }) => !acted);
        return kin.length >= MOST_ALIKE && still.length === 1 ? still.map(({ control }) => control) : [];
      }),
  };
};
