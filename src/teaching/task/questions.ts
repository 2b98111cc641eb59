/**
 * The written questions of a task, and the students' answers: a text, a choice, a number, or evidence (an explanation, an event
 * or a time range from "why?"). Correct answers are on separate lines, because only the teacher may see them. docs/tasks.md
 * describes the format. What students write is not trusted: its length is limited, and it is shown as plain text.
 */

import type { Scenario } from "../../engine/index.ts";
import {
  orList,
  parseQuantityIn,
  pointed,
  questionIn,
  type SettingText,
  unitsFor,
} from "../../engine/index.ts";
import { numberText, type PlacedMetric, readPlacedMetric, SWEPT_METRICS } from "../../experiments/metrics.ts";
import { onceBlank } from "../document/parameters.ts";
import { readWorth, worthSuffix } from "./points.ts";

interface Asked {
  /** Id of the question. Answers, points and correct answers refer to it. */
  readonly id: string;
  /** The question as one line of Markdown. */
  readonly prompt: string;
  /** Points; 0 if the question is not marked. */
  readonly points: number;
}

const EVIDENCE = ["any", "story", "event", "stretch"] as const;
type EvidenceKind = (typeof EVIDENCE)[number];

export type TaskQuestion =
  /** A question of the kind "text", with the smallest and largest length of the answer (characters). */
  | (Asked & { readonly kind: "text"; readonly least: number; readonly most: number })
  | (Asked & { readonly kind: "choice"; readonly options: readonly string[] })
  | (Asked & { readonly kind: "number"; readonly unit: string })
  | (Asked & { readonly kind: "evidence"; readonly of: EvidenceKind });

/** The correct answer. For a choice, an option. For a number, a value, or what the first run of the student measures. */
export type AnswerKey = { readonly id: string; readonly text: string } & (
  | { readonly kind: "choice"; readonly option: string }
  | {
      readonly kind: "number";
      readonly value: number | PlacedMetric;
      readonly within: number;
      /** True if `within` is a share of the correct answer, not a difference. */
      readonly isShare: boolean;
    }
);

export interface GivenAnswer {
  readonly id: string;
  /** The answer. For a choice, the number of the option, counted from 1. */
  readonly text: string;
}

export const MOST_QUESTIONS = 12;
const USUAL_LENGTH = 600;
const LONGEST_TEXT = 2000;
/** Length limit of all texts of a hand-in together (characters), because mail and learning platforms must be able to carry it. */
const LONGEST_OF_ALL = 6000;
const LONGEST_PROMPT = 600;
const LONGEST_OPTION = 200;
const MOST_OPTIONS = 12;
const LONGEST_UNIT = 16;
const LONGEST_NUMBER = 40;
/** Length limit of evidence (characters): a question about a run, and the settings of the run. */
const LONGEST_EVIDENCE = 1500;

const LINE = /^([a-z][a-z0-9-]{0,29}) (text|choice|number|evidence)(?: ([^:]*))?: ?(.+)$/;
const LENGTHS = /^(?:(\d{1,4})\.\.)?(\d{1,4})$/;

/** Reads "why text 30..400: Why does it keep the link busy?". Throws an error with a message for the user. */
export function readTaskQuestion(line: string): TaskQuestion {
  const [, id, kind, given = "", rest = ""] = LINE.exec(onceBlank(line)) ?? [];
  if (id === undefined)
    throw new Error(
      `a question must have a name, a kind (text, choice, number or evidence) and a text, like "why text 30..400: Why is it so?"; got "${line.slice(0, 80)}"`,
    );
  const { rest: own, points, part } = readWorth(`${kind} ${given.trim()}`.trim());
  if (part !== null) throw new Error(`a question has no partial points; got "part ${part}"`);
  const details = own.slice(kind.length).trim();
  const [prompt, ...options] = kind === "choice" ? rest.split("|").map((part) => part.trim()) : [rest.trim()];
  if (prompt === "" || prompt.length > LONGEST_PROMPT)
    throw new Error(
      prompt === ""
        ? "the question is empty"
        : `the question must have at most ${LONGEST_PROMPT} characters, has ${prompt.length}`,
    );
  const asked = { id, prompt, points: points ?? 0 };
  switch (kind) {
    case "text":
      return { ...asked, kind, ...lengthsIn(details) };
    case "choice":
      if (details !== "") throw new Error(`a choice has its options behind what is asked; got "${details}"`);
      return { ...asked, kind, options: optionsOf(options) };
    case "number":
      if (details.length > LONGEST_UNIT)
        throw new Error(`a unit must have at most ${LONGEST_UNIT} letters; got "${details}"`);
      return { ...asked, kind, unit: details };
    default:
      return { ...asked, kind: "evidence", of: evidenceKind(details) };
  }
}

