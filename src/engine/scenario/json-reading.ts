/** The shapes of unknown JSON: objects with known keys, and lists. */
import { textOf } from "./given-text.ts";
import { capitalised, type Problems } from "./problems.ts";

export type Json = Readonly<Record<string, unknown>>;

export function checkKeys(json: Json, known: readonly string[], owner: string, problems: Problems): void {
  for (const key of Object.keys(json)) {
    if (!known.includes(key)) problems.unknownName(owner, key, textOf(json[key]), known);
  }
}

export function isObject(given: unknown): given is Json {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

/** Null where nothing was given, or, with a problem, where it is no object. */
export function objectOf(given: unknown, name: string, problems: Problems): Json | null {
  if (isObject(given)) return given;
  if (given !== undefined)
    problems.notAmong("", name, capitalised(name), textOf(given), "an object", "the default");
  return null;
}

export function listOf(given: unknown, name: string, problems: Problems): readonly unknown[] | null {
  if (Array.isArray(given)) return given;
  if (given !== undefined)
    problems.notAmong("", name, capitalised(name), textOf(given), "a list", "the default");
  return null;
}
