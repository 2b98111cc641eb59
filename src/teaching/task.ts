/**
 * A task: homework that checks itself. It is a Markdown file whose head contains the scenario, the allowed changes, and the
 * conditions; its text is the assignment. docs/tasks.md describes the format.
 */
import {
  applySettings,
  canonicalText,
  programReader,
  type Scenario,
  type Setting,
  scenarioFromUrl,
  scenarioToUrl,
} from "../engine/index.ts";
import type { ChangeRule } from "./change-rule.ts";
import { conditionText, type MetricCondition, readCondition } from "./conditions.ts";
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
} from "./document.ts";
import { decoded } from "./links.ts";
import { checksum, isPacked, packText, unpackText } from "./packed-text.ts";
import { type Allowed, allowedLine, amountOf, onceBlank, readAllowed } from "./parameters.ts";
import { readWorth, worthSuffix } from "./points.ts";
import { type CodeChange, codeLine } from "./program-answer.ts";
import { isOwnParam, placesOfProgram } from "./program-places.ts";
import { FilePrograms, type NamedProgram } from "./programs.ts";
import {
  type AnswerKey,
  faultOfAll,
  keyLine,
  MOST_QUESTIONS,
  questionIdentity,
  questionLine,
  readKey,
  readTaskQuestion,
  type TaskQuestion,
} from "./questions.ts";
import { NO_SEED, readVariation, type Variation, variantOf, variationLine } from "./variant.ts";

/** A condition that counts, with its points. */
export interface CountedCondition extends MetricCondition {
  readonly points: number;
  /** Value of the metric from which a part of the points is earned on the way to the bound; null: all or nothing. */
  readonly part: { readonly from: number } | null;
}

/** Additional settings on top of the student's answer, under which the conditions must hold too. */
type HiddenPath = readonly Setting[];

export interface Task extends Identity {
  /** The scenario before a student's variant is applied. */
  readonly scenario: Scenario;
  readonly changes: readonly Allowed[];
  /** The program whose text, and the parameters that it declares, the student may change; null if none. */
  readonly code: CodeChange | null;
  readonly counts: readonly CountedCondition[];
  /** Number of runs on each path: with the scenario's seed and the following ones. */
  readonly seeds: number;
  readonly also: readonly HiddenPath[];
  readonly vary: readonly Variation[];
  /** Null: unlimited. */
  readonly tries: number | null;
  /** Number of students who may hand in the same code as a group; null: everyone works alone. */
  readonly groupSize: number | null;
  /** Hints, each one line of Markdown. */
  readonly hints: readonly string[];
  /** Questions to be answered in writing, besides the settings. */
  readonly questions: readonly TaskQuestion[];
  /** Correct answers of some of the questions. */
  readonly keys: readonly AnswerKey[];
  /**
   * Seed of the variants, or "yes" if they follow from the name alone. Not null: the task has two files, and this is the whole
   * task that only the teacher has.
   */
  readonly secret: string | null;
  /** True for the students' part of a task in two files. Checking needs the other file. */
  readonly isPart: boolean;
  /**
   * The variant of one student, in that student's link, which cannot be derived from the name. "by link": this is not such a
   * link.
   */
  readonly given: readonly Setting[] | "by link" | null;
  /** Programs of the file, with their names in it. */
  readonly programs: readonly NamedProgram[];
  /** The assignment in Markdown. */
  readonly words: string;
}

type TaskReading =
  | { readonly task: Task; readonly problems: readonly [] }
  | { readonly task: null; readonly problems: readonly DocumentProblem[] };

const MOST_SEEDS = 20;
/** Maximum number of runs of one hand-in: seeds times paths. */
const MOST_RUNS = 60;
const MOST_TRIES = 99;
const MOST_IN_GROUP = 20;
/** Maximum numbers of lines, for keys that may occur more than once. */
export const MOST_LINES = {
  ...{ change: 30, count: 12, also: 12, vary: 6, hint: 12 },
  ...{ question: MOST_QUESTIONS, key: MOST_QUESTIONS },
} as const;
export const TASK_KEYS = {
  single: [...IDENTITY_KEYS, "scenario", "seeds", "tries", "group-size", "secret", "teacher", "variant"],
  many: Object.keys(MOST_LINES),
};

export function readTask(file: string): TaskReading {
  const { document, problems } = readDocument(file);
  if (document === null) return { task: null, problems };
  const head = new HeadReader(document.head, TASK_KEYS);
  const base = readIdentity(head, "task");
  const { programs } = document;
  const scenario = head.one("scenario", (text) => readScenario(text, programs));
  // Without a valid scenario, nothing that depends on its parameters can be read.
  const asked = scenario === undefined ? null : readAsked(head, scenario, programs);
  const words = document.body.trim();
  if (words === "") head.fault(0, "There are no words below the head: what is asked.");
  if (asked !== null) head.problems.push(...unusedPrograms(document));
  if (base === null || asked === null || head.problems.length > 0)
    return { task: null, problems: head.problems };
  return { task: { ...base, ...asked, programs: programs.list, words }, problems: [] };
}

