import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";

/** What a person would call what a target fits. */
export const nameIn = (target: Target): string =>
  typeof target === "string" ? target : (target.name ?? target.text ?? "");

/** The control that leads to more of a list. Null where it is there and cannot be used, as at the end: that leads nowhere. */
export const leadsOn = ({ buttons }: PageSurvey, next: Target | null): Target | null => {
  const key = JSON.stringify(next);
  return buttons.some(({ target, disabled }) => disabled && JSON.stringify(target) === key) ? null : next;
};

/** A control of that name is on the page. */
export const isShown = ({ buttons, links }: PageSurvey, control: Target | null): boolean =>
  control !== null &&
  [...buttons.map(({ name }) => name), ...links.map(({ text }) => text)].includes(nameIn(control));
