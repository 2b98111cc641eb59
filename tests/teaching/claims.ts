/**
 * Finds statements in a text that a run may contradict: sentences with a number, or with a word such as "never".
 * Statements that only repeat a setting of the step are accepted; all others need a claim of their own.
 */

import {
  declaredParams,
  formatValue,
  getParam,
  type Place,
  type Scenario,
  scenarioFromUrl,
} from "../../src/engine/index.ts";
import type { Token } from "../../src/teaching/document/document.ts";
import { PROGRAM_READER } from "../../src/teaching/document/file-programs.ts";
import type { Lesson, LessonStep } from "../../src/teaching/document/lesson.ts";

const COUNTS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const FRACTIONS =
  "half|halves|halved|twice|doubles?|doubled|third|quarter|fifth|tenth|twentieth|hundred|thousand";
const ABSOLUTES =
  "never|always|nothing|none|nobody|no|not one|all|every|everything|idle|empty|empties|full|whole|as before|without end";
const WORD = new RegExp(`\\b(?:${COUNTS.join("|")}|${FRACTIONS}|${ABSOLUTES}|thirty|fifty)\\b`, "gi");
const NUMBER = /(?<![\w.])\d+(?:\.\d+)?(?: ?(?:%|ms|s|Mbps|bytes|segments|packets)(?![\w]))?/g;

/**
 * Exceptions: names that contain a number, "no" as an answer, and the wording of percentiles beside a computed
 * number.
 */
const NO_CLAIM =
  /\b(?:[Ff]lows? \d|RFC \d+|ECT\(\d\)|hop\d|L4S|PI2)\b|ECT\(\d\)|^No[:,]|\b99 in 100 packets(?=[^.]*…)|\bone (?:packet )?in a hundred(?= packets)?(?=[^.]*…)|… times|\bat times\b/g;

/** Returns the text as a reader sees it: links as their words, and a placeholder for each computed number. */
function plainText(markdown: string): string {
  return markdown
    .replace(/\{[^}]*\}/g, "…")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`>]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

export function sentencesOf(markdown: string): string[] {
  return markdown
    .split(/\n\s*\n/)
    .flatMap((paragraph) => plainText(paragraph).split(/(?<=[.?!])\s+(?=[A-Z"“β…(])/))
    .filter((sentence) => sentence !== "");
}

/** Returns the numbers and words of a sentence that a run may contradict; none for a question. */
export function saidIn(sentence: string): {
  readonly numbers: readonly string[];
  readonly words: readonly string[];
} {
  if (sentence.endsWith("?")) return { numbers: [], words: [] };
  const text = sentence.replace(NO_CLAIM, " ");
  return {
    numbers: [...text.matchAll(NUMBER)].map(([found]) => found),
    words: [...text.matchAll(WORD)].map(([found]) => found.toLowerCase()),
  };
}

/** Returns whether a sentence states more than the settings and the questions contain. */
export function isBare(sentence: string, backed: ReadonlySet<string>): boolean {
  const { numbers, words } = saidIn(sentence);
  return [...numbers, ...words].some((one) => !backed.has(one));
}

export interface Said {
  readonly sentence: string;
  /** Step that the sentence belongs to; a sentence in the head of the lesson belongs to the first step. */
  readonly step: LessonStep;
}

/** Returns what a lesson states as true: everything except its questions and its wrong options. */
export function toldIn({ learn, opening, steps }: Lesson): Said[] {
  const raw = (tokens: readonly Token[]) => tokens.map((token) => token.raw).join("");
  const told = steps.flatMap((step) => [
    ...step.parts.map(({ tokens }) => ({ step, text: raw(tokens) })),
    ...step.options.flatMap(({ tokens, right, answer }) => [
      ...(right ? [{ step, text: raw(tokens) }] : []),
      { step, text: raw(answer) },
    ]),
  ]);
  const [step] = steps;
  return [{ step, text: learn }, { step, text: raw(opening) }, ...told].flatMap(({ step, text }) =>
    sentencesOf(text).map((sentence) => ({ sentence, step })),
  );
}

/**
 * Returns the numbers that a step's runs have as settings, and the numbers that its claims and exercises are checked
 * with.
 */
export function backedIn({ steps }: Lesson, step: LessonStep): Set<string> {
  const next = steps[steps.indexOf(step) + 1];
  const fragments = [
    step.inForce,
    ...(next === undefined ? [] : [next.inForce]),
    ...(step.solved === null ? [] : [step.solved.fragment]),
    ...step.claims.map(({ fragment }) => fragment),
  ];
  const settings = fragments.flatMap((fragment) => {
    const { scenario, view } = scenarioFromUrl(fragment, PROGRAM_READER);
    const pin = view.pin ?? null;
    return [scenario, ...(pin === null ? [] : [scenarioFromUrl(pin, PROGRAM_READER).scenario])].flatMap(
      (one) => settingsIn(one),
    );
  });
  const conditions = [...step.claims, ...step.asked].flatMap(({ text }) =>
    [...text.matchAll(BOUND)].map(([, bound]) => bound),
  );
  return new Set([...settings, ...conditions]);
}

const BOUND = /[<>]=? ?(-?\d+(?:\.\d+)?(?: ?(?:%|ms|s|Mbps|packets|segments))?)/g;

/**
 * Returns the settings of a run as the page shows them, with units, the number of its flows, and shares in per cent
 * as well.
 */
export function settingsIn(scenario: Scenario): string[] {
  const places: Place[] = [
    { scope: "run" },
    { scope: "path" },
    { scope: "tcp" },
    { scope: "queue" },
    ...scenario.flows.map((_, flow) => ({ scope: "flow", flow }) as const),
  ];
  const texts = places.flatMap((place) =>
    declaredParams(scenario, place).map((param) => formatValue(param, getParam(scenario, place, param.id))),
  );
  const flows = scenario.flows.reduce((sum, { count }) => sum + count, 0);
  return [...texts, `${flows}`, COUNTS[flows - 2] ?? ""].flatMap((text) => {
    const short = text.replace(/(\.\d*?)0+(?= |$)/, "$1").replace(/\.(?= |$)/, "");
    const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;
    return [
      short,
      short.replace(/ (?:packets|segments)$/, ""),
      ...(/^0\.\d+$/.test(short) ? [percent(Number(short)), percent(1 - Number(short))] : []),
    ];
  });
}
