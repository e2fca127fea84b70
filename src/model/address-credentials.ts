/** What a stored secret reads as; writing it back keeps the secret. */
export const secretMask = "********";

const webAddress = (text: string): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
};

export const isWebAddress = (text: string): boolean => webAddress(text) !== null;

/** Whether a web address carries a user or a password (`https://user:password@host`). */
export const hasCredentials = (text: string): boolean => {
  const url = webAddress(text);
  return url !== null && (url.username !== "" || url.password !== "");
};

const withUser = (text: string, user: string): string => {
  if (!hasCredentials(text)) return text;
  const url = new URL(text);
  url.username = user;
  url.password = "";
  return url.href;
};

/** The address without its user and password; any other text as it is. */
export const withoutCredentials = (text: string): string => withUser(text, "");

/** The address with the mask in place of its user and password; any other text as it is. */
export const maskCredentials = (text: string): string => withUser(text, secretMask);

/** Whether an address has the mask where its user would be. */
export const isMasked = (text: string): boolean => webAddress(text)?.username === secretMask;

/** Whether a text is the saved address as it is shown, with its credentials masked. */
export const isMaskOf = (text: string, saved: string | undefined): boolean =>
  saved !== undefined &&
  isMasked(text) &&
  hasCredentials(saved) &&
  new URL(text).href === maskCredentials(saved);
