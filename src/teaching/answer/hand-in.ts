/**
 * A student's hand-in: a short code with the task's name and digest, the student's name or number, the number of
 * attempts, and the changed settings. A URL with the same code opens the answer on the bench.
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
import { codeIn } from "../task/program-answer.ts";
import { type GivenAnswer, MOST_QUESTIONS, tidyAnswer } from "../task/questions.ts";
import type { Task } from "../task/task.ts";
import { packTask, taskDigest } from "../task/task.ts";

/** The results that the student's page computed. A later version may compute different results. */
export interface HandInRuns {
  /** Origin of the first run that counts. */
  readonly origin: RunOrigin;
  /** Values of the conditions in each run that counts, in order; empty if the answer was not tried. */
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
  /** Absent in codes of Sawtooth 0.6 and earlier, and if the answer has not been run. */
  readonly record?: HandInRuns;
}

/** The content of one entry in a teacher's list. */
type HandedIn =
  | { readonly kind: "code"; readonly handIn: HandIn }
  /** A bench URL without a code: copied from the address bar, without a name. */
  | {
      readonly kind: "link";
      readonly scenario: Scenario;
      /** Sentences on settings in the URL that no longer exist. */
      readonly removed: readonly string[];
    }
  | { readonly kind: "unreadable"; readonly message: string };

export const LONGEST_NAME = 80;
/** First line of a code's content, with the version of its format. */
const SIGN = "hand-in 1";
/** First line if written answers follow the settings. */
const SIGN_WITH_ANSWERS = "hand-in 2";
/** First line if the settings include a program, optionally with answers after them. */
const SIGN_WITH_PROGRAM = "hand-in 3";
/** First line if the code includes the student's version, the run's digest and its results. */
const SIGN_WITH_RECORD = "hand-in 4";
/** Length limit (characters): a code with the longest allowed answers in any script, and the longest program. */
export const LONGEST_CODE = 100_000;
/** Length above which many platforms, chats and mail programs cut a text (characters). */
export const LONG_CODE = 8000;
const MOST_TRIES = 9999;
/** Maximum number of settings, more than a task allows. Each setting makes the checker read the scenario again. */
const MOST_SETTINGS = 100;

/** Removes control characters, which would break the lines of the code. The rest of a name stays as typed. */
export function tidyName(name: string): string {
  return name
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, LONGEST_NAME);
}

export function handInCode(handIn: HandIn): string {
  const { taskId, taskDigest: digest, name, tries, settings, answers, record } = handIn;
  const hasProgram = codeIn(settings) !== null;
  const isEscaped = hasProgram || record !== undefined;
  const changed = settings.map(({ key, text }) => `${key}=${isEscaped ? onOneLine(text) : text}`);
  const words = answers.map(({ id, text }) => `${ANSWER}${id}=${onOneLine(tidyAnswer(text))}`);
  const head = [taskId, digest, tidyName(name), String(tries)];
  if (record !== undefined)
    return packText([SIGN_WITH_RECORD, ...head, ...recordLines(record), ...changed, ...words].join("\n"));
  const sign = hasProgram ? SIGN_WITH_PROGRAM : words.length === 0 ? SIGN : SIGN_WITH_ANSWERS;
  return packText([sign, ...head, ...changed, ...words].join("\n"));
}

/** First character of a result line. No setting starts with it. */
const RECORD = "!";
/** Maximum number of runs with results in a code, more than most tasks count. Further runs are omitted. */
const MOST_RECORDED = 50;

/**
 * Returns the result lines: "!0.6.0.1a2b3c4d", then a line per run such as "!97.2,35.4". A value that was not
 * measured is empty.
 */
function recordLines({ origin, runs }: HandInRuns): string[] {
  const values = runs.slice(0, MOST_RECORDED).map((run) => run.map((value) => value ?? "").join(","));
  return [originText(origin), ...values].map((line) => RECORD + line);
}

/** Reads result lines; null if they have a different format. */
function readRecord([first, ...rest]: readonly string[]): HandInRuns | null {
  const origin = readOrigin(first);
  const runs = rest.map((line) => line.split(",").map((text) => (text === "" ? null : Number(text))));
  const isNumeric = runs.every((run) => run.every((value) => value === null || Number.isFinite(value)));
  return origin === null || !isNumeric || runs.length > MOST_RECORDED ? null : { origin, runs };
}

/** First character of an answer line. No setting starts with it. */
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
 * Returns the URL fragment of a hand-in: the scenario of the answer, the task and the hand-in code. If the answer
 * contains a program, the scenario is left out, because the hand-in code already contains the program.
 */
export function handInFragment(task: Task, handIn: HandIn, answer: Scenario): string {
  if (codeIn(handIn.settings) !== null) return `task=${packTask(task)}&hand-in=${handInCode(handIn)}`;
  return `${scenarioToUrl(answer)}&task=${packTask(task)}&hand-in=${handInCode(handIn)}`;
}

/** Reads a code, or a URL with a code. Returns a sentence for anything else. */
export function readHandIn(given: string): HandedIn {
  const text = given.trim();
  if (isPacked(text)) return readCode(text);
  const inLink = /[#&?]hand-in=(z\.[A-Za-z0-9_-]*)/.exec(text)?.[1];
  if (inLink !== undefined) return readCode(inLink);
  const hash = text.indexOf("#");
  if (hash < 0) return unreadable("It is neither a code (it begins with “z.”) nor a link of the bench.");
  return readBenchLink(text.slice(hash + 1));
}

/**
 * A URL that contains only the task would be an answer without changes. It is more likely the task itself and is
 * refused.
 */
function readBenchLink(fragment: string): HandedIn {
  if (fragment === "") return unreadable("The link has lost what stands behind its “#”.");
  if (/[&=,]$/.test(fragment)) return unreadable("The link breaks off: a part of it is missing at its end.");
  const settings = fragment
    .split(/&(?:amp;)?/)
    .filter((part) => !/^(?:task|guide-step|v)=/.test(part) && part !== "");
  if (settings.length === 0 && !/(?:^|&)v=/.test(fragment))
    return unreadable("This is the link of the task, without an answer.");
  const { scenario, problems } = scenarioFromUrl(fragment);
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
      "The code is damaged: a part of it is missing or was changed. It has to be handed in once more.",
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
    return unreadable("The code is of a form that this version does not know.");
  const settings = changed.map((line) => {
    const [key, value] = parted(line);
    return { key, text: sign === SIGN_WITH_PROGRAM || isRecorded ? fromOneLine(value) : value };
  });
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
