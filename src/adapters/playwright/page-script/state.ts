import { isVisible } from "./tree.ts";

/** Most visible fields that a page may show besides the password and still mainly be a log-in form. */
const MOST_OTHER_FIELDS = 4;

export type SeenState = { url: string; title: string; looksLikeLogin: boolean };

export const seenState = (): SeenState => {
  const fields = [...document.querySelectorAll("input,textarea,select")].filter(
    (field) => !(field instanceof HTMLInputElement && field.type === "hidden") && isVisible(field),
  );
  const passwords = fields.filter((field) => field instanceof HTMLInputElement && field.type === "password");
  return {
    url: window.location.href,
    title: document.title,
    looksLikeLogin: passwords.length === 1 && fields.length - passwords.length <= MOST_OTHER_FIELDS,
  };
};
