/** Names of a field for the password that is valid now, which whoever has logged in is asked for to change something. */
export const CURRENT_PASSWORD =
  /\b(?:current|present|existing|old)\b|aktuell|derzeitig|bisherig|\baltes\b|actuel|\ba[ct]+ual\b|antiguo|attuale|huidig|obecne/i;
