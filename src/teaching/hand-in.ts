/**
 * What a student hands in: a short code with the task's name and digest, his own name or number, how many tries he has used,
 * and the settings that he has changed. The same code stands in a link that opens his answer on the bench.
 */
import {
  originText,
  type Problem,
  type RunOrigin,
  readOrigin,
  type Scenario,
  type Setting,
  scenarioFromUrl,
  scenarioToUrl,
} from "../engine/index.ts";
import { isPacked, packText, unpackText } from "./packed-text.ts";
import { codeIn } from "./program-answer.ts";
import { type GivenAnswer, MOST_QUESTIONS, tidyAnswer } from "./questions.ts";
import type { Task } from "./task.ts";
import { packTask, taskDigest } from "./task.ts";

/** What the student's own page computed of the answer: a later version may come to something else. */
export interface RunRecord {
  /** Of the first run that counts. */
  readonly origin: RunOrigin;
  /** Of each run that counts, in order, the value of each condition; empty where the answer was not tried. */
  readonly runs: readonly (readonly (number | null)[])[];
}

export interface HandIn {
  readonly taskId: string;
  readonly taskDigest: string;
  /** Name or number, as the student wrote it. */
  readonly name: string;
  readonly tries: number;
  readonly settings: readonly Setting[];
  /** To the questions of the task; those without an answer are left out. */
  readonly answers: readonly GivenAnswer[];
  /** Absent in codes of Sawtooth 0.6 and earlier, and while the answer has not been run. */
  readonly record?: RunRecord;
}

/** What one entry of a teacher's list holds. */
type HandedIn =
  | { readonly kind: "code"; readonly handIn: HandIn }
  /** A link of the bench without a code: copied from the address bar, with no name in it. */
  | {
      readonly kind: "link";
      readonly scenario: Scenario;
      /** Settings in it that no longer exist, as sentences. */
      readonly removed: readonly string[];
    }
  | { readonly kind: "unreadable"; readonly message: string };

export const LONGEST_NAME = 80;
/** The first line of what a code holds, with the version of its form. */
const SIGN = "hand-in 1";
/** With answers in words behind the settings. */
const SIGN_WITH_ANSWERS = "hand-in 2";
/** With a program among the settings, and answers behind them where there are any. */
const SIGN_WITH_PROGRAM = "hand-in 3";
/** With the version that the student used, the run's digest and its figures. */
const SIGN_WITH_RECORD = "hand-in 4";
/** A code with the longest answers that a task may ask for, in any letters, and the longest program. */
export const LONGEST_CODE = 100_000;
/** Many text fields of platforms, chats and mail programs take no more. */
export const LONG_CODE = 8000;
const MOST_TRIES = 9999;
/** More than a task lets change; each costs the checker a reading of the scenario. */
const MOST_SETTINGS = 100;

/** Control characters would break the code's lines; the rest of a name is the student's own. */
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

/** No setting begins with it. */
const RECORD = "!";
/** More runs than most tasks count; the rest travels without figures. */
const MOST_RECORDED = 50;

/** "!0.6.0.1a2b3c4d", then a line for each run: "!97.2,35.4"; nothing between commas where nothing was measured. */
function recordLines({ origin, runs }: RunRecord): string[] {
  const values = runs.slice(0, MOST_RECORDED).map((run) => run.map((value) => value ?? "").join(","));
  return [originText(origin), ...values].map((line) => RECORD + line);
}

/** Null where the lines are of another form. */
function readRecord([first, ...rest]: readonly string[]): RunRecord | null {
  const origin = readOrigin(first);
  const runs = rest.map((line) => line.split(",").map((text) => (text === "" ? null : Number(text))));
  const isNumeric = runs.every((run) => run.every((value) => value === null || Number.isFinite(value)));
  return origin === null || !isNumeric || runs.length > MOST_RECORDED ? null : { origin, runs };
}

/** No setting begins with it. */
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
  settings: readonly Setting[],
  answers: readonly GivenAnswer[] = [],
  record: RunRecord | null = null,
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

/** The fragment of a link: the answer on the bench, the task, and the code. A program stands in it once: in the code. */
export function handInFragment(task: Task, handIn: HandIn, answer: Scenario): string {
  if (codeIn(handIn.settings) !== null) return `task=${packTask(task)}&hand-in=${handInCode(handIn)}`;
  return `${scenarioToUrl(answer)}&task=${packTask(task)}&hand-in=${handInCode(handIn)}`;
}

/** Reads a code, or a link with one; anything else is told in a sentence. */
export function readHandIn(given: string): HandedIn {
  const text = given.trim();
  if (isPacked(text)) return readCode(text);
  const inLink = /[#&?]hand-in=(z\.[A-Za-z0-9_-]*)/.exec(text)?.[1];
  if (inLink !== undefined) return readCode(inLink);
  const hash = text.indexOf("#");
  if (hash < 0) return unreadable("It is neither a code (it begins with “z.”) nor a link of the bench.");
  return readBenchLink(text.slice(hash + 1));
}

/** A link that says no more than the task would be an answer with nothing changed: more likely it is the task itself. */
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
