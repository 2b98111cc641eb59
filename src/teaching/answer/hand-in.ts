/**
 * A student's hand-in: a short code with the task's name and digest, the student's name or number, the number of attempts, and
 * the changed settings. A URL that contains the code opens the answer in the simulator.
 */

import {
  originText,
  type Problem,
  type RunOrigin,
  readOrigin,
  type Scenario,
  type SettingText,
  scenarioFromUrl,
  scenarioToUrl,
} from "../../engine/index.ts";
import { isPacked, packText, unpackText } from "../../lib/packed-text.ts";
import { PROGRAM_READER } from "../document/file-programs.ts";
import { codeIn } from "../task/program-answer.ts";
import { type GivenAnswer, MOST_QUESTIONS, tidyAnswer } from "../task/questions.ts";
import type { Task } from "../task/task.ts";
import { packTask, taskDigest } from "../task/task.ts";

/** The results that the student's page has computed. Another version may compute other results. */
export interface HandInRuns {
  /** Version and digest of the first run. */
  readonly origin: RunOrigin;
  /** Values of the conditions for each run, in order; empty if the answer was never run. */
  readonly runs: readonly (readonly (number | null)[])[];
}

export interface HandIn {
  readonly taskId: string;
  readonly taskDigest: string;
  /** Name or number as the student typed it. */
  readonly name: string;
  readonly tries: number;
  readonly settings: readonly SettingText[];
  /** Answers to the questions of the task, without empty ones. */
  readonly answers: readonly GivenAnswer[];
  /** Results of the student's page. Absent if the answer was not run, and in codes of Sawtooth 0.6 and earlier. */
  readonly record?: HandInRuns;
}

/** Content of one entry of a teacher's list. */
export type HandedIn =
  | { readonly kind: "code"; readonly handIn: HandIn }
  /** A simulation URL without a code. It was copied from the address bar and has no name. */
  | {
      readonly kind: "link";
      readonly scenario: Scenario;
      /** Sentences on settings in the URL that no longer exist. */
      readonly removed: readonly string[];
    }
  | { readonly kind: "unreadable"; readonly message: string };

export const LONGEST_NAME = 80;
/** First line of a code. The number is the version of its format. */
const SIGN = "hand-in 1";
/** First line if written answers come after the settings. */
const SIGN_WITH_ANSWERS = "hand-in 2";
/** First line if the settings include a program. Answers may follow. */
const SIGN_WITH_PROGRAM = "hand-in 3";
/** First line if the code contains the student's version, the run's digest and its results. */
const SIGN_WITH_RECORD = "hand-in 4";
/** Length limit of a code (characters). It allows the longest answers in any script together with the longest program. */
export const LONGEST_CODE = 100_000;
/** Many platforms, chats and mail programs cut texts that are longer than this (characters). */
export const LONG_CODE = 8000;
const MOST_TRIES = 9999;
/** Maximum number of settings in a code. It is larger than tasks allow. For each setting the checker reads the scenario again. */
const MOST_SETTINGS = 100;

/** Removes control characters from a name, because they would break the lines of the code. Otherwise the name stays as typed. */
export function tidyName(name: string): string {
  return name
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, LONGEST_NAME);
}

export function handInCode(handIn: HandIn): string {
  return packText(handInText(handIn));
}

/** Returns the content of a code as text, the same for all codes with this content. */
function handInText(handIn: HandIn): string {
  const { taskId, taskDigest: digest, name, tries, settings, answers, record } = handIn;
  const hasProgram = codeIn(settings) !== null;
  const isEscaped = hasProgram || record !== undefined;
  const changed = settings.map(({ key, text }) => `${key}=${isEscaped ? onOneLine(text) : text}`);
  const words = answers.map(({ id, text }) => `${ANSWER}${id}=${onOneLine(tidyAnswer(text))}`);
  const head = [taskId, digest, tidyName(name), String(tries)];
  if (record !== undefined)
    return [SIGN_WITH_RECORD, ...head, ...recordLines(record), ...changed, ...words].join("\n");
  const sign = hasProgram ? SIGN_WITH_PROGRAM : words.length === 0 ? SIGN : SIGN_WITH_ANSWERS;
  return [sign, ...head, ...changed, ...words].join("\n");
}

/** First character of a line with results. No setting starts with it. */
const RECORD = "!";
/** Maximum number of runs whose results a code contains. Most tasks need fewer; results of further runs are left out. */
const MOST_RECORDED = 50;

/**
 * Returns the result lines: "!0.6.0.1a2b3c4d", then a line per run such as "!97.2,35.4". A value that was not
 * measured is empty.
 */
function recordLines({ origin, runs }: HandInRuns): string[] {
  const values = runs.slice(0, MOST_RECORDED).map((run) => run.map((value) => value ?? "").join(","));
  return [originText(origin), ...values].map((line) => RECORD + line);
}

/** Reads the lines with results; null if their format is wrong. */
function readRecord([first, ...rest]: readonly string[]): HandInRuns | null {
  const origin = readOrigin(first);
  const runs = rest.map((line) => line.split(",").map((text) => (text === "" ? null : Number(text))));
  const isNumeric = runs.every((run) => run.every((value) => value === null || Number.isFinite(value)));
  return origin === null || !isNumeric || runs.length > MOST_RECORDED ? null : { origin, runs };
}

/** First character of a line with an answer. No setting starts with it. */
const ANSWER = "?";