function lengthsIn(details: string): { readonly least: number; readonly most: number } {
  if (details === "") return { least: 0, most: USUAL_LENGTH };
  const [, low = "0", high = ""] = LENGTHS.exec(details) ?? [];
  const [least, most] = [Number(low), Number(high)];
  if (high === "" || least > most || most < 1 || most > LONGEST_TEXT)
    throw new Error(
      `a text has a length in letters, like 400 or 30..400, at most ${LONGEST_TEXT}; got "${details}"`,
    );
  return { least, most };
}

function optionsOf(options: readonly string[]): readonly string[] {
  if (options.length < 2 || options.length > MOST_OPTIONS)
    throw new Error(`a choice has 2 to ${MOST_OPTIONS} options, each behind a "|"; got ${options.length}`);
  const long = options.find((option) => option === "" || option.length > LONGEST_OPTION);
  if (long !== undefined)
    throw new Error(
      long === ""
        ? "an option is empty"
        : `an option must have at most ${LONGEST_OPTION} characters, has ${long.length}`,
    );
  const twice = options.find((option, i) => options.indexOf(option) < i);
  if (twice !== undefined) throw new Error(`the option "${twice}" occurs twice`);
  return options;
}

function evidenceKind(details: string): EvidenceKind {
  const kind = details === "" ? "any" : EVIDENCE.find((one) => one === details);
  if (kind !== undefined) return kind;
  throw new Error(`evidence is a story, an event or a stretch; got "${details}"`);
}

/** Returns the canonical text. Reading it gives the same question. */
export function questionLine(question: TaskQuestion): string {
  const options = question.kind === "choice" ? ` | ${question.options.join(" | ")}` : "";
  const worth = question.points === 0 ? "" : worthSuffix(question.points);
  return `${question.id} ${question.kind}${detailsText(question)}${worth}: ${question.prompt}${options}`;
}

function detailsText(question: TaskQuestion): string {
  switch (question.kind) {
    case "text":
      return question.least > 0 ? ` ${question.least}..${question.most}` : ` ${question.most}`;
    case "choice":
      return "";
    case "number":
      return question.unit === "" ? "" : ` ${question.unit}`;
    case "evidence":
      return question.of === "any" ? "" : ` ${question.of}`;
  }
}

/**
 * Returns those parts of a question that determine what answers mean. The wording is not included, so that it can be corrected
 * while students work.
 */
export function questionIdentity(question: TaskQuestion): string {
  const options = question.kind === "choice" ? ` | ${question.options.join(" | ")}` : "";
  return `question: ${question.id} ${question.kind}${detailsText(question)}${options}`;
}

/** Returns a sentence on what is wrong with the questions taken together; null if nothing is wrong. */
export function faultOfAll(questions: readonly TaskQuestion[]): string | null {
  const ids = questions.map(({ id }) => id);
  const twice = ids.find((id, i) => ids.indexOf(id) < i);
  if (twice !== undefined) return `question: ${twice} occurs twice.`;
  const letters = questions.reduce((sum, one) => sum + (one.kind === "text" ? one.most : 0), 0);
  if (letters <= LONGEST_OF_ALL) return null;
  return `question: the texts may have ${letters} letters together; at most ${LONGEST_OF_ALL} fit into a hand-in.`;
}

/**
 * Reads a correct answer: "first PIE", "wait 25 within 2", "wait delay-p99 within 5 %". Throws an error with a
 * message for the user.
 */
export function readKey(line: string, questions: readonly TaskQuestion[], base: Scenario): AnswerKey {
  const text = onceBlank(line);
  const at = text.search(/ |$/);
  const [id, rest] = [text.slice(0, at), text.slice(at).trim()];
  const question = questions.find((one) => one.id === id);
  if (question === undefined) throw new Error(`there is no question ${id}`);
  if (question.kind === "choice") {
    if (question.options.includes(rest)) return { id, text: rest, kind: "choice", option: rest };
    throw new Error(`${id} has the options ${question.options.join(", ")}; got "${rest}"`);
  }
  if (question.kind === "number")
    return { id, text: rest, kind: "number", ...numberKey(question, rest, base) };
  throw new Error(`a ${question.kind} is marked by a person: ${id} has no right answer`);
}

