/** The cases of tests/reference as the testbed uses them: measured values, and the command-line options that define the setup. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ReferenceCase } from "../src/cli/validation/reference-cases.ts";

/** A value over the repeats; null if the event occurred in no repeat, for example if a queue never fell below 20 ms. */
export interface Spread {
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Number of repeats without this value. */
  readonly missing?: number;
}

/** A reference case, with the fields that `validate` does not use. */
export interface StoredCase extends ReferenceCase {
  readonly sojournMs: QueueFigures["sojournMs"];
  readonly jain?: number;
  readonly flowGoodputBps?: readonly number[];
  readonly perQueue?: Readonly<Partial<Record<"L" | "C", QueueFigures>>>;
  /** Which packets DualPI2 was configured to put into its L queue. */
  readonly lQueueTakes?: string;
  readonly feedback?: string;
  /** For each flow, bytes of AccECN options in a data segment; 0 if the flow does not have the option. */
  readonly optionBytes?: readonly number[];
  /** Command-line options of each repeat. Present if repeats differ in their start times. */
  readonly repeatArgs?: readonly (readonly string[])[];
  readonly fctS?: readonly (readonly number[])[];
  readonly dynamics?: Readonly<Record<string, Spread>>;
  readonly convergenceStayS?: readonly (number | null)[];
  readonly jainRunningAtEnd?: number;
}

export interface QueueFigures {
  readonly marks: number;
  readonly drops: number;
  readonly sojournMs: { readonly p50: number; readonly p90: number; readonly [quantile: string]: number };
}

const folder = resolve(import.meta.dirname, "..", "tests", "reference");

/** Returns all cases in tests/reference, or in the given files of the same form. */
export function storedCases(files = referenceFiles()): StoredCase[] {
  return files.flatMap((file) => JSON.parse(readFileSync(file, "utf8")) as StoredCase[]);
}

function referenceFiles(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => resolve(folder, name));
}

export type Words = ReadonlyMap<string, string>;

export interface Flags {
  /** Command-line options such as `--capacity 10Mbps`, without dashes. */
  readonly settings: Words;
  /** The texts of all options `--flow`, such as "cc=cubic,…". */
  readonly flows: readonly Words[];
  /** The texts of all options `--set`, such as "30s:capacity=5Mbps". */
  readonly changes: readonly string[];
}

export function readFlags(args: readonly string[]): Flags {
  const pairs = Array.from({ length: args.length / 2 }, (_, i) => [args[2 * i].slice(2), args[2 * i + 1]]);
  const texts = (name: string) => pairs.filter(([key]) => key === name).map(([, text]) => text);
  return {
    settings: new Map(
      pairs.filter(([key]) => key !== "flow" && key !== "set").map(([key, text]) => [key, text]),
    ),
    flows: texts("flow").map((text) => new Map(text.split(",").map((word) => splitAt(word, "=")))),
    changes: texts("set"),
  };
}

export function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

/** Error for a case that needs something that the testbed cannot do. */
export class NoRecipe extends Error {}

const UNITS: Readonly<Record<string, number>> = {
  us: 1e-3,
  ms: 1,
  s: 1000,
  Mbps: 1,
  p: 1,
  B: 1,
  "": 1,
};

/** Returns the number of a value in ms, Mbit/s, packets or bytes. `units` lists the allowed units. */
export function amount(words: Words, key: string, units: readonly string[]): number {
  const text = words.get(key) ?? "";
  const read = /^(-?\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(text);
  if (read === null || !units.includes(read[2])) {
    throw new NoRecipe(
      `${key} is "${text}" and must be a number with one of: ${units.join(", ") || "no unit"}`,
    );
  }
  return Number(read[1]) * UNITS[read[2]];
}

export const TIME = ["us", "ms", "s"];

/** Throws if an option is not handled. If it were ignored, another case would be measured. */
export function refuseOthers(words: Words, known: readonly string[], what: string): void {
  const other = [...words.keys()].find((key) => !known.includes(key));
  if (other !== undefined) throw new NoRecipe(`no recipe for ${what} ${other}=${words.get(other)}`);
}