type Asked = Omit<Task, "id" | "lang" | "title" | "programs" | "words">;

function readAsked(head: HeadReader, scenario: Scenario, programs: FilePrograms): Asked {
  const list = <T>(key: keyof typeof MOST_LINES, read: (text: string) => T) =>
    head.every(key, read, MOST_LINES[key]);
  const of = <T>(lines: readonly { readonly value: T }[]) => lines.map(({ value }) => value);
  const isCode = (text: string) => /^code(?:\s|$)/.test(text.trim());
  const lines = list("change", (text) =>
    isCode(text) ? readCode(text, scenario, programs) : readAllowed(text, scenario),
  );
  const changes = lines.flatMap(({ line, value }) => ("param" in value ? [{ line, value }] : []));
  const codes = lines.flatMap(({ line, value }) => ("param" in value ? [] : [{ line, value }]));
  const code = codes[0]?.value ?? null;
  if (codes.length > 1) head.fault(codes[1].line, "change: code stands twice; a student writes one program.");
  const choice = code?.kind === "sender" ? "cc" : "aqm";
  const other = code === null ? undefined : changes.find(({ value }) => value.param.id === choice);
  if (other !== undefined)
    head.fault(
      other.line,
      `change: the student writes the ${code?.kind}; ${choice} cannot be chosen beside it.`,
    );
  const counts = list("count", (text) => readCounted(text, scenario));
  const seeds = head.one("seeds", (text) => wholeNumber(text, 1, MOST_SEEDS), 1) ?? 1;
  const open = (id: string) =>
    changes.some(({ value }) => value.param.id === id) || (code !== null && isOwnParam(id));
  const also = list("also", (text) => readAlso(text, scenario, open, programs));
  const vary = list("vary", (text) => {
    const variation = readVariation(text, scenario);
    if (!open(variation.param.id)) return variation;
    throw new Error(`${variation.param.id} is the student's to change; it cannot vary by student too`);
  });
  const tries = head.one("tries", (text) => wholeNumber(text, 1, MOST_TRIES), null) ?? null;
  const groupSize = head.one("group-size", (text) => wholeNumber(text, 2, MOST_IN_GROUP), null) ?? null;
  const hints = list("hint", hintText);
  const secret = head.one("secret", readSecret, null) ?? null;
  const isPart = head.one("teacher", readNeeded, false) ?? false;
  const given = head.one("variant", (text) => readGiven(text, scenario, of(vary)), null) ?? null;
  if (secret !== null && (isPart || given !== null))
    head.fault(
      head.lineOf("secret"),
      "secret: what students get has no secret, only the teacher's file has.",
    );
  const questions = list("question", readTaskQuestion);
  const tangled = faultOfAll(of(questions));
  if (tangled !== null) head.fault(head.lineOf("question"), tangled);
  if (code !== null && questions.some(({ value }) => value.kind === "evidence"))
    head.fault(
      head.lineOf("question"),
      "question: evidence is of settings; beside change: code ask for a text, a choice or a number.",
    );
  const keys = list("key", (text) => readKey(text, of(questions), scenario));
  for (const [i, { line, value }] of keys.entries())
    if (keys.findIndex((one) => one.value.id === value.id) < i)
      head.fault(line, `key: ${value.id} stands twice.`);
  for (const [key, lines] of Object.entries({ change: changes, vary }))
    for (const [i, { line, value }] of lines.entries()) {
      const { id } = value.param;
      if (lines.findIndex((one) => one.value.param.id === id) < i)
        head.fault(line, `${key}: ${id} stands twice.`);
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
    changes: of(changes),
    code,
    counts: of(counts),
    also: of(also),
    vary: of(vary),
    hints: of(hints),
    questions: of(questions),
    keys: of(keys),
    secret,
    isPart,
    given,
  };
}

/** Reads "code", or "code NAME" if the run has several programs. Throws an error with a message for the user. */
function readCode(text: string, scenario: Scenario, programs: FilePrograms): CodeChange {
  const name = text.trim().slice("code".length).trim();
  const known = (scenario.programs ?? []).map((code) => {
    const named = programs.list.find((one) => one.code === code)?.name ?? "";
    return { ...programReader().add(code), name: named };
  });
  if (known.length === 0)
    throw new Error("the scenario has no program that could be changed: it names one, like cc=@aimd");
  const found = name === "" && known.length === 1 ? known[0] : known.find((one) => one.name === name);
  if (found !== undefined && (name !== "" || known.length === 1)) return { ...found, name };
  const names = known.map((one) => one.name).join(", ");
  throw new Error(
    `the scenario has ${known.length === 1 ? "the program" : "the programs"} ${names}: say which one, like "change: code ${known[0].name}"; got "code${name === "" ? "" : ` ${name}`}"`,
  );
}

