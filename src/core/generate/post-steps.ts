import { rowControl } from "#core/explore/items/own-item.ts";
import { slug } from "#core/explore/pages/states.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePost } from "#model/site-posts.ts";
import { agree } from "#core/generate/records/record-removal.ts";
import { anew, click, idle, literal, literalTarget, short } from "./steps.ts";

/** Nobody can send it again. */
export const isSpent = ({ tried }: SitePost["form"]): boolean => tried === "once" || tried === "gone";

/** What the form is called, for titles. */
export const titleOf = ({ form, field }: SitePost): string =>
  short(form.submit?.name || form.name || field.name);

/** What ids of cases about it begin with. */
export const idOf = ({ form, pageId }: SitePost): string =>
  `post-${slug(form.name) || slug(form.submit?.name ?? "") || pageId}`;

/** Brings the form up. */
export const opening = ({ path, opener }: SitePost): StepDocument[] => [
  { goto: literal(path) },
  ...(opener ? [click(opener)] : []),
];

/** Removes the only text that may be added, so that the next one can be; before, one that may be there still. */
export const undone = (post: SitePost, when: "before" | "after"): StepDocument[] => {
  if (!post.undo) return [];
  const control = literalTarget(rowControl(post.undo.control, "", null));
  const taken: StepDocument[] = [...agree(post.undo.confirm), idle];
  return when === "after"
    ? [{ click: control }, ...taken, { goto: literal(post.path) }, ...anew(post)]
    : [{ goto: literal(post.path) }, idle, { click: control, when: { visible: control } }, ...taken];
};

/** Sends the form that is filled in. */
export const sending = ({ form, field }: SitePost): StepDocument =>
  form.submit?.target
    ? click(form.submit.target)
    : { press: { key: "Enter", target: literalTarget(field.target ?? "") } };
