/**
 * A task: homework that checks itself. The file is Markdown. Its head contains the scenario, the allowed changes, and the
 * conditions; its text is the assignment. docs/tasks.md describes the format.
 */
import {
  applySettings,
  canonicalText,
  type Scenario,
  type SettingText,
  scenarioFromUrl,
  scenarioToUrl,
} from "../../engine/index.ts";
import { checksum, isPacked, packText, unpackText } from "../../lib/packed-text.ts";
import type { ChangeRule } from "../document/change-rule.ts";
import { conditionText, type MetricCondition, readCondition } from "../document/conditions.ts";
import {
  type DocumentProblem,
  HeadReader,
  IDENTITY_KEYS,
  type Identity,
  identityLines,
  markdownFault,
  readDocument,
  readIdentity,
  shortText,
  unusedPrograms,
  wholeNumber,
} from "../document/document.ts";
import { FilePrograms, type NamedProgram, PROGRAM_READER } from "../document/file-programs.ts";
import { decoded } from "../document/links.ts";
import {
  type AllowedParameter,
  allowedLine,
  amountOf,
  onceBlank,
  readAllowed,
} from "../document/parameters.ts";
import { isCustomParam, placesOfProgram } from "../document/program-places.ts";
import { readWorth, worthSuffix } from "./points.ts";
import { type CodeChange, codeLine } from "./program-answer.ts";
import {
  type AnswerKey,
  type Explanation,
  explanationLine,
  FEEDBACK,
  type Feedback,
  faultOfAll,
  keyLine,
  MOST_QUESTIONS,
  questionIdentity,
  questionLine,
  readExplanation,
  readKey,
  readTaskQuestion,
  type TaskQuestion,
} from "./questions.ts";
import { NO_SEED, readVariation, type Variation, variantOf, variationLine } from "./variant.ts";

/** A condition that counts, with its points. */
export interface CountedCondition extends MetricCondition {
  readonly points: number;
  /**
   * Value of the metric from which on part of the points is earned, increasing up to the bound; null if the condition is all or
   * nothing.
   */
  readonly part: { readonly from: number } | null;
}

/** Settings that are applied to the student's answer in addition. The conditions must also hold with them. */
type HiddenPath = readonly SettingText[];

export interface Task extends Identity {
  /** The scenario before a student's variant is applied. */
  readonly scenario: Scenario;
  readonly changes: readonly AllowedParameter[];
  /** Which program the student may change, together with the values of the parameters that it declares; null if none. */
  readonly code: CodeChange | null;
  readonly counts: readonly CountedCondition[];
  /** Number of runs on each path. They use the scenario's seed and the seeds that follow it. */
  readonly seeds: number;
  readonly also: readonly HiddenPath[];
  readonly vary: readonly Variation[];
  /** Number of attempts that a student has; null if there is no limit. */
  readonly tries: number | null;
  /** Number of students who may hand in the same code as a group; null if all work alone. */
  readonly groupSize: number | null;
  /** Hints, each one line of Markdown. */
  readonly hints: readonly string[];
  /** Questions that students answer in writing. */
  readonly questions: readonly TaskQuestion[];
  /** Correct answers of some of the questions. */
  readonly keys: readonly AnswerKey[];
  /** The feedback of the student's page on answers; null if only the teacher marks them. */
  readonly feedback: Feedback | null;
  /** Explanations of some of the questions, which belong to the feedback. */
  readonly explanations: readonly Explanation[];
  /**
   * Seed of the variants, or "yes" if a variant follows from the name alone. If it is not null, the task has two files, and this
   * is the whole task, which only the teacher has. Null if there is only one file.
   */
  readonly secret: string | null;
  /** True if this is the students' part of a task with two files. Checking needs the other file as well. */
  readonly isPart: boolean;
  /**
   * The variant of one student, which the student's URL contains because it cannot be computed from the name. "by link" if this
   * is not a student's URL. Null if variants follow from the name.
   */
  readonly given: readonly SettingText[] | "by link" | null;
  /** Programs of the file, with their names in it. */
  readonly programs: readonly NamedProgram[];
  /** The assignment in Markdown. */
  readonly words: string;
}

/**
 * Result of reading a task. `removed` has a sentence for each setting in the file that no longer exists, on what the simulator
 * does now.
 */
