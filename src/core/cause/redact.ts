import { secretName } from "#model/secret-names.ts";

const jsonField = new RegExp(String.raw`("${secretName}"\s*:\s*)("(?:[^"\\]|\\.)*"|\[[^\]]*\])`, "gi");
const escapedField = new RegExp(String.raw`(\\"${secretName}\\"\s*:\s*)\\".*?\\"`, "gi");
const pair = new RegExp(String.raw`(\b${secretName}\s*[=]\s*)("[^"]*"|'[^']*'|[^\s&,;"']+)`, "gi");

/** Takes the values of passwords, tokens and cookies out of a line that goes into a report. */
export const redact = (text: string): string =>
  text
    .replaceAll(jsonField, '$1"***"')
    .replaceAll(escapedField, '$1\\"***\\"')
    .replaceAll(pair, "$1***")
    .replaceAll(/\b(Bearer|Basic|ApiKey)\s+[\w+/=.~-]{8,}/g, "$1 ***")
    .replaceAll(/(\b[a-z][\w+.-]*:\/\/[^\s:/@]+:)[^\s@/]+@/gi, "$1***@")
    .replaceAll(/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, "***");