const NUMBER_KEY = /^(\S+(?: \S+)?) within (\S+(?: \S+)?)$/;

function numberKey(
  { id, unit }: TaskQuestion & { readonly kind: "number" },
  text: string,
  base: Scenario,
): Pick<AnswerKey & { readonly kind: "number" }, "value" | "within" | "isShare"> {
  const [, right, tolerance] = NUMBER_KEY.exec(text) ?? [];
  if (right === undefined)
    throw new Error(
      `the right answer is a number or a measure with a tolerance, like "${id} 25 within 2" or "${id} delay-p99 within 5 %"; got "${text.slice(0, 80)}"`,
    );
  const plain = (subject: string) => parseQuantityIn(subject, unit);
  const within = plain(tolerance);
  const share = within === null && tolerance.endsWith("%") ? parseQuantityIn(tolerance, "%") : null;
  const least = within ?? share;
  if (least === null || least < 0)
    throw new Error(`the tolerance is a number or a share, like 2 or 5 %; got "${tolerance}"`);
  const given = plain(right);
  const value = given ?? readPlacedMetric(right, base, SWEPT_METRICS);
  if (typeof value !== "number" && value.metric.unit !== unit)
    throw new Error(
      `${value.id} is measured in ${value.metric.unit || "a plain number"}, and ${id} asks for ${unit || "a plain number"}`,
    );
  return { value, within: share === null ? least : least / 100, isShare: share !== null };
}

export function keyLine({ id, text }: AnswerKey): string {
  return `${id} ${text}`;
}

/** Returns the metrics that must be measured because correct answers depend on them. */
export function keyMeasures(keys: readonly AnswerKey[]): PlacedMetric[] {
  return keys.flatMap((key) => (key.kind === "number" && typeof key.value !== "number" ? [key.value] : []));
}

/**
 * Returns whether an answer is right; null if only a teacher can decide, or if the run has not been measured. `measured` holds
 * the values of `keyMeasures` in the first run.
 */
export function isRight(
  question: TaskQuestion,
  text: string,
  keys: readonly AnswerKey[],
  measured: readonly (number | null)[] | undefined,
): boolean | null {
  const key = keys.find(({ id }) => id === question.id);
  if (key === undefined) return null;
  if (key.kind === "choice") return optionOf(question, text) === key.option;
  const right = rightNumber(key, keys, measured);
  if (right === undefined) return null;
  const given = question.kind === "number" ? parseQuantityIn(text, question.unit) : null;
  if (given === null || right === null) return false;
  const most = key.isShare ? Math.abs(right) * key.within : key.within;
  // The factor allows for rounding errors of decimal numbers in binary.
  return Math.abs(given - right) <= most * (1 + 1e-9);
}

/** Returns the correct number; undefined while its run is missing, and null if the run had nothing to measure. */
function rightNumber(
  key: AnswerKey & { readonly kind: "number" },
  keys: readonly AnswerKey[],
  measured: readonly (number | null)[] | undefined,
): number | null | undefined {
  if (typeof key.value === "number") return key.value;
  return measured?.[keyMeasures(keys).indexOf(key.value)];
}

/** Kinds of feedback: the student's page tells whether answers are right, or also the right answers. */
export const FEEDBACK = ["verdicts", "answers"] as const;
export type Feedback = (typeof FEEDBACK)[number];

/** Words that a student's page shows below a question once its answer was checked. */
export interface Explanation {
  readonly id: string;
  /** One line of Markdown. */
  readonly text: string;
}

/** Reads "wait The queue holds 100 packets of 8 ms." Throws an error with a message for the user. */
export function readExplanation(line: string, questions: readonly TaskQuestion[]): Explanation {
  const text = onceBlank(line);
  const at = text.search(/ |$/);
  const [id, rest] = [text.slice(0, at), text.slice(at).trim()];
  if (!questions.some((one) => one.id === id)) throw new Error(`there is no question ${id}`);
  if (rest === "" || rest.length > LONGEST_PROMPT)
    throw new Error(
      `an explanation of ${id} must have 1 to ${LONGEST_PROMPT} characters, has ${rest.length}`,
    );
  return { id, text: rest };
}