type TaskReading =
  | { readonly task: Task; readonly problems: readonly []; readonly removed: readonly string[] }
  | { readonly task: null; readonly problems: readonly DocumentProblem[] };

const MOST_SEEDS = 20;
/** Maximum number of runs of one hand-in: number of seeds times number of paths. */
const MOST_RUNS = 60;
const MOST_TRIES = 99;
const MOST_IN_GROUP = 20;

/** Context in which the lines of a head are read. */
interface KnownOfHead {
  readonly scenario: Scenario;
  readonly programs: FilePrograms;
  /** Sentences on settings that no longer exist. Readers add to this list. */
  readonly removed: string[];
  readonly vary: readonly Variation[];
  readonly questions: readonly TaskQuestion[];
}

interface HeadKey<T, M extends number> {
  /** Maximum number of lines that may have this key. */
  readonly most: M;
  /** True if the line affects the results of an answer's runs. The digest of the task then includes it. */
  readonly decides?: boolean;
  /** True if a task with two files has this line in the teacher's file. */
  readonly isTeachers?: boolean;
  /** Reads the value of a line. Throws an error with a message for the user. */
  read(text: string, known: KnownOfHead): T;
  /** Returns the values of the lines in canonical form. `link` writes settings as a URL, with programs by their names. */
  write(task: Task, link: (fragment: string) => string): readonly string[];
}

const headKey = <T, const M extends number>(key: HeadKey<T, M>) => key;

/** Returns one line if there is a value, otherwise no line. */
const lineIf = <T>(value: T | null, text: (value: T) => string) => (value === null ? [] : [text(value)]);

/**
 * Keys of a task's head in the order in which they are written, in addition to those of every document. Reading, writing, the
 * digest and the form on the page all use this table.
 */
export const TASK_HEAD = {
  scenario: headKey({
    most: 1,
    decides: true,
    read: (text, { programs, removed }) => readScenario(text, programs, removed),
    write: ({ scenario }, link) => [`#${link(scenarioToUrl(scenario))}`],
  }),
  vary: headKey({
    most: 6,
    decides: true,
    read: (text, { scenario }) => readVariation(text, scenario),
    write: ({ vary }) => vary.map(variationLine),
  }),
  change: headKey({
    most: 30,
    decides: true,
    read: (text, { scenario, programs }): AllowedParameter | CodeChange =>
      /^code(?:\s|$)/.test(text.trim()) ? readCode(text, scenario, programs) : readAllowed(text, scenario),
    write: ({ code, changes }) => [...lineIf(code, codeLine), ...changes.map(allowedLine)],
  }),
  count: headKey({
    most: 12,
    decides: true,
    read: (text, { scenario }) => readCounted(text, scenario),
    write: ({ counts }) => counts.map(countedLine),
  }),
  seeds: headKey({
    most: 1,
    decides: true,
    read: (text) => wholeNumber(text, 1, MOST_SEEDS),
    write: ({ seeds }) => (seeds === 1 ? [] : [String(seeds)]),
  }),
  also: headKey({
    most: 12,
    decides: true,
    isTeachers: true,
    read: (text, { scenario, programs, removed }) => readAlso(text, scenario, removed, programs),
    write: ({ also }, link) => also.map((one) => `#${link(pathToUrl(one))}`),
  }),
  secret: headKey({
    most: 1,
    isTeachers: true,
    read: readSecret,
    write: ({ secret }) => lineIf(secret, (seed) => seed),
  }),
  teacher: headKey({ most: 1, read: readNeeded, write: ({ isPart }) => (isPart ? ["yes"] : []) }),
  variant: headKey({
    most: 1,
    read: (text, { scenario, vary, removed }) => readGiven(text, scenario, vary, removed),
    write: ({ given }) => lineIf(given, (one) => (one === "by link" ? one : `#${pathToUrl(one)}`)),
  }),
  tries: headKey({
    most: 1,
    read: (text) => wholeNumber(text, 1, MOST_TRIES),
    write: ({ tries }) => lineIf(tries, String),
  }),
  "group-size": headKey({
    most: 1,
    read: (text) => wholeNumber(text, 2, MOST_IN_GROUP),
    write: ({ groupSize }) => lineIf(groupSize, String),
  }),
  hint: headKey({ most: 12, read: hintText, write: ({ hints }) => hints }),
  question: headKey({
    most: MOST_QUESTIONS,
    read: readTaskQuestion,
    write: ({ questions }) => questions.map(questionLine),
  }),
  key: headKey({
    most: MOST_QUESTIONS,
    isTeachers: true,
    read: (text, { questions, scenario }) => readKey(text, questions, scenario),
    write: ({ keys }) => keys.map(keyLine),
  }),
  feedback: headKey({ most: 1, read: readFeedback, write: ({ feedback }) => lineIf(feedback, String) }),
  explanation: headKey({
    most: MOST_QUESTIONS,
    read: (text, { questions }) => readExplanation(text, questions),
    write: ({ explanations }) => explanations.map(explanationLine),
  }),
};

