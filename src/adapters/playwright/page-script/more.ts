import { heal } from "./heal.ts";
import { outline, targetOfRef } from "./outline.ts";
import { quiet } from "./quiet.ts";
import { seek } from "./seek.ts";
import { seenState } from "./state.ts";
import { survey } from "./survey.ts";

/**
 * What few documents are asked for. It is a script of its own: modules that it shares with main.ts are there twice, so that
 * none of them may keep state for both.
 */
export const api = { heal, outline, targetOfRef, quiet, seek, seenState, survey };
