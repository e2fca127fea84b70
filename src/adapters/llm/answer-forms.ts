import { APICallError } from "ai";

/**
 * How a server is asked for JSON: of a schema (`response_format` `json_schema`), as JSON of any shape (`json_object`), or
 * in words alone. The schema is always told in words, too, and the answer is always checked.
 */
export type AnswerForm = "json_schema" | "json_object" | "text";

export type AnswerForms = {
  current(): AnswerForm;
  /** The server does not take the form. False when there is no simpler one. */
  refused(form: AnswerForm): boolean;
};

const simpler: Record<AnswerForm, AnswerForm | null> = {
  json_schema: "json_object",
  json_object: "text",
  text: null,
};

const MOST_SERVERS = 1000;
/** What servers were found to take, by address and model, for as long as the process lives. */
const known = new Map<string, AnswerForm>();

/** The forms of one model of one server: the richest that it has not refused in this process. */
export const answerFormsOf = (baseUrl: string, model: string): AnswerForms => {
  const key = JSON.stringify([baseUrl, model]);
  return {
    current: () => known.get(key) ?? "json_schema",
    refused: (form) => {
      const next = simpler[form];
      if (next === null) return false;
      if (known.size >= MOST_SERVERS) known.clear();
      known.set(key, next);
      return true;
    },
  };
};

/** For providers that all take a schema. */
export const schemaAlone: AnswerForms = { current: () => "json_schema", refused: () => false };

/** Whether a call failed because the server does not know the `response_format` that it was given. */
export const refusesFormat = (error: unknown): boolean =>
  APICallError.isInstance(error) &&
  (error.statusCode === 400 || error.statusCode === 422 || error.statusCode === 501) &&
  /response_?format|json_?schema|json_?object|json mode|structured|grammar|guided/i.test(
    `${error.message} ${error.responseBody ?? ""}`,
  );