type TaskKey = keyof typeof TASK_HEAD;
/** Keys that may occur once. */
export type SingleKey = { [K in TaskKey]: (typeof TASK_HEAD)[K]["most"] extends 1 ? K : never }[TaskKey];
export type RepeatedKey = Exclude<TaskKey, SingleKey>;

export const TASK_KEYS = Object.keys(TASK_HEAD) as readonly TaskKey[];

export function isSingle(key: TaskKey): key is SingleKey {
  return TASK_HEAD[key].most === 1;
}

const HEAD_FORM = {
  single: [...IDENTITY_KEYS, ...TASK_KEYS.filter((key) => isSingle(key))],
  many: TASK_KEYS.filter((key) => !isSingle(key)),
};

export function readTask(file: string): TaskReading {
  const { document, problems } = readDocument(file);
  if (document === null) return { task: null, problems };
  const head = new HeadReader(document.head, HEAD_FORM);
  const base = readIdentity(head, "task");
  const { programs } = document;
  const removed: string[] = [];
  const scenario = head.one("scenario", (text) => readScenario(text, programs, removed));
  // If the scenario is wrong, lines that depend on its parameters cannot be read.
  const asked = scenario === undefined ? null : readAsked(head, scenario, programs, removed);
  const words = document.body.trim();
  if (words === "") head.fault(0, "There are no words below the head: what is asked.");
  if (asked !== null) head.problems.push(...unusedPrograms(document));
  if (base === null || asked === null || head.problems.length > 0)
    return { task: null, problems: head.problems };
  return { task: { ...base, ...asked, programs: programs.list, words }, problems: [], removed };
}

type Asked = Omit<Task, "id" | "lang" | "title" | "programs" | "words">;