export function explanationLine({ id, text }: Explanation): string {
  return `${id} ${text}`;
}

/** The feedback of the student's page on one answer. */
export interface AnswerFeedback {
  /** True if the answer is right; null if a person must judge it. */
  readonly isRight: boolean | null;
  /** True if the answer would be right with a unit that is a thousand times larger or smaller. */
  readonly isOtherUnit: boolean;
  /** The right answer as text, for example "0.0241 s, within 10 %"; null if it is not shown or not known. */
  readonly expected: string | null;
  /** One line of Markdown; null if there is none, or if it is not shown. */
  readonly explanation: string | null;
}

interface FeedbackRules {
  readonly feedback: Feedback | null;
  readonly keys: readonly AnswerKey[];
  readonly explanations: readonly Explanation[];
}

/**
 * Returns the feedback on an answer; null if there is none yet, because the answer is incomplete or its run is not measured.
 * `measured` holds the values of `keyMeasures` in the run on the screen.
 */
export function feedbackOn(
  { feedback, keys, explanations }: FeedbackRules,
  question: TaskQuestion,
  text: string,
  measured: readonly (number | null)[] | undefined,
): AnswerFeedback | null {
  if (feedback === null || answerFault(question, text) !== null) return null;
  const key = keys.find(({ id }) => id === question.id);
  const right = isRight(question, plainAnswer(question, text), keys, measured);
  if (key !== undefined && right === null) return null;
  const given = question.kind === "number" ? parseQuantityIn(text, question.unit) : null;
  const isOtherUnit =
    right === false &&
    given !== null &&
    [given / 1000, given * 1000].some((one) => isRight(question, String(one), keys, measured) === true);
  const isShown = feedback === "answers";
  const explained = explanations.find(({ id }) => id === question.id)?.text ?? null;
  return {
    isRight: right,
    isOtherUnit,
    expected: isShown && key !== undefined ? expectedWords(question, key, keys, measured) : null,
    explanation: isShown ? explained : null,
  };
}

/** Returns the right answer as text: "0.0241 s, within 10 %". */
function expectedWords(
  question: TaskQuestion,
  key: AnswerKey,
  keys: readonly AnswerKey[],
  measured: readonly (number | null)[] | undefined,
): string | null {
  if (key.kind === "choice") return key.option;
  const right = rightNumber(key, keys, measured);
  if (right == null || question.kind !== "number") return null;
  const withUnit = (number: string) => (question.unit === "" ? number : `${number} ${question.unit}`);
  const number = typeof key.value === "number" ? String(right) : numberText(key.value.metric, right);
  if (key.within === 0) return withUnit(number);
  const within = key.isShare
    ? `${Number((100 * key.within).toPrecision(6))} %`
    : withUnit(String(key.within));
  return `${withUnit(number)}, within ${within}`;
}

/** Returns the text of the chosen option; null if the answer names no option. */
export function optionOf(question: TaskQuestion, text: string): string | null {
  if (question.kind !== "choice" || !/^\d{1,2}$/.test(text)) return null;
  return question.options[Number(text) - 1] ?? null;
}

/** Returns the maximum number of characters of an answer. */
export function longestAnswer(question: TaskQuestion): number {
  if (question.kind === "text") return question.most;
  return question.kind === "evidence" ? LONGEST_EVIDENCE : LONGEST_NUMBER;
}

export function lettersIn(text: string): number {
  return [...text].length;
}

/**
 * Returns an answer as it is stored and handed in. Line breaks stay. Other control characters are removed, because they would
 * break the lines of the code.
 */
export function tidyAnswer(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/(?!\n)\p{Cc}+/gu, " ")
    .replace(/\p{Cs}/gu, "\uFFFD");
}

