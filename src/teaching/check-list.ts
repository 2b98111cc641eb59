/** A teacher's list of hand-ins: what each one says, which runs it takes, who met what, and which answers are copies. */
import { type Scenario, type Setting, scenarioToUrl } from "../engine/index.ts";
import { costOf } from "../experiments/run-cost.ts";
import { answerOf, refusals, withSetting } from "./answer.ts";
import { type CountedRun, countedRuns, type Measured, type Verdict, verdictOf } from "./check.ts";
import { sameAnswers, whoOf } from "./copies.ts";
import { type HandIn, readHandIn } from "./hand-in.ts";
import type { Entry } from "./hand-in-list.ts";
import type { Task } from "./task.ts";
import { taskDigest } from "./task-text.ts";
import { plainName, variantOf } from "./variant.ts";

/** An entry that was read, before anything is run. */
export interface ReadEntry {
  readonly entry: Entry;
  /** The student's own words; from the list where the hand-in has none. */
  readonly name: string;
  /** Null: not said. */
  readonly tries: number | null;
  /** What he changed; empty where that cannot be known. */
  readonly settings: readonly Setting[];
  /** The whole scenario of the answer; null where nothing can be run. */
  readonly answer: Scenario | null;
  /** Why it cannot count, as sentences. */
  readonly problems: readonly string[];
  /** What a teacher should know, as sentences. */
  readonly notes: readonly string[];
  readonly runs: readonly CountedRun[];
}

/** An entry that was checked. */
export interface CheckedEntry extends ReadEntry {
  /** Null where nothing could be run, or while runs are missing. */
  readonly verdict: Verdict | null;
  /** Every condition is met, by allowed means. */
  readonly passed: boolean;
}

type Draft = Omit<ReadEntry, "runs" | "entry">;

export function readList(task: Task, entries: readonly Entry[]): ReadEntry[] {
  const read = entries.map((entry) => ({ entry, ...readEntry(task, entry) }));
  const latest = new Map(read.map((one, i) => [whoOf(one), i]));
  const same = sameAnswers(task, read);
  return read.map((one, i) => {
    const isOld = whoOf(one) !== "" && latest.get(whoOf(one)) !== i;
    const later = isOld ? ["A later line has the same name: this one is an earlier hand-in."] : [];
    const tooDear = isTooDear(task, one) ? [NOT_WORTH_ITS_RUNS] : [];
    const runs = one.answer === null || tooDear.length > 0 ? [] : countedRuns(task, one.answer);
    return { ...one, notes: [...one.notes, ...later, ...same[i], ...tooDear], runs };
  });
}

/** Times as much as the student's variant: nobody may keep a teacher's machine busy with what cannot count. */
const MOST_TIMES = 10;
const NOT_WORTH_ITS_RUNS = "It was not run: its runs take far longer than those of the task.";

function isTooDear(task: Task, { problems, answer, name }: Draft): boolean {
  if (problems.length === 0 || answer === null) return false;
  return costOf(answer) > MOST_TIMES * costOf(variantOf(task, name).scenario);
}

function readEntry(task: Task, entry: Entry): Draft {
  const { name, text } = entry;
  if (text === "") return refused(name, "There is no link and no code in this line.");
  const given = readHandIn(text);
  if (given.kind === "unreadable") return refused(name, given.message);
  if (given.kind === "link") return readLink(task, entry, given.scenario);
  const { handIn } = given;
  if (handIn.taskDigest !== taskDigest(task)) return refused(handIn.name || name, otherTask(task, handIn));
  return readCode(task, entry, handIn);
}

function refused(name: string, problem: string): Draft {
  return { name, tries: null, settings: [], answer: null, problems: [problem], notes: [] };
}

function otherTask(task: Task, { taskId }: HandIn): string {
  return taskId === task.id
    ? `It belongs to another version of the task ${task.id}: its scenario, bounds or conditions were different.`
    : `It belongs to another task: ${taskId}.`;
}

function readCode(task: Task, listed: Entry, { name, tries, settings }: HandIn): Draft {
  const own = name === "" ? listed.name : name;
  const isKnown = listed.name === "" || listed.names.some((one) => wordsOf(one) === wordsOf(name));
  const notes = [
    ...(name !== "" && !isKnown ? [`The list says ${listed.name}, the hand-in says ${name}.`] : []),
    ...(task.tries !== null && tries > task.tries ? [`Try ${tries}: the task allows ${task.tries}.`] : []),
  ];
  if (own === "" && task.vary.length > 0) return { ...nameless(), tries };
  const given = variantOf(task, own).scenario;
  const problems = refusals({ settings, others: [] }, task.changes, given);
  const laid = attempt(() => settings.reduce(withSetting, given));
  return {
    name: own,
    tries,
    settings,
    answer: typeof laid === "string" ? null : laid,
    problems: typeof laid === "string" && problems.length === 0 ? [laid] : problems,
    notes,
  };
}

/** "Souza, Ana" and "Ana Souza" are one. */
function wordsOf(name: string): string {
  return plainName(name.replaceAll(",", " ")).split(" ").sort().join(" ");
}

/** Whichever of the list's names the variant was made from is not said: it is one to which the answer belongs. */
function readLink(task: Task, { name: listed, names }: Entry, answer: Scenario): Draft {
  if (listed === "" && task.vary.length > 0) return nameless();
  const of = (one: string) => answerOf(variantOf(task, one).scenario, answer);
  const isOfTask = (one: string) => refusals(of(one), task.changes, answer).length === 0;
  const name = task.vary.length > 0 ? (names.find(isOfTask) ?? listed) : listed;
  const found = of(name);
  return {
    name,
    tries: null,
    settings: found.settings,
    answer,
    problems: refusals(found, task.changes, answer),
    notes: ["A link of the bench without a code: how many tries it took is not known."],
  };
}

function nameless(): Draft {
  return refused(
    "",
    "It has no name or number, and the task has a variant for each: which one it is cannot be known.",
  );
}

function attempt<T>(act: () => T): T | string {
  try {
    return act();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** By the link of its scenario, each run once. */
export function distinctRuns(list: readonly ReadEntry[]): CountedRun[] {
  return [...new Map(list.flatMap(({ runs }) => runs).map((run) => [run.key, run])).values()];
}

export function checkList(
  task: Task,
  list: readonly ReadEntry[],
  of: (key: string) => Measured | undefined,
): CheckedEntry[] {
  return list.map((one) => {
    const verdict = verdictOf(task, one.runs, of);
    return { ...one, verdict, passed: one.problems.length === 0 && verdict?.passed === true };
  });
}

/** The answer on the bench. */
export function answerFragment({ answer }: ReadEntry): string | null {
  return answer === null ? null : scenarioToUrl(answer);
}
