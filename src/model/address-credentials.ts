import { isSecretParameter } from "./secret-names.ts";

/** What a stored secret reads as; writing it back keeps the secret. */
export const secretMask = "********";

const webAddress = (text: string): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
};

export const isWebAddress = (text: string): boolean => webAddress(text) !== null;

const secretsIn = ({ searchParams }: URL): string[] => [...searchParams.keys()].filter(isSecretParameter);

/** Whether a web address carries a user, a password or a key (`https://user:password@host`, `https://host/?token=…`). */
export const hasCredentials = (text: string): boolean => {
  const url = webAddress(text);
  return url !== null && (url.username !== "" || url.password !== "" || secretsIn(url).length > 0);
};

/** The address without its user and password; any other text as it is. */
export const withoutCredentials = (text: string): string => {
  const url = webAddress(text);
  if (url === null || (url.username === "" && url.password === "")) return text;
  url.username = "";
  url.password = "";
  return url.href;
};

/** The address with the mask in place of its user and password, and of its keys; any other text as it is. */
export const maskCredentials = (text: string): string => {
  const url = webAddress(text);
  if (url === null || !hasCredentials(text)) return text;
  if (url.username !== "" || url.password !== "") url.username = secretMask;
  url.password = "";
  for (const name of secretsIn(url)) url.searchParams.set(name, secretMask);
  return url.href;
};

/** Whether an address has the mask where its user or a key would be. */
export const isMasked = (text: string): boolean => {
  const url = webAddress(text);
  if (url === null) return false;
  return (
    url.username === secretMask || secretsIn(url).some((name) => url.searchParams.get(name) === secretMask)
  );
};

/** Whether a text is the saved address as it is shown, with its credentials masked. */
export const isMaskOf = (text: string, saved: string | undefined): boolean =>
  saved !== undefined &&
  isMasked(text) &&
  hasCredentials(saved) &&
  new URL(text).href === maskCredentials(saved);