/** Returns a sentence that says why an answer is not allowed; null if it is allowed. Empty answers are checked elsewhere. */
export function answerFault(question: TaskQuestion, text: string): string | null {
  if (text.trim() === "") return "There is no answer yet.";
  const letters = lettersIn(text);
  switch (question.kind) {
    case "text": {
      const { least, most } = question;
      if (letters > most) return `It has ${letters} letters; at most ${most} are allowed.`;
      const written = lettersIn(text.trim());
      return written < least ? `${written} characters; write at least ${least}.` : null;
    }
    case "choice":
      return optionOf(question, text) === null ? "It is none of the options." : null;
    case "number": {
      const read = pointed(text);
      if ("error" in read) return `${read.error}.`;
      return parseQuantityIn(read.text, question.unit) === null ? notANumber(question.unit) : null;
    }
    case "evidence": {
      const evidence = evidenceIn(text);
      if (evidence === null) return "It is not an explanation, an event or a time range of a run.";
      return isOfKind(question.of, evidence.question)
        ? null
        : `It is not ${question.of === "event" ? "an event" : `a ${question.of}`}.`;
    }
  }
}

/** Returns why a text is not a number of a unit, and which units may follow a number. */
function notANumber(unit: string): string {
  if (unit === "") return "It is not a number.";
  return `It is not a number of ${unit}. Write a number alone, or with ${orList(unitsFor(unit))}.`;
}

/**
 * Returns a number as it is handed in: with a decimal point, and in the unit of the question. It may have been typed with a
 * decimal comma, and in another unit.
 */
export function plainAnswer(question: TaskQuestion, text: string): string {
  if (question.kind !== "number") return text;
  const read = pointed(text.trim());
  if ("error" in read) return text;
  const { unit } = question;
  const value = parseQuantityIn(read.text, unit);
  const bare = read.text.endsWith(unit) ? read.text.slice(0, read.text.length - unit.length) : read.text;
  return value === null || Number(bare) === value ? read.text : `${value} ${unit}`;
}

type RunQuestion = NonNullable<ReturnType<typeof questionIn>>;

function isOfKind(which: EvidenceKind, { kind }: RunQuestion): boolean {
  const isStretch = kind === "stretch" || kind === "number";
  if (which === "stretch") return kind === "stretch";
  return which === "event" ? !isStretch && kind !== "packet" : true;
}

/** A part of a run to which a student points. */
export interface Evidence {
  readonly question: RunQuestion;
  /** The question about the run, in the same form as in URLs. */
  readonly text: string;
  /** Settings in which the run differed from the student's variant; null if it is the run that is handed in. */
  readonly settings: readonly SettingText[] | null;
}

/** Returns the text of evidence: "mark,1,1,12.3", or with the run's settings: "mark,1,1,12.3;aqm=pie&beta-ecn=0.8". */
export function evidenceText(text: string, settings: readonly SettingText[] | null): string {
  if (settings === null) return text;
  return `${text};${settings.map((one) => `${one.key}=${encodeURIComponent(one.text)}`).join("&")}`;
}

const MOST_SETTINGS = 100;

export function evidenceIn(given: string): Evidence | null {
  if (given.length > LONGEST_EVIDENCE) return null;
  const at = given.indexOf(";");
  const text = at < 0 ? given : given.slice(0, at);
  const question = questionIn(text);
  if (question === null) return null;
  if (at < 0) return { question, text, settings: null };
  const parts = given
    .slice(at + 1)
    .split("&")
    .filter((part) => part !== "");
  if (parts.length > MOST_SETTINGS || parts.some((part) => part.indexOf("=") < 1)) return null;
  try {
    const settings = parts.map((part) => {
      const equals = part.indexOf("=");
      return { key: part.slice(0, equals), text: decodeURIComponent(part.slice(equals + 1)) };
    });
    return { question, text, settings };
  } catch {
    return null;
  }
}

/** Returns what kind of answer is wanted, as text next to the question: "at most 400 letters", "a number of ms". */
export function askedWords(question: TaskQuestion): string {
  switch (question.kind) {
    case "text":
      return question.least > 0
        ? `${question.least} to ${question.most} letters`
        : `at most ${question.most} letters`;
    case "choice":
      return "one of these";
    case "number":
      return question.unit === "" ? "a number" : `a number of ${question.unit}`;
    case "evidence":
      return EVIDENCE_WORDS[question.of];
  }
}

const EVIDENCE_WORDS: Readonly<Record<EvidenceKind, string>> = {
  any: "an explanation pinned from “why?”",
  story: "an explanation pinned from “why?”",
  event: "an event pinned from “why?”",
  stretch: "a time range of a plot pinned from “why?”",
};
