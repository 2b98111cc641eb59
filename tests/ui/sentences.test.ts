/**
 * Tests each function that combines words and numbers, with few, many and odd numbers: every sentence must be
 * well-formed.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import type { Experiment, StoredOutcome } from "../../src/experiments/experiment.ts";
import { sendersText } from "../../src/ui/bench/path/dumbbell-layout.ts";
import { dashText } from "../../src/ui/bench/path/PathKey.tsx";
import { shortTallyWords, tallyWords } from "../../src/ui/features/papers/claims.ts";
import {
  byBrowser,
  byVersion,
  originWords,
  stampWords,
} from "../../src/ui/features/papers/ExperimentPage.tsx";
import { sumWords } from "../../src/ui/features/papers/FigureCards.tsx";
import { publishedWords } from "../../src/ui/features/papers/RunBar.tsx";
import { failuresWords, runsWords } from "../../src/ui/shared/time-words.ts";

const root = resolve(import.meta.dirname, "../..");
const FOLDERS = ["src/ui", "src/teaching"];

interface Written {
  readonly file: string;
  readonly name: string;
  /** Types of the function's parameters, as written. */
  readonly types: readonly string[];
}

interface Parameter {
  readonly typeAnnotation?: { readonly typeAnnotation: { readonly start: number; readonly end: number } };
}

const functions = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => functionsIn(`${folder}/${name}`)),
);

function functionsIn(file: string): Written[] {
  const source = readFileSync(join(root, file), "utf8");
  return parseSync(file, source).program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const { declaration } = statement;
    if (declaration?.type !== "FunctionDeclaration" || declaration.id === null) return [];
    // Functions whose result is a text, or parts of one. Components are excluded.
    if (!/^[a-z]/.test(declaration.id.name) || declaration.params.length === 0) return [];
    const { returnType } = declaration;
    const returned = returnType ? source.slice(returnType.start + 2, returnType.end) : "";
    if (!/^(?:readonly )?string(?:\[\])?$/.test(returned)) return [];
    const types = (declaration.params as readonly Parameter[]).map(({ typeAnnotation }) => {
      const type = typeAnnotation?.typeAnnotation;
      return type === undefined ? "" : source.slice(type.start, type.end);
    });
    return [{ file, name: declaration.id.name, types }];
  });
}

const COUNTS = [0, 1, 2, 17, 1000, 123_456];
const ODD = [0.05, 1.5, 99.999, 12_345.678];

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  number: [...COUNTS, ...ODD],
  string: ["flow 2", "β_ecn 0.80"],
  boolean: [true, false],
  "readonly string[]": [[], ["one"], ["one", "two", "three", "four", "five", "six", "seven"]],
  null: [null],
};

/** Returns example values of a type that consists of plain types; null for another type. */
function valuesOf(type: string): readonly unknown[] | null {
  const parts = type.split(" | ").map((part) => {
    const literal = /^(?:"([^"]*)"|(-?\d+))$/.exec(part);
    if (literal !== null) return [literal[1] ?? Number(literal[2])];
    return VALUES[part] ?? null;
  });
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
}

/** Returns every combination of the lists' values. */
function combined(lists: readonly (readonly unknown[])[]): unknown[][] {
  return lists.reduce<unknown[][]>(
    (rows, list) => rows.flatMap((row) => list.map((value) => [...row, value])),
    [[]],
  );
}

/** Functions that do not accept every number, with the reason. */
const APART: Readonly<Record<string, string>> = {
  signed: "its second number is how many digits",
  unpackText: "it takes packed texts only",
  releasesIn: "it takes JSON only",
  addressOf: "it asks where the page is",
  shortText: "its second number is a length",
};

const tried = functions.flatMap(({ file, name, types }) => {
  const values = types.map(valuesOf);
  if (values.some((list) => list === null) || name in APART) return [];
  return [{ file, name, given: combined(values.map((list) => list ?? [])) }];
});

const BROKEN = /undefined|NaN|Infinity|\[object/;
const NO_PLURAL = /^(?:Mbps|kbps|Gbps)$/;

/** Finds a wrong plural such as "1 flows", but accepts "11 flows", "0.1 segments", "1 ms" and "Line 1 goes". */
function badPlural(text: string): boolean {
  const words = [...text.matchAll(/(?<!Line |[\d.,])1 (\p{L}{3,}s)(?![\p{L}])/gu)].map(([, word]) => word);
  return words.some((word) => !NO_PLURAL.test(word));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const experiment = { id: "abe-2", title: "Delay", where: "figure 2", paper: { label: "ABE" } } as Experiment;
const stored = (n: number) =>
  ({ version: "1", digest: "ab", size: "quick", jobs: n, packets: n }) as StoredOutcome;

/** Functions that need more than plain values, each with a way to call it for one number. */
const OF_FACTS: readonly (readonly [string, (n: number) => unknown])[] = [
  ["sums of claims", (n) => sumWords({ holding: Math.max(0, n - 1), all: n + 1 }, n)],
  ["published results", (n) => publishedWords(stored(n))],
  ["origins", (n) => originWords(stored(n))],
  ["stamps", (n) => stampWords(experiment, "full", byVersion(stored(n)))],
  ["a part of the runs", (n) => byBrowser({ done: n, total: n + 1 })],
  ["claims", (n) => tallyWords({ paper: { holding: n, all: n }, ours: { holding: 0, all: n } })],
  [
    "short claims",
    (n) => shortTallyWords({ paper: { holding: n, all: n + 1 }, ours: { holding: n, all: n } }),
  ],
  ["runs on the way", (n) => runsWords({ status: "paused", done: n, total: n, leftS: n, failed: n })],
  [
    "failures",
    (n) => failuresWords(Array.from({ length: Math.min(n, 20) }, () => ({ key: "a", message: "No." }))),
  ],
  ["senders", (n) => sendersText(n, n)],
  ["dashes", (n) => dashText(n + 1, n + 2, n)],
  ["equal dashes", (n) => dashText(n, n, n)],
  ["a band", (n) => dashText(n, n, "band")],
];

test.each(OF_FACTS)("with few and many: %s", (_, say) => {
  const texts = COUNTS.flatMap((count) => textsIn(say(count)));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => BROKEN.test(text) || badPlural(text))).toEqual([]);
});

describe("texts with few, many and odd numbers", () => {
  test.each(tried)("$file: $name", async ({ file, name, given }) => {
    const module = (await import(join(root, file))) as Record<string, (...values: unknown[]) => unknown>;
    const broken = given.flatMap((values) => {
      const said = module[name](...values);
      expect(said).toBeDefined();
      return textsIn(said).filter((text) => BROKEN.test(text) || badPlural(text));
    });
    expect(broken).toEqual([]);
  });

  test("cover many functions with plain parameters", () => {
    expect(tried.length).toBeGreaterThan(40);
  });
});
