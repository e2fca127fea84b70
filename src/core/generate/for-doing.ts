/**
 * True for an address that says what is done there: "Discussion" of a page that nobody has begun leads to where one begins it,
 * and to the page itself later.
 */
export const isForDoing = (href: string): boolean =>
  /[?&](?:action|do|op|cmd)=(?:edit|create|new|add|move|rename|delete|remove|purge)(?=[&#]|$)/i.test(href);
