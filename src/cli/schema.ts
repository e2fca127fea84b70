import { suiteJsonSchema } from "#core/suite/json-schema.ts";

/** Prints the JSON Schema of the suite grammar. */
export const printSchema = (): void => console.log(JSON.stringify(suiteJsonSchema(), null, 2));
