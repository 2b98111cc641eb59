/** Reads the head of a teaching file key by key, and collects what is wrong with it, each with its line. */
import { nearestNames } from "../engine/index.ts";
import type { DocumentProblem, HeadLine } from "./document.ts";

export interface HeadKeys {
  /** May stand once. */
  readonly single: readonly string[];
  /** May stand any number of times. */
  readonly many: readonly string[];
}

export class HeadReader {
  readonly problems: DocumentProblem[] = [];
  readonly #lines: readonly HeadLine[];

  constructor(lines: readonly HeadLine[], { single, many }: HeadKeys) {
    this.#lines = lines;
    const known = [...single, ...many];
    for (const [i, { key, line }] of lines.entries()) {
      if (!known.includes(key)) this.fault(line, unknownKey(key, known));
      else if (single.includes(key) && lines.findIndex((one) => one.key === key) < i)
        this.fault(line, `"${key}" stands twice; it may stand once.`);
    }
  }

  fault(line: number, message: string): void {
    this.problems.push({ line, message });
  }

  /** Where the key stands; 0: nowhere. */
  lineOf(key: string): number {
    return this.#lines.find((one) => one.key === key)?.line ?? 0;
  }

  /** `read` throws a sentence. Without the key: `otherwise`, or where that is undefined a problem. */
  one<T>(key: string, read: (value: string) => T, otherwise?: T): T | undefined {
    const found = this.#lines.find((one) => one.key === key);
    if (found !== undefined) return this.#attempt(found, read);
    if (otherwise === undefined) this.fault(0, `The head has no line "${key}: …".`);
    return otherwise;
  }

  all<T>(
    key: string,
    most: number,
    read: (value: string) => T,
  ): { readonly line: number; readonly value: T }[] {
    const lines = this.#lines.filter((one) => one.key === key);
    if (lines.length > most) this.fault(lines[most].line, `"${key}" may stand ${most} times at most.`);
    return lines.flatMap((one) => {
      const value = this.#attempt(one, read);
      return value === undefined ? [] : [{ line: one.line, value }];
    });
  }

  #attempt<T>({ key, value, line }: HeadLine, read: (value: string) => T): T | undefined {
    try {
      return read(value);
    } catch (error) {
      this.fault(line, `${key}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }
}

function unknownKey(key: string, known: readonly string[]): string {
  const near = nearestNames(key, known);
  return near.length > 0
    ? `There is no "${key}"; "${near.join('" or "')}"?`
    : `There is no "${key}"; there are ${known.join(", ")}.`;
}

/** A whole number of the head. Throws a sentence. */
export function wholeNumber(text: string, least: number, most: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Error(`must be a whole number from ${least} to ${most}, got "${text}"`);
}
