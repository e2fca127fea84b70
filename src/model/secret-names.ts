/** A name whose value is a credential, as the source of a regular expression that knows no case. */
export const secretName = String.raw`(?:[\w-]{0,40}(?:password|passwd|secret|token|api[_-]?key|authorization|cookie|credential)[\w-]{0,40})`;
const secretWord = new RegExp(`^${secretName}$`, "i");

/** Whether a name says that its value is a credential. */
export const isSecretName = (name: string): boolean => secretWord.test(name);

/** Whether a parameter of an address is a credential: there `key` or `sig` says so as well. */
export const isSecretParameter = (name: string): boolean =>
  isSecretName(name) || /^(?:key|sig|signature|auth|pass|pwd)$/i.test(name);