function readAsked(head: HeadReader, scenario: Scenario, programs: FilePrograms, removed: string[]): Asked {
  let known: KnownOfHead = { scenario, programs, removed, vary: [], questions: [] };
  const one = <K extends SingleKey, T>(key: K, { read }: HeadKey<T, 1>) =>
    head.one(key, (text) => read(text, known), null) ?? null;
  const list = <K extends RepeatedKey, T>(key: K, { most, read }: HeadKey<T, number>) =>
    head.every(key, (text) => read(text, known), most);
  const valuesOf = <T>(lines: readonly { readonly value: T }[]) => lines.map(({ value }) => value);
  const vary = list("vary", TASK_HEAD.vary);
  const questions = list("question", TASK_HEAD.question);
  known = { ...known, vary: valuesOf(vary), questions: valuesOf(questions) };
  const lines = list("change", TASK_HEAD.change);
  const changes = lines.flatMap(({ line, value }) => ("param" in value ? [{ line, value }] : []));
  const codes = lines.flatMap(({ line, value }) => ("param" in value ? [] : [{ line, value }]));
  const code = codes[0]?.value ?? null;
  const counts = list("count", TASK_HEAD.count);
  const seeds = one("seeds", TASK_HEAD.seeds) ?? 1;
  const also = list("also", TASK_HEAD.also);
  const tries = one("tries", TASK_HEAD.tries);
  const groupSize = one("group-size", TASK_HEAD["group-size"]);
  const hints = list("hint", TASK_HEAD.hint);
  const secret = one("secret", TASK_HEAD.secret);
  const isPart = one("teacher", TASK_HEAD.teacher) ?? false;
  const given = one("variant", TASK_HEAD.variant);
  const keys = list("key", TASK_HEAD.key);
  const feedback = one("feedback", TASK_HEAD.feedback);
  const explanations = list("explanation", TASK_HEAD.explanation);

  if (codes.length > 1)
    head.fault(codes[1].line, "change: code occurs twice; a student can write only one program.");
  const choice = code?.kind === "sender" ? "cc" : "aqm";
  const other = code === null ? undefined : changes.find(({ value }) => value.param.id === choice);
  if (other !== undefined)
    head.fault(
      other.line,
      `change: the student writes the ${code?.kind}; ${choice} cannot be chosen in addition.`,
    );
  const isOpen = (id: string) =>
    changes.some(({ value }) => value.param.id === id) || (code !== null && isCustomParam(id));
  for (const { line, value } of also) {
    const own = value.find(({ key }) => isOpen(key));
    if (own !== undefined)
      head.fault(line, `also: ${own.key} can be changed by the student, so it cannot be set here`);
  }
  for (const { line, value } of vary)
    if (isOpen(value.param.id))
      head.fault(
        line,
        `vary: ${value.param.id} can be changed by the student, so it cannot also vary by student`,
      );
  if (secret !== null && (isPart || given !== null))
    head.fault(
      head.lineOf("secret"),
      "secret: only the teacher's file can have this line, not the students' file.",
    );
  const tangled = faultOfAll(valuesOf(questions));
  if (tangled !== null) head.fault(head.lineOf("question"), tangled);
  if (code !== null && questions.some(({ value }) => value.kind === "evidence"))
    head.fault(
      head.lineOf("question"),
      "question: evidence cannot be used together with change: code. Ask for a text, a choice or a number.",
    );
  for (const [key, lines] of Object.entries({ key: keys, explanation: explanations }))
    for (const [i, { line, value }] of lines.entries())
      if (lines.findIndex((each) => each.value.id === value.id) < i)
        head.fault(line, `${key}: ${value.id} occurs twice.`);
  if (feedback !== null && (secret !== null || isPart))
    head.fault(
      head.lineOf("feedback"),
      "feedback: a task in two files gives none, because the right answers are in the teacher's file only.",
    );
  if (feedback !== "answers" && explanations.length > 0)
    head.fault(
      explanations[0].line,
      'explanation: students see explanations only with the line "feedback: answers".',
    );
  for (const [key, repeated] of Object.entries({ change: changes, vary }))
    for (const [i, { line, value }] of repeated.entries()) {
      const { id } = value.param;
      if (repeated.findIndex((each) => each.value.param.id === id) < i)
        head.fault(line, `${key}: ${id} occurs twice.`);
    }
  if (head.lineOf("change") === 0) head.fault(0, 'The head has no line "change: …": what may be changed.');
  if (head.lineOf("count") === 0) head.fault(0, 'The head has no line "count: …": what counts.');
  const paths = 1 + also.length;
  if (seeds * paths > MOST_RUNS)
    head.fault(
      head.lineOf("seeds"),
      `${seeds} seeds on ${paths} paths are ${seeds * paths} runs; at most ${MOST_RUNS} are allowed.`,
    );
  return {
    scenario,
    seeds,
    tries,
    groupSize,
    changes: valuesOf(changes),
    code,
    counts: valuesOf(counts),
    also: valuesOf(also),
    vary: valuesOf(vary),
    hints: valuesOf(hints),
    questions: valuesOf(questions),
    keys: valuesOf(keys),
    feedback,
    explanations: valuesOf(explanations),
    secret,
    isPart,
    given,
  };
}

/** Reads "code"; if the run has several programs, "code NAME". Throws an error with a message for the user. */
function readCode(text: string, scenario: Scenario, programs: FilePrograms): CodeChange {
  const name = text.trim().slice("code".length).trim();
  const known = (scenario.programs ?? []).map(({ id, kind, code }) => {
    const named = programs.list.find((one) => one.code === code)?.name ?? "";
    return { id, kind, name: named };
  });
  if (known.length === 0)
    throw new Error(
      "the scenario has no program that could be changed. Add one to the scenario, like cc=@aimd",
    );
  const found = name === "" && known.length === 1 ? known[0] : known.find((one) => one.name === name);
  if (found !== undefined && (name !== "" || known.length === 1)) return { ...found, name };
  const names = known.map((one) => one.name).join(", ");
  throw new Error(
    `the scenario has ${known.length === 1 ? "the program" : "the programs"} ${names}: name one, like "change: code ${known[0].name}"; got "code${name === "" ? "" : ` ${name}`}"`,
  );
}