function onOneLine(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function fromOneLine(line: string): string {
  return line.replace(/\\(n|\\)/g, (_, sign: string) => (sign === "n" ? "\n" : "\\"));
}

export function handInOf(
  task: Task,
  by: { readonly name: string; readonly tries: number },
  settings: readonly SettingText[],
  answers: readonly GivenAnswer[] = [],
  record: HandInRuns | null = null,
): HandIn {
  return {
    taskId: task.id,
    taskDigest: taskDigest(task),
    name: tidyName(by.name),
    tries: by.tries,
    settings,
    answers: answers.filter(({ text }) => text.trim() !== ""),
    ...(record !== null && { record }),
  };
}

/**
 * Returns the URL fragment of a hand-in: the scenario of the answer, the task, and the hand-in code. If the answer contains a
 * program, the scenario is left out, because the code already contains the program.
 */
export function handInFragment(task: Task, handIn: HandIn, answer: Scenario): string {
  if (codeIn(handIn.settings) !== null) return `task=${packTask(task)}&hand-in=${handInCode(handIn)}`;
  return `${scenarioToUrl(answer)}&task=${packTask(task)}&hand-in=${handInCode(handIn)}`;
}

/** Returns the code in a hand-in, which is a code or a URL; null if there is none. */
export function codeOf(given: string): string | null {
  const text = given.trim();
  return isPacked(text) ? text : (/[#&?]hand-in=(z\.[A-Za-z0-9_-]*)/.exec(text)?.[1] ?? null);
}

/** Reads a code, or a URL that contains one. For anything else, returns a sentence that says what is wrong. */
export function readHandIn(given: string): HandedIn {
  const code = codeOf(given);
  if (code !== null) return readCode(code);
  const text = given.trim();
  const hash = text.indexOf("#");
  if (hash < 0)
    return unreadable("It is neither a hand-in code (which begins with “z.”) nor a link to a run.");
  return readBenchLink(text.slice(hash + 1));
}

/**
 * Reads a simulation URL without a code. If it contains only the task, it is refused, because it is probably the task itself and
 * not an answer.
 */
function readBenchLink(fragment: string): HandedIn {
  if (fragment === "") return unreadable("The link has lost what stands behind its “#”.");
  if (/[&=,]$/.test(fragment)) return unreadable("The link is incomplete: its end is missing.");
  const settings = fragment
    .split(/&(?:amp;)?/)
    .filter((part) => !/^(?:task|guide-step|v)=/.test(part) && part !== "");
  if (settings.length === 0 && !/(?:^|&)v=/.test(fragment))
    return unreadable("This is the link of the task, without an answer.");
  const { scenario, problems } = scenarioFromUrl(fragment, PROGRAM_READER);
  const wrong = problems.find((problem) => problem.harmless !== true);
  return wrong === undefined
    ? { kind: "link", scenario, removed: removedIn(problems) }
    : unreadable(`The link cannot be read: ${wrong.fault ?? wrong.message}.`);
}

function removedIn(problems: readonly Problem[]): string[] {
  return problems.filter(({ isRemoved }) => isRemoved === true).map(({ message }) => message);
}

function readCode(code: string): HandedIn {
  if (code.length > LONGEST_CODE) return unreadable("The code is too long to be a hand-in.");
  const text = unpacked(code);
  if (text === null)
    return unreadable(
      "The code is damaged: a part of it is missing or was changed. It must be handed in again.",
    );
  if (text.startsWith("---")) return unreadable("This is the link of the task, without an answer.");
  const [sign, taskId = "", digest = "", name = "", tries = "", ...all] = text.split("\n");
  const isRecorded = sign === SIGN_WITH_RECORD;
  const isKnown = sign === SIGN || sign === SIGN_WITH_ANSWERS || sign === SIGN_WITH_PROGRAM || isRecorded;
  const recorded = isRecorded ? all.filter((line) => line.startsWith(RECORD)) : [];
  const record = isRecorded && recorded.length > 0 ? readRecord(recorded.map((line) => line.slice(1))) : null;
  const lines = all.slice(recorded.length);
  const first = lines.findIndex((line) => line.startsWith(ANSWER));
  const at = sign !== SIGN && first >= 0 ? first : lines.length;
  const [changed, words] = [lines.slice(0, at), lines.slice(at)];
  const isAnswer =
    changed.length <= MOST_SETTINGS &&
    words.length <= MOST_QUESTIONS &&
    lines.every((line) => line.includes("=")) &&
    words.every((line) => line.startsWith(ANSWER));
  if (!isKnown || !/^\d{1,4}$/.test(tries) || !isAnswer || (isRecorded && record === null))
    return unreadable("This version does not support the format of the code.");
  const settings = changed.map((line) => {
    const [key, value] = parted(line);
    return { key, text: sign === SIGN_WITH_PROGRAM || isRecorded ? fromOneLine(value) : value };
  });
  // Only the last one would run, and another one would be shown.
  if (settings.filter((one) => codeIn([one]) !== null).length > 1)
    return unreadable("The code contains several programs, which the page never writes.");
  const answers = words.map((line) => {
    const [id, value] = parted(line.slice(ANSWER.length));
    return { id, text: tidyAnswer(fromOneLine(value)) };
  });
  const used = Math.min(Number(tries), MOST_TRIES);
  return {
    kind: "code",
    handIn: {
      ...{ taskId, taskDigest: digest, name: tidyName(name), tries: used, settings, answers },
      ...(record !== null && { record }),
    },
  };
}

function parted(line: string): [string, string] {
  const at = line.indexOf("=");
  return [line.slice(0, at), line.slice(at + 1)];
}

function unpacked(code: string): string | null {
  try {
    return unpackText(code);
  } catch {
    return null;
  }
}

function unreadable(message: string): HandedIn {
  return { kind: "unreadable", message };
}
