/** The lines "key: value" at the head of a step: what the step is, what it sets, and what must hold. */
import { type DocumentProblem, type Section, type Token, tokensOf } from "./document.ts";

export const STEP_KINDS = ["predict", "run", "compare", "explain", "question"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export const STEP_KEYS = [
  "step",
  "bench",
  "look",
  "draw",
  "judge",
  "drawing right",
  "drawing wrong",
  "done",
  "solved with",
  "holds",
] as const;
export type StepKey = (typeof STEP_KEYS)[number];

export interface StepLine {
  readonly key: StepKey;
  /** Of "holds with SETTINGS": the settings; empty else. */
  readonly settings: string;
  readonly value: string;
  readonly line: number;
}

export interface StepBody {
  readonly lines: readonly StepLine[];
  readonly tokens: readonly Token[];
  /** Of each token, in the file. */
  readonly at: readonly number[];
}

const LINE = /^(?:(holds) with (\S+)|([a-z][a-z ]{0,20}[a-z])):(?:\s+(.*)|)$/;

/** The head is the section's first paragraph, if that begins with "step:". */
export function readStepLines(
  { title, line, tokens, lines }: Section,
  problems: DocumentProblem[],
): StepBody {
  const [first] = tokens;
  if (first?.type !== "paragraph" || !first.raw.startsWith("step:")) {
    problems.push({
      line,
      message: `The step "${title}" begins with a line "step: predict" (or run, compare, explain, question).`,
    });
    return { lines: [], tokens, at: lines };
  }
  const found = first.raw
    .trimEnd()
    .split("\n")
    .flatMap((text, i) => {
      const one = readLine(text, lines[0] + i);
      if ("message" in one) problems.push(one);
      return "message" in one ? [] : [one];
    });
  return { lines: found, tokens: tokens.slice(1), at: lines.slice(1) };
}

function readLine(text: string, line: number): StepLine | DocumentProblem {
  const match = LINE.exec(text.trim());
  const key = match?.[1] ?? match?.[3] ?? "";
  if (match === null || !STEP_KEYS.some((one) => one === key))
    return {
      line,
      message: `"${text.slice(0, 60)}" is no line of a step's head; those are "${STEP_KEYS.join(':", "')}:". An empty line ends the head.`,
    };
  return { key: key as StepKey, settings: match[2] ?? "", value: (match[4] ?? "").trim(), line };
}

/** What a piece of text says if it begins with "if CONDITION:", and the text without that. */
export function conditionAhead(
  text: string,
): { readonly condition: string; readonly tokens: Token[] } | null {
  const match = /^if ([^:\n]{1,200}):\s*/.exec(text);
  return match === null ? null : { condition: match[1], tokens: tokensOf(text.slice(match[0].length)) };
}
