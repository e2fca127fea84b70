import { suiteJsonSchema } from "#core/suite/json-schema.ts";
import { suiteReference } from "#core/suite/reference.ts";

/** Prints the JSON Schema of the suite grammar. */
export const printSchema = (): void => console.log(JSON.stringify(suiteJsonSchema(), null, 2));

/** Prints the reference of steps and expects as Markdown. */
export const printReference = (): void => console.log(suiteReference().trimEnd());