/** Reads the seed. Throws an error with a message for the user. */
function readSecret(text: string): string {
  if (/^[A-Za-z0-9-]{3,60}$/.test(text)) return text;
  throw new Error(
    `it must be "yes", or the seed of the variants: 3 to 60 letters, digits and hyphens; got "${text}"`,
  );
}

function readNeeded(text: string): boolean {
  if (text === "yes") return true;
  throw new Error(`it must be "yes", which means that checking needs the teacher's file; got "${text}"`);
}

function readFeedback(text: string): Feedback {
  const found = FEEDBACK.find((one) => one === text);
  if (found !== undefined) return found;
  throw new Error(
    `it must be "verdicts" (right or not) or "answers" (with the right answers and explanations); got "${text.slice(0, 60)}"`,
  );
}

function readGiven(
  text: string,
  scenario: Scenario,
  vary: readonly Variation[],
  removed: string[],
): Task["given"] {
  if (text === "by link") return text;
  const settings = readAlso(text, scenario, removed);
  const missing = vary.find(({ param }) => !settings.some(({ key }) => key === param.id));
  if (missing === undefined && settings.length === vary.length) return settings;
  throw new Error(
    `it must be "by link", or a value of each parameter that varies, like "#rtt=80ms"; got "${text}"`,
  );
}

/** Reads the scenario of a simulation URL. Throws an error with a message for the user. */
export function readScenario(link: string, programs: FilePrograms, removed: string[] = []): Scenario {
  const fragment = programs.resolve(fragmentOf(link));
  const { scenario, problems } = scenarioFromUrl(fragment, PROGRAM_READER);
  refuse(problems, removed);
  return scenario;
}

