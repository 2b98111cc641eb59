/** A reader of texts from outside: examples that it accepts, and the way in which it rejects others. */
import { UsageError } from "../../src/cli/command.ts";

export interface Reader {
  readonly name: string;
  /** Files of src that this reader uses and that decode, parse or unpack. */
  readonly files: readonly string[];
  /**
   * The way in which it rejects a text: it returns the nearest valid value and a list of problems, or returns no
   * value, or throws a plain Error with a message.
   */
  readonly refuses: "names problems" | "gives none" | "throws a sentence";
  /** Examples that the reader accepts. */
  readonly examples: readonly string[];
  /** Reads a text as the program does, and processes an accepted value as the program does. */
  read(text: string): Reading | Promise<Reading>;
}

export interface Reading {
  /** Message if the text was rejected; null if it was accepted unchanged. */
  readonly refused: string | null;
  /** The result; null if the text was rejected without a value. */
  readonly value: unknown;
  /**
   * Size of the data that the text represents, if it is larger than the text. Example: a sweep may name 10,000
   * scenarios.
   */
  readonly bytes?: number;
}

export const refused = (why: string): Reading => ({ refused: why, value: null });
export const accepted = (value: unknown): Reading => ({ refused: null, value });

/** Returns the reading of a reader that returns problems together with a value. */
export function withProblems(
  value: unknown,
  problems: readonly { readonly message: string; readonly harmless?: boolean }[],
): Reading {
  const wrong = problems.filter(({ harmless }) => harmless !== true);
  return { refused: wrong.length === 0 ? null : wrong.map(({ message }) => message).join("\n"), value };
}

/**
 * Returns the reading of a reader that throws an Error with a message. Any other exception is a fault and is thrown
 * again.
 */
export function orSentence(read: () => unknown): Reading {
  try {
    return accepted(read());
  } catch (error) {
    if (isSentence(error)) return refused(error.message);
    throw error;
  }
}

function isSentence(error: unknown): error is Error {
  return error instanceof UsageError || (error instanceof Error && error.constructor === Error);
}

/** Returns what is wrong with a reading, as a sentence; null if it is correct. */
export function faultOf({ refused: why, value }: Reading, example: string): string | null {
  if (why !== null && why.trim() === "") return "it refuses without a word";
  if (
    why !== null &&
    /\[object|undefined|\bNaN\b|is not a function|Cannot read/.test(withoutQuotes(why, example))
  )
    return `it refuses in words of the machine: ${why.slice(0, 200)}`;
  return faultIn(value);
}

/** Removes quotes from a message, because a message about the input may quote words of it. */
function withoutQuotes(why: string, example: string): string {
  return /\[object|undefined|NaN|function|Cannot/.test(example) ? "" : why;
}

/** This search is iterative, because the nesting may be as deep as the text is long. */
function faultIn(value: unknown): string | null {
  const left: unknown[] = [value];
  const seen = new Set<unknown>();
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "number" && Number.isNaN(one)) return "NaN was accepted";
    if (typeof one !== "object" || one === null || seen.has(one) || ArrayBuffer.isView(one)) continue;
    seen.add(one);
    if (Object.hasOwn(one, "__proto__")) return "a key __proto__ was accepted";
    if (one instanceof Map) left.push(...one.keys(), ...one.values());
    else if (one instanceof Set) left.push(...one);
    for (const key of Object.keys(one)) left.push((one as Record<string, unknown>)[key]);
  }
  return null;
}
