import type { RowControl } from "./site-records.ts";
import type { SurveyField, SurveyForm } from "./survey.ts";
import type { Target } from "./target.ts";

/** A form that adds a text to the page that it is on, such as a comment or a task, as it was tried once. */
export type SitePost = {
  pageId: string;
  path: string;
  /** Brings the form up; null where it is there by itself. */
  opener: Target | null;
  form: SurveyForm;
  /** What the text is typed into. */
  field: SurveyField;
  /** What the text went on with, which is hard to keep; empty where the field has no room for it. */
  tail: string;
  /** It was on the page then. */
  shown: boolean;
  /** It is to be there when the page is opened again. */
  kept: boolean;
  /** Selects the entries of the page, of which there was one more for it; null where there was none. */
  entries: string | null;
  /** It is to be there once: it was, or it stood in two like entries one behind the other. */
  once: boolean;
  /** A script of the page sends it, and the page stays. */
  scripted: boolean;
  /** What the text began with. */
  key: string;
  /** The markup in it had become an element of the page. */
  markup: boolean;
  /** How its entry shows the number that was chosen for it. */
  rating: PostRating | null;
  /** What the page says of all such ratings; null where it says nothing of them that could be reckoned. */
  average: PostAverage | null;
  /** How it is changed and removed by controls of its own; null where there are none. */
  part: PostPart | null;
  /** How it is removed, where just one may be added; null where there may be more. */
  undo: PostPart["remove"];
  /** How that one is changed. */
  edit: PostPart["edit"];
};

/** What holds a text that was added, by a selector, with the controls that change and remove it there. */
export type PostPart = {
  edit: {
    control: RowControl;
    holder: string;
    field: SurveyField;
    submit: Target;
    /** What shows there which of several numbers, such as stars, was chosen for it; null where that is not known. */
    chosen: { target: Target; option: string; isSelect: boolean } | null;
  } | null;
  remove: {
    control: RowControl;
    holder: string;
    confirm: Target | null;
    /** The page stays, and is to show at once what is gone from it. */
    stays: boolean;
  } | null;
};

/** A number of stars or the like, as it was shown and as it has to be. */
export type PostRating = { shown: string; meant: string };

/**
 * "3.5 of 5 (2 reviews)", as a page said it before a rating was added: the average, what stands between it and the count,
 * and the words behind that. `shown`: the average with one more, and `meant` how it may be written then.
 */
export type PostAverage = {
  before: string;
  between: string;
  count: number;
  words: string;
  shown: string;
  meant: string[];
};
