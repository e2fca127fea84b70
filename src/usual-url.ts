/** Where a service listens, and is looked for, when nothing else is said. */
export const usualUrl = "http://127.0.0.1:8080";
