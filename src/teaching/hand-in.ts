/**
 * What a student hands in: a short code with the task's name and digest, his own name or number, how many tries he has used,
 * and the settings that he has changed. The same code stands in a link that opens his answer on the bench.
 */
import { type Scenario, type Setting, scenarioFromUrl, scenarioToUrl } from "../engine/index.ts";
import { isPacked, packText, unpackText } from "./packed-text.ts";
import { codeIn } from "./program-answer.ts";
import { type GivenAnswer, MOST_QUESTIONS, tidyAnswer } from "./questions.ts";
import type { Task } from "./task.ts";
import { packTask, taskDigest } from "./task.ts";

export interface HandIn {
  readonly taskId: string;
  readonly taskDigest: string;
  /** Name or number, as the student wrote it. */
  readonly name: string;
  readonly tries: number;
  readonly settings: readonly Setting[];
  /** To the questions of the task; those without an answer are left out. */
  readonly answers: readonly GivenAnswer[];
}

/** What one entry of a teacher's list holds. */
type HandedIn =
  | { readonly kind: "code"; readonly handIn: HandIn }
  /** A link of the bench without a code: copied from the address bar, with no name in it. */
  | { readonly kind: "link"; readonly scenario: Scenario }
  | { readonly kind: "unreadable"; readonly message: string };

export const LONGEST_NAME = 80;
/** The first line of what a code holds, with the version of its form. */
const SIGN = "hand-in 1";
/** With answers in words behind the settings. */
const SIGN_WITH_ANSWERS = "hand-in 2";
/** With a program among the settings, and answers behind them where there are any. */
const SIGN_WITH_PROGRAM = "hand-in 3";
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

export function handInCode({ taskId, taskDigest: digest, name, tries, settings, answers }: HandIn): string {
  const hasProgram = codeIn(settings) !== null;
  const changed = settings.map(({ key, text }) => `${key}=${hasProgram ? onOneLine(text) : text}`);
  const words = answers.map(({ id, text }) => `${ANSWER}${id}=${onOneLine(tidyAnswer(text))}`);
  const sign = hasProgram ? SIGN_WITH_PROGRAM : words.length === 0 ? SIGN : SIGN_WITH_ANSWERS;
  return packText([sign, taskId, digest, tidyName(name), String(tries), ...changed, ...words].join("\n"));
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
): HandIn {
  return {
    taskId: task.id,
    taskDigest: taskDigest(task),
    name: tidyName(by.name),
    tries: by.tries,
    settings,
    answers: answers.filter(({ text }) => text.trim() !== ""),
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
    ? { kind: "link", scenario }
    : unreadable(`The link cannot be read: ${wrong.fault ?? wrong.message}.`);
}

function readCode(code: string): HandedIn {
  if (code.length > LONGEST_CODE) return unreadable("The code is too long to be a hand-in.");
  const text = unpacked(code);
  if (text === null)
    return unreadable(
      "The code is damaged: a part of it is missing or was changed. It has to be handed in once more.",
    );
  if (text.startsWith("---")) return unreadable("This is the link of the task, without an answer.");
  const [sign, taskId = "", digest = "", name = "", tries = "", ...lines] = text.split("\n");
  const isKnown = sign === SIGN || sign === SIGN_WITH_ANSWERS || sign === SIGN_WITH_PROGRAM;
  const first = lines.findIndex((line) => line.startsWith(ANSWER));
  const at = sign !== SIGN && first >= 0 ? first : lines.length;
  const [changed, words] = [lines.slice(0, at), lines.slice(at)];
  const isAnswer =
    changed.length <= MOST_SETTINGS &&
    words.length <= MOST_QUESTIONS &&
    lines.every((line) => line.includes("=")) &&
    words.every((line) => line.startsWith(ANSWER));
  if (!isKnown || !/^\d{1,4}$/.test(tries) || !isAnswer)
    return unreadable("The code is of a form that this version does not know.");
  const settings = changed.map((line) => {
    const [key, value] = parted(line);
    return { key, text: sign === SIGN_WITH_PROGRAM ? fromOneLine(value) : value };
  });
  const answers = words.map((line) => {
    const [id, value] = parted(line.slice(ANSWER.length));
    return { id, text: tidyAnswer(fromOneLine(value)) };
  });
  const used = Math.min(Number(tries), MOST_TRIES);
  return {
    kind: "code",
    handIn: { taskId, taskDigest: digest, name: tidyName(name), tries: used, settings, answers },
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