/** Reads the seed. Throws an error with a message for the user. */
function readSecret(text: string): string {
  if (/^[A-Za-z0-9-]{3,60}$/.test(text)) return text;
  throw new Error(
    `it is "yes", or the seed of the variants: 3 to 60 letters, digits and hyphens; got "${text}"`,
  );
}

function readNeeded(text: string): boolean {
  if (text === "yes") return true;
  throw new Error(`it is "yes": the checking needs the teacher's file; got "${text}"`);
}

function readGiven(text: string, scenario: Scenario, vary: readonly Variation[]): Task["given"] {
  if (text === "by link") return text;
  const settings = readAlso(text, scenario, () => false);
  const missing = vary.find(({ param }) => !settings.some(({ key }) => key === param.id));
  if (missing === undefined && settings.length === vary.length) return settings;
  throw new Error(
    `it is "by link", or a value of each parameter that varies, like "#rtt=80ms"; got "${text}"`,
  );
}

/** Reads the scenario of a bench link. Throws an error with a message for the user. */
function readScenario(link: string, programs: FilePrograms): Scenario {
  const fragment = programs.resolve(fragmentOf(link));
  const { scenario, problems } = scenarioFromUrl(fragment);
  refuse(problems);
  return scenario;
}

/** Returns the link after its "#". */
function fragmentOf(link: string): string {
  return link.replace(/^[^#]*#/, "");
}

function refuse(problems: ReturnType<typeof applySettings>["problems"]): void {
  const wrong = problems.filter((problem) => problem.harmless !== true);
  if (wrong.length > 0) throw new Error(wrong.map(({ fault, message }) => fault ?? message).join(" "));
}

function readAlso(
  text: string,
  scenario: Scenario,
  open: (id: string) => boolean,
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
    throw new Error(`it is settings as in a link, like "#rtt=200ms"; got "${text}"`);
  const own = settings.find(({ key }) => open(key));
  if (own !== undefined) throw new Error(`${own.key} is the student's to change; it cannot be set here`);
  refuse(applySettings(scenario, settings).problems);
  return settings.map(({ key, text: value }) => ({ key, text: value }));
}

/** Reads "utilisation >= 95 % for 3 points, part from 80 %". Throws an error with a message for the user. */
function readCounted(text: string, scenario: Scenario): CountedCondition {
  const { rest, points: said, part } = readWorth(onceBlank(text));
  const points = said ?? 1;
  const condition = readCondition(rest, scenario);
  if (part === null) return { ...condition, points, part };
  const begin = /^from (\S.*)$/.exec(part)?.[1];
  if (begin === undefined)
    throw new Error(
      `a part of the points is earned "from" a value, like "part from 80 %"; got "part ${part}"`,
    );
  const { measure, sign, bound } = condition;
  const from = readCondition(`${measure.id} ${sign} ${begin}`, scenario).bound;
  if (sign.startsWith(">") ? from < bound : from > bound) return { ...condition, points, part: { from } };
  throw new Error(
    `part of the points is earned on the way to the bound; from ${begin} there is no way to it`,
  );
}

/** Returns the canonical text, which reads back as the same. */
export function countedLine(one: CountedCondition): string {
  const { points, part, measure } = one;
  const { unit } = measure.metric;
  const from = part === null ? null : `from ${part.from}${unit === "" ? "" : ` ${unit}`}`;
  const isPlain = points === 1 && part === null;
  return `${conditionText(one)}${isPlain ? "" : worthSuffix(points, from)}`;
}

/** Returns the canonical text, which reads back as the same task. */
export function writeTask(task: Task): string {
  const { tries, groupSize, hints, questions, keys, words, secret, isPart, given } = task;
  const programs = new FilePrograms(task.programs);
  const head = [
    ...identityLines("task", task),
    ...asked(task, countedLine, (fragment) => programs.name(fragment)),
    ...(secret === null ? [] : [`secret: ${secret}`]),
    ...(isPart ? ["teacher: yes"] : []),
    ...(given === null ? [] : [`variant: ${given === "by link" ? given : `#${pathToUrl(given)}`}`]),
    ...(tries === null ? [] : [`tries: ${tries}`]),
    ...(groupSize === null ? [] : [`group-size: ${groupSize}`]),
    ...hints.map((hint) => `hint: ${hint}`),
    ...questions.map((one) => `question: ${questionLine(one)}`),
    ...keys.map((one) => `key: ${keyLine(one)}`),
  ];
  // Programs come before the text, in which an unclosed block would hide them.
  return `---\n${head.join("\n")}\n---\n\n${programs.blocks(head)}${words}\n`;
}

/** Returns the lines that determine the result of an answer. `link`: converts settings with programs to text. */
function asked(
  { scenario, changes, code, counts, seeds, also, vary }: Task,
  countText: (one: CountedCondition) => string,
  link: (fragment: string) => string,
): string[] {
  return [
    `scenario: #${link(scenarioToUrl(scenario))}`,
    ...vary.map((one) => `vary: ${variationLine(one)}`),
    ...(code === null ? [] : [`change: ${codeLine(code)}`]),
    ...changes.map((one) => `change: ${allowedLine(one)}`),
    ...counts.map((one) => `count: ${countText(one)}`),
    ...(seeds === 1 ? [] : [`seeds: ${seeds}`]),
    ...also.map((one) => `also: #${link(pathToUrl(one))}`),
  ];
}

/** Returns the hidden path for display, with programs by their names in the task. */
export function hiddenPathText(path: HiddenPath, programs: readonly NamedProgram[]): string {
  return `#${new FilePrograms(programs).name(pathToUrl(path))}`;
}

function pathToUrl(path: HiddenPath): string {
  return `${path.map(({ key, text }) => `${key}=${text.replace(/[\s%&#"<>`]/gu, encodeURIComponent)}`).join("&")}`;
}

/** A hint is separate Markdown, with the same limits on complexity as the assignment. */
function hintText(text: string): string {
  const hint = shortText(text, 600);
  const tangled = markdownFault([hint]);
  if (tangled !== null) throw new Error(tangled.message);
  return hint;
}

/**
 * Returns the task's digest. Text, hints, attempts and points are not included, so that they can be corrected while students
 * work and hand-ins still belong to the task.
 */
export function taskDigest(task: Task): string {
  const { id, questions } = task;
  // The digest of a task in two files is that of the students' part. The id of a program is the digest of its text, so the
  // packed text is redundant.
  const unpacked = (fragment: string) =>
    fragment
      .split("&")
      .filter((part) => !part.startsWith("program="))
      .join("&");
  const lines = asked(studentsPart(task), conditionText, unpacked);
  return checksum([id, ...lines, ...questions.map(questionIdentity)].join("\n"));
}

/**
 * Returns the task in the form after "task=" in a link, without the teacher's part. Throws an error with a message for the user
 * if it is too long.
 */
export function packTask(task: Task): string {
  return packText(writeTask(studentsPart(task)));
}

/** Returns whether students' variants follow from a secret seed, so that each student needs a separate link. */
export function isByLink({ secret, vary }: Pick<Task, "secret" | "vary">): boolean {
  return secret !== null && secret !== NO_SEED && vary.length > 0;
}

/** Returns the students' part: without hidden paths, correct answers and the seed of the variants. */
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

const TEACHER_KEYS = { single: ["kind", "id", "secret"], many: ["also", "key"] };

/** Returns the teacher's file. */
export function teacherFile({ id, secret, also, keys, programs: known }: Task): string {
  const programs = new FilePrograms(known);
  const head = [
    "kind: teacher",
    `id: ${id}`,
    `secret: ${secret ?? NO_SEED}`,
    ...also.map((one) => `also: #${programs.name(pathToUrl(one))}`),
    ...keys.map((one) => `key: ${keyLine(one)}`),
  ];
  const blocks = programs.blocks(head);
  return `---\n${head.join("\n")}\n---\n${blocks === "" ? "" : `\n${blocks.trimEnd()}\n`}`;
}

/** Combines both files into the whole task. */
export function withTeacherFile(part: Task, file: string): TaskReading {
  const { document, problems } = readDocument(file);
  if (document === null) return { task: null, problems };
  const head = new HeadReader(document.head, TEACHER_KEYS);
  const same = (what: string, wanted: string) => (text: string) => {
    if (text !== wanted) throw new Error(`must be ${wanted}${what}, got "${text.slice(0, 60)}"`);
    return text;
  };
  head.one("kind", same("", "teacher"));
  head.one("id", same(", as in the task", part.id));
  if (part.secret !== null) head.fault(0, 'The task is whole already: it has a line "secret: …".');
  if (head.problems.length > 0) return { task: null, problems: head.problems };
  // Both files go through one reader, which reports errors at the line of the teacher's file.
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

/** Reads a task from a file's text, from the text after "task=", or from a link that contains it. */
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
 * Returns the rule that the page's controls follow. Lengths, and numbers from a list, are bounded only by their ends here; the
 * panel and the check report the rest.
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

/** The rule before a student has given a name, if each student has another variant. */
export const NOTHING_YET: ChangeRule = { touch: [], ranges: new Map(), choices: new Map() };
