/** How a suite refers to a secret of its organisation. */
export const secretReference = (name: string): string => `\${secret.${name}}`;
