import type { PageSurvey, SurveyField } from "./survey.ts";
import type { Target } from "./target.ts";
import type { RowControl } from "./site-records.ts";
import type { SiteAction } from "./site-pages.ts";

/** A form in several steps, as it was gone through with proper data up to the button that ends it, or over that. */
export type SiteWizard = {
  pageId: string;
  /** Where its first step stands, or what brings that up. */
  path: string;
  /** What has to be done before it stands there, such as putting something into a cart; nothing where it is there by its address. */
  setup: SiteAction[];
  /** Brings up the first step, once `path` is open; null where it stands there anyway. */
  opener: { name: string; target: Target } | null;
  /** What people call it. */
  name: string;
  /** In their order, two at least; the last is the one with the button that ends it. */
  steps: WizardStep[];
  /** The button that ends it. */
  finish: { name: string; target: Target };
  /** What says which step one is at, with what it calls them; null where nothing is marked so. */
  stages: { css: string; names: string[] } | null;
  /** One way back to the steps before and forth again; null where the last step has no control for it. */
  back: WizardBack | null;
  /** What came of it; null where the button was left alone. */
  ended: WizardEnd | null;
  /** It can be ended with the same choices but once; `steps` are with others then, which it was not ended with. */
  once: boolean;
  /** It was looked at thoroughly: it may be ended once more than what says whether it ends. */
  thorough: boolean;
  /** The page that leads to it, where that says how many can still be had: the words around that number. */
  places: { path: string; before: string; behind: string } | null;
};

export type WizardStep = {
  path: string;
  /** As it was when all had been put in. */
  survey: PageSurvey;
  /** What was put in, in this order. */
  entries: WizardEntry[];
  /** Leads to the next step; null for the last one. A choice may do so itself. */
  next: { name: string; target: Target } | null;
  /** `next` could not be used until something was put in. */
  guarded: boolean;
  /** What `stages` marked. */
  stage: string | null;
  /** Leads to the step before. */
  back: Target | null;
};

export type WizardEntry = {
  /** fill: into a field. choose: an option of a select. check: a box or a radio button. click: a button or a card. */
  kind: "fill" | "choose" | "check" | "click";
  /** What the field or the group is called; empty for buttons. */
  label: string;
  target: Target;
  /** Null for buttons. */
  field: SurveyField | null;
  /** The text that was typed, which may hold variables; what the option, box or card says. */
  value: string;
  /** What was typed when it was tried. */
  typed: string;
  /** All that could have been chosen. */
  options: WizardOption[];
};

/** All that it says; `called`: what its row or card is known by. */
export type WizardOption = { text: string; called?: string; target: Target };

export type WizardBack = {
  /** By the step: labels of what showed what had been put in, and of what did not. Steps that were not come back to have none. */
  steps: { kept: string[]; lost: string[] }[];
  /** The first step that was come back to. */
  reached: number;
  /** Going forth again led to the last step with nothing put in once more. */
  returns: boolean;
  /**
   * What was put in otherwise at a step that was come back to, `entry` being its place there: going forth led to the last
   * step all the same, which then said `text`.
   */
  changed: { step: number; puts: { entry: number; instead: WizardEntry }[]; text: string } | null;
};

export type WizardEnd = {
  /** What the page said then. */
  text: string;
  /** The list that shows what was made, or should; null where none is known. */
  list: {
    path: string;
    target: Target;
    rowRole: "row" | "listitem" | null;
    columns: string[];
    /** The list had the item; else it names its items so that it should have (`named`), or was as before (`same`). */
    shown: "item" | "named" | "same";
    /** Of the row. */
    cells: string[];
    text: string;
    /** Its control that takes it away again. */
    remove: (RowControl & { confirm: Target | null }) | null;
  } | null;
};
