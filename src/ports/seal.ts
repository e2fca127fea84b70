/** Encrypts what is stored (AES-256-GCM). `open` throws when the text was not sealed with this key. */
export type Seal = {
  seal(plain: string): string;
  open(sealed: string): string;
};
