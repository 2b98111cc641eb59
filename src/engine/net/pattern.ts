/**
 * Changes of a link's capacity or delay over time, as text: a square wave, or steps, possibly repeated.
 *
 *     square:PERIOD:VALUE        unchanged in the first half of each PERIOD (s), VALUE in the second half
 *     T:VALUE;T:VALUE;…          VALUE from time T (s) on; unchanged before the first T
 *     T:VALUE;…;repeat:PERIOD    the same steps in each PERIOD (s)
 *
 * VALUE is a factor for the capacity, or ms added to the delay. Alternatively a capacity follows a recording
 * (capacity-trace.ts).
 */
import type { TextParam } from "../params/param.ts";
import {
  canonicalTrace,
  isTraceText,
  MOST_TRACE_LETTERS,
  missingTrace,
  traceInLink,
  traceWords,
} from "./capacity-trace.ts";

interface PatternStep {
  readonly atNs: number;
  readonly value: number;
}

/** Changes of a value over time. */
export interface Pattern {
  /** Steps in order of time, at least one; if the pattern has a period, times are within the period. */
  readonly steps: readonly PatternStep[];
  readonly repeatNs: number | null;
}

const NS_PER_S = 1e9;
/** Limit on the steps of a pattern. */
export const MAX_PATTERN_STEPS = 500;
const MAX_TIME_S = 3600;
const LONGEST_PATTERN = 12_000;
const MIN_PERIOD_S = 0.01;
const NUMBER = /^\d+(?:\.\d+)?(?:e-?\d+)?$/i;

interface Range {
  readonly min: number;
  readonly max: number;
  /** Value that applies before the first step and when no step applies. */
  readonly neutral: number;
}

const RATE: Range = { min: 0.001, max: 10, neutral: 1 };
const ADDED_MS: Range = { min: 0, max: 2000, neutral: 0 };

/** Returns the pattern of a text that has been validated; null for the empty text and for a recording. */
export function ratePattern(text: string): Pattern | null {
  return isTraceText(text) ? null : patternOf(text, RATE);
}

/** Returns the pattern of a delay; null for the empty text. */
export function delayPattern(text: string): Pattern | null {
  return patternOf(text, ADDED_MS);
}

function patternOf(text: string, range: Range): Pattern | null {
  if (text === "") return null;
  const parsed = parse(text, range);
  if (parsed === null) throw new Error(`not a pattern over time: ${text}`);
  return parsed;
}

function parse(text: string, range: Range): Pattern | null {
  const parts = text.split(";").map((part) => part.split(":").map((one) => one.trim()));
  if (parts.length === 1 && parts[0][0] === "square") return parseSquare(parts[0], range);
  const last = parts[parts.length - 1];
  const repeats = last[0] === "repeat";
  const steps = (repeats ? parts.slice(0, -1) : parts).map((part) => parseStep(part, range));
  if (steps.length === 0 || steps.length > MAX_PATTERN_STEPS) return null;
  const known: PatternStep[] = [];
  for (const step of steps) {
    const before = known[known.length - 1];
    if (step === null || (before !== undefined && step.atNs <= before.atNs)) return null;
    known.push(step);
  }
  if (!repeats) return { steps: known, repeatNs: null };
  const periodS = last.length === 2 ? numberIn(last[1], MIN_PERIOD_S, MAX_TIME_S) : null;
  if (periodS === null || known[known.length - 1].atNs >= periodS * NS_PER_S) return null;
  return { steps: known, repeatNs: Math.round(periodS * NS_PER_S) };
}

function parseSquare(part: readonly string[], range: Range): Pattern | null {
  if (part.length !== 3) return null;
  const periodS = numberIn(part[1], MIN_PERIOD_S, MAX_TIME_S);
  const value = numberIn(part[2], range.min, range.max);
  if (periodS === null || value === null) return null;
  const repeatNs = Math.round(periodS * NS_PER_S);
  const steps = [
    { atNs: 0, value: range.neutral },
    { atNs: Math.round(repeatNs / 2), value },
  ];
  return { steps, repeatNs };
}

function parseStep(part: readonly string[], range: Range): PatternStep | null {
  if (part.length !== 2) return null;
  const atS = numberIn(part[0], 0, MAX_TIME_S);
  const value = numberIn(part[1], range.min, range.max);
  return atS === null || value === null ? null : { atNs: Math.round(atS * NS_PER_S), value };
}

/**
 * Reads a decimal number without a sign or exponent, with or without its unit; null if the text is not such a number or is
 * outside [min, max].
 */
function numberIn(text: string, min: number, max: number): number | null {
  const bare = text.replace(/(?:ms|s)$/, "");
  const value = NUMBER.test(bare) ? Number(bare) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

function canonical(text: string, range: Range): string | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "none") return "";
  if (trimmed.length > LONGEST_PATTERN) return null;
  const pattern = parse(trimmed, range);
  if (pattern === null) return null;
  const { steps, repeatNs } = pattern;
  const isSquare =
    repeatNs !== null &&
    steps.length === 2 &&
    steps[0].atNs === 0 &&
    steps[0].value === range.neutral &&
    steps[1].atNs === Math.round(repeatNs / 2);
  if (isSquare) return `square:${repeatNs / NS_PER_S}:${steps[1].value}`;
  const texts = steps.map(({ atNs, value }) => `${atNs / NS_PER_S}:${value}`);
  if (repeatNs !== null) texts.push(`repeat:${repeatNs / NS_PER_S}`);
  return texts.join(";");
}

const GRAMMAR =
  "empty, square:PERIOD:VALUE or TIME:VALUE;TIME:VALUE;… with ;repeat:PERIOD at the end if it repeats; times in s";
const STARTED = "The pattern counts from the start of the run.";

export const RATE_PATTERN: TextParam = {
  kind: "text",
  id: "capacity-pattern",
  label: "Capacity over time",
  default: "",
  maxLength: MOST_TRACE_LETTERS,
  allowed: `${GRAMMAR}, values as factors of the capacity from ${RATE.min} to ${RATE.max}; or a recorded capacity`,
  read: (text) => (isTraceText(text.trim()) ? canonicalTrace(text.trim()) : canonical(text, RATE)),
  inLink: traceInLink,
  inWords: traceWords,
  missing: missingTrace,
  takesTrace: true,
  help: "Changes of the capacity over time. square:10:0.5: full for 5 s, half for 5 s, repeated. 0:1;20:0.2: falls to a fifth at 20 s.",
  examples: [
    { label: "square wave", text: "square:20:0.5" },
    { label: "steps", text: "0:1;20:0.5;40:0.25;60:0.5;80:1" },
  ],
  live: false,
  whyNotLive: STARTED,
  detail: true,
};

export const DELAY_PATTERN: TextParam = {
  kind: "text",
  id: "delay-pattern",
  label: "Delay over time",
  default: "",
  maxLength: LONGEST_PATTERN,
  allowed: `${GRAMMAR}, values in ms added to the delay from ${ADDED_MS.min} to ${ADDED_MS.max}`,
  read: (text) => canonical(text, ADDED_MS),
  help: "Delay added over time: square:10:20 adds 20 ms in the second half of every 10 s.",
  examples: [
    { label: "square wave", text: "square:20:50" },
    { label: "steps", text: "0:0;20:20;40:50;60:100;80:0" },
  ],
  live: false,
  whyNotLive: STARTED,
  detail: true,
};
