/**
 * Stored values that are JSON and follow a schema. This file is apart from `device.ts`, because the first plots need no schema:
 * the code that reads such values is loaded later.
 */
import * as v from "valibot";
import { plainJson } from "../shared/plain-json.ts";

/** Returns functions that read and write values of a schema as JSON. */
export function asJson<S extends v.GenericSchema>(schema: S) {
  return {
    read: (text: string): v.InferOutput<S> => v.parse(schema, plainJson(text)),
    write: (value: v.InferOutput<S>): string => JSON.stringify(value),
  };
}
