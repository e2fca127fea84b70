import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { fold } from "#core/explore/lists/lists.ts";

const LEAST = 3;
const MOST_WORDS = 6;

const wordsOf = (option: string): string[] => fold(option).split(" ").slice(0, MOST_WORDS);

const clean = (words: string[]): string => words.join(" ").replace(/[\s,;:(–—|·-]+$/u, "");

/** Beginnings of an option that no other has, in whole words, the longest first. */
export const beginnings = (option: string, others: readonly string[]): string[] =>
  wordsOf(option)
    .map((_, at, words) => clean(words.slice(0, at + 1)))
    .filter((part) => part.length >= LEAST && others.every((other) => !fold(other).startsWith(part)))
    .toReversed();

/** Leads from what sums up all that was put in to where it is put in. */
export const REVISES =
  /^(?:go back (?:and|to) )?(?:change|edit|amend|correct|modify|make changes|[äa]ndern|bearbeiten|korrigieren|modifier|corriger|cambiar|modificar|corregir|modifica|correggi|alterar|corrigir|wijzigen|aanpassen|zmie[ńn]|popraw)(?: (?:it|this|(?:the |my |your )?(?:details|data|answers|entries|input)))?$/i;

/** What a button or a link of the page is called; empty where there is none. */
export const controlName = ({ buttons, links }: PageSurvey, target: Target | null): string => {
  const is = (each: { target: Target | null }): boolean =>
    JSON.stringify(each.target) === JSON.stringify(target);
  return target === null ? "" : (buttons.find(is)?.name ?? links.find(is)?.text ?? "");
};

const OWN =
  /\b(?:your|my|ihren?|deinen?|eure|meinen?|vos|votre|tes|mes|sus|tus|mis|tuoi|suoi|miei|seus|teus|meus|uw|je|jouw|mijn|twoich|swoich|moich)\b/i;
const TO = /^.*?\b(?:back|return|previous|change|edit)\b(?: and)?(?: (?:to|change|edit))?(?: the)? /i;

/** Leads back to what one has put in oneself ("Back to your details"), or to a page by its heading; a plain "Back" says no such thing. */
export const leadsToTyped = (name: string, { headings }: PageSurvey): boolean => {
  const words = fold(name).toLowerCase();
  const place = words.replace(TO, "");
  return (
    OWN.test(words) ||
    REVISES.test(words) ||
    (place !== words && headings.some(({ text }) => fold(text).toLowerCase() === place))
  );
};