/** Returns the text after "#" in a URL. */
function fragmentOf(link: string): string {
  return link.replace(/^[^#]*#/, "");
}

function refuse(problems: ReturnType<typeof applySettings>["problems"], removed: string[]): void {
  removed.push(...problems.filter(({ isRemoved }) => isRemoved === true).map(({ message }) => message));
  const wrong = problems.filter((problem) => problem.harmless !== true);
  if (wrong.length > 0) throw new Error(wrong.map(({ fault, message }) => fault ?? message).join(" "));
}

function readAlso(
  text: string,
  scenario: Scenario,
  removed: string[],
  programs = new FilePrograms([]),
): HiddenPath {
  const settings = programs
    .resolve(fragmentOf(text))
    .split(/&(?:amp;)?/)
    .filter((part) => part !== "" && !part.startsWith("v="))
    .map((part) => {
      const at = part.indexOf("=");
      return { key: part.slice(0, Math.max(0, at)).trim(), text: decoded(part.slice(at + 1)), at };
    });
  if (settings.length === 0 || settings.some(({ at }) => at < 1))
    throw new Error(`it must be settings as in a link, like "#rtt=200ms"; got "${text}"`);
  refuse(applySettings(scenario, settings, PROGRAM_READER).problems, removed);
  return settings.map(({ key, text: value }) => ({ key, text: value }));
}

/** Reads "utilisation >= 95 % for 3 points, part from 80 %". Throws an error with a message for the user. */
function readCounted(text: string, scenario: Scenario): CountedCondition {
  const { rest, points: givenPoints, part } = readWorth(onceBlank(text));
  const points = givenPoints ?? 1;
  const condition = readCondition(rest, scenario);
  if (part === null) return { ...condition, points, part };
  const begin = /^from (\S.*)$/.exec(part)?.[1];
  if (begin === undefined)
    throw new Error(`partial points start "from" a value, like "part from 80 %"; got "part ${part}"`);
  const { measure, sign, bound } = condition;
  const from = readCondition(`${measure.id} ${sign} ${begin}`, scenario).bound;
  if (sign.startsWith(">") ? from < bound : from > bound) return { ...condition, points, part: { from } };
  throw new Error(`partial points need a start value short of the bound; ${begin} is not`);
}

/** Returns the canonical text. Reading it gives the same condition. */
function countedLine(one: CountedCondition): string {
  const { points, part, measure } = one;
  const { unit } = measure.metric;
  const from = part === null ? null : `from ${part.from}${unit === "" ? "" : ` ${unit}`}`;
  const isPlain = points === 1 && part === null;
  return `${conditionText(one)}${isPlain ? "" : worthSuffix(points, from)}`;
}

/** Returns the canonical text. Reading it gives the same task. */
export function writeTask(task: Task): string {
  const programs = new FilePrograms(task.programs);
  const head = [
    ...identityLines("task", task),
    ...TASK_KEYS.flatMap((key) => linesOfKey(key, task, (fragment) => programs.name(fragment))),
  ];
  // Programs are written before the text, because a fenced block in the text that is not closed would hide them.
  return `---\n${head.join("\n")}\n---\n\n${programs.blocks(head)}${task.words}\n`;
}

function linesOfKey(key: TaskKey, task: Task, link: (fragment: string) => string): string[] {
  return TASK_HEAD[key].write(task, link).map((text) => `${key}: ${text}`);
}

/** Returns a hidden path as text. Programs are named as in the task. */
export function hiddenPathText(path: HiddenPath, programs: readonly NamedProgram[]): string {
  return `#${new FilePrograms(programs).name(pathToUrl(path))}`;
}

function pathToUrl(path: HiddenPath): string {
  return `${path.map(({ key, text }) => `${key}=${text.replace(/[\s%&#"<>`]/gu, encodeURIComponent)}`).join("&")}`;
}

/** Checks a hint. It is Markdown of its own, with the same limits on complexity as the assignment. */
function hintText(text: string): string {
  const hint = shortText(text, 600);
  const tangled = markdownFault([hint]);
  if (tangled !== null) throw new Error(tangled.message);
  return hint;
}

/**
 * Returns the digest of a task. Text, hints, attempts and points do not affect it. They can therefore be corrected while students
 * work, and hand-ins still belong to the task.
 */
export function taskDigest(task: Task): string {
  // The digest of a task with two files is that of the students' part.
  const part = studentsPart(task);
  const plain = { ...part, counts: part.counts.map((one) => ({ ...one, points: 1, part: null })) };
  // The id of a program is a digest of its text, so the packed text is left out.
  const unpacked = (fragment: string) =>
    fragment
      .split("&")
      .filter((setting) => !setting.startsWith("program="))
      .join("&");
  const lines = TASK_KEYS.filter((key) => TASK_HEAD[key].decides).flatMap((key) =>
    linesOfKey(key, plain, unpacked),
  );
  return checksum([task.id, ...lines, ...task.questions.map(questionIdentity)].join("\n"));
}

/**
 * Returns the task as it is written after "task=" in a URL, without the teacher's part. Throws an error with a message for the
 * user if it is too long.
 */
export function packTask(task: Task): string {
  return packText(writeTask(studentsPart(task)));
}

/** Returns whether variants follow from a secret seed. Each student then needs a URL of their own. */
export function isByLink({ secret, vary }: Pick<Task, "secret" | "vary">): boolean {
  return secret !== null && secret !== NO_SEED && vary.length > 0;
}

/** Returns the students' part of a task. It has no hidden paths, no correct answers, and no seed of the variants. */
export function studentsPart(task: Task): Task {
  if (task.secret === null) return task;
  const given = isByLink(task) ? "by link" : null;
  return { ...task, secret: null, also: [], keys: [], isPart: true, given };
}

/** Returns the students' part with one student's variant. */
export function partOfStudent(task: Task, name: string): Task {
  const settings = variantOf(task, name).values.map(({ param, value }) => ({
    key: param.id,
    text: canonicalText(param, value),
  }));
  return { ...studentsPart(task), given: isByLink(task) ? settings : null };
}

const OF_TEACHER = TASK_KEYS.filter((key) => TASK_HEAD[key].isTeachers);
const TEACHER_FORM = {
  single: ["kind", "id", ...OF_TEACHER.filter((key) => isSingle(key))],
  many: OF_TEACHER.filter((key) => !isSingle(key)),
};

/** Returns the teacher's file. */
export function teacherFile(task: Task): string {
  const programs = new FilePrograms(task.programs);
  const whole = { ...task, secret: task.secret ?? NO_SEED };
  const order: readonly TaskKey[] = ["secret", ...OF_TEACHER.filter((key) => key !== "secret")];
  const head = [
    "kind: teacher",
    `id: ${task.id}`,
    ...order.flatMap((key) => linesOfKey(key, whole, (fragment) => programs.name(fragment))),
  ];
  const blocks = programs.blocks(head);
  return `---\n${head.join("\n")}\n---\n${blocks === "" ? "" : `\n${blocks.trimEnd()}\n`}`;
}

/** Returns the whole task from the students' part and the teacher's file. */
export function withTeacherFile(part: Task, file: string): TaskReading {
  const { document, problems } = readDocument(file);
  if (document === null) return { task: null, problems };
  const head = new HeadReader(document.head, TEACHER_FORM);
  const same = (what: string, wanted: string) => (text: string) => {
    if (text !== wanted) throw new Error(`must be ${wanted}${what}, got "${text.slice(0, 60)}"`);
    return text;
  };
  head.one("kind", same("", "teacher"));
  head.one("id", same(", as in the task", part.id));
  if (part.secret !== null) head.fault(0, 'The task is whole already: it has a line "secret: …".');
  if (head.problems.length > 0) return { task: null, problems: head.problems };
  // Both files are read together. Errors are reported at the lines of the teacher's file.
  const own = document.head.filter(({ key }) => key !== "kind" && key !== "id");
  const before = writeTask({ ...part, isPart: false, given: null }).split("\n---\n");
  const added = own.map(({ key, value }) => `${key}: ${value}`);
  const more = own.some(({ key }) => key === "secret") ? [] : [`secret: ${NO_SEED}`];
  const isNew = (one: NamedProgram) =>
    !part.programs.some(({ name, code }) => name === one.name && code === one.code);
  const blocks = new FilePrograms(document.programs.list.filter(isNew)).blocks(added);
  const whole = readTask(
    `${[before[0], ...added, ...more].join("\n")}\n---\n\n${blocks}${before.slice(1).join("\n---\n")}`,
  );
  if (whole.task !== null) return whole;
  const first = before[0].split("\n").length + 1;
  return {
    task: null,
    problems: whole.problems.map(({ line, message }) => ({ line: own[line - first]?.line ?? 0, message })),
  };
}

/** Reads a task: from the text of a file, from the text after "task=" in a URL, or from the whole URL. */
export function readTaskFrom(given: string): TaskReading {
  const text = given.trim();
  if (text.startsWith("---") || text.startsWith("\uFEFF---")) return readTask(text);
  const packed = isPacked(text) ? text : /[#&?]task=(z\.[A-Za-z0-9_-]*)/.exec(text)?.[1];
  if (packed === undefined)
    return failed('There is no task in it: a link with "task=z.…", or a file that begins with "---".');
  try {
    return readTask(unpackText(packed));
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

function failed(message: string): TaskReading {
  return { task: null, problems: [{ line: 0, message }] };
}

/**
 * Returns the rule that the controls on the page follow. For lengths, and for lists of numbers, it has only the smallest and the
 * largest value; the panel and the check report values in between that are not allowed.
 */
export function ruleOf({ changes, code, scenario }: Pick<Task, "changes" | "code" | "scenario">): ChangeRule {
  const ranges = new Map<string, readonly [number, number]>();
  const choices = new Map<string, readonly string[]>();
  for (const { param, range, values } of changes) {
    if (param.kind === "enum" && values !== null) choices.set(param.id, values.map(String));
    if (param.kind !== "number") continue;
    const ends = (range ?? values ?? []).flatMap((value) => amountOf(value)?.amount ?? []);
    if (ends.length > 0) ranges.set(param.id, [Math.min(...ends), Math.max(...ends)]);
  }
  const touch = changes.map(({ param }) => param.id);
  return { touch, ranges, choices, ...(code !== null && { code: placesOfProgram(scenario, code.id) }) };
}

/** A rule that allows no change. It applies while the task is not open, for example until the student has entered a name. */
export const NOTHING_YET: ChangeRule = { touch: [], ranges: new Map(), choices: new Map() };
