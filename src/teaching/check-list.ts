/** A teacher's list of hand-ins: what each one says, which runs it takes, who met what, and which answers are copies. */
import { type Scenario, type Setting, scenarioToUrl } from "../engine/index.ts";
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
    const runs = one.answer === null ? [] : countedRuns(task, one.answer);
    return { ...one, notes: [...one.notes, ...later, ...same[i]], runs };
  });
}

function readEntry(task: Task, { name, text }: Entry): Draft {
  if (text === "") return refused(name, "There is no link and no code in this line.");
  const given = readHandIn(text);
  if (given.kind === "unreadable") return refused(name, given.message);
  if (given.kind === "link") return readLink(task, name, given.scenario);
  const { handIn } = given;
  if (handIn.taskDigest !== taskDigest(task)) return refused(handIn.name || name, otherTask(task, handIn));
  return readCode(task, name, handIn);
}

function refused(name: string, problem: string): Draft {
  return { name, tries: null, settings: [], answer: null, problems: [problem], notes: [] };
}

function otherTask(task: Task, { taskId }: HandIn): string {
  return taskId === task.id
    ? `It belongs to another version of the task ${task.id}: its scenario, bounds or conditions were different.`
    : `It belongs to another task: ${taskId}.`;
}

function readCode(task: Task, listed: string, { name, tries, settings }: HandIn): Draft {
  const own = name === "" ? listed : name;
  const notes = [
    ...(listed !== "" && name !== "" && plainName(listed) !== plainName(name)
      ? [`The list says ${listed}, the hand-in says ${name}.`]
      : []),
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

function readLink(task: Task, name: string, answer: Scenario): Draft {
  if (name === "" && task.vary.length > 0) return nameless();
  const found = answerOf(variantOf(task, name).scenario, answer);
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
