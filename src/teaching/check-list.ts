/**
 * A teacher's list of hand-ins: what each one says, which runs it takes, who met what, which answers are the
 * same, and all of it as a table: for the page, for a terminal, and as CSV for a spreadsheet.
 */

import { type Scenario, type Setting, scenarioToUrl } from "../engine/index.ts";
import { counted, ofNumber } from "../experiments/counted.ts";
import { csvRow } from "../experiments/csv.ts";
import { costOf } from "../experiments/grid.ts";
import { answerOf, refusals, withSetting } from "./answer.ts";
import {
  allRuns,
  type CountedRun,
  type Measured,
  scoreOf,
  type Trial,
  trialOf,
  type Verdict,
  verdictOf,
} from "./check.ts";
import { conditionText } from "./conditions.ts";
import { type HandIn, readHandIn } from "./hand-in.ts";
import type { Entry } from "./hand-in-list.ts";
import type { GivenAnswer } from "./questions.ts";
import { type Task, taskDigest } from "./task.ts";
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
  /** What he answered in words. */
  readonly answers: readonly GivenAnswer[];
  /** The whole scenario of the answer; null where nothing can be run. */
  readonly answer: Scenario | null;
  /** Why it cannot count, as sentences. */
  readonly problems: readonly string[];
  /** What a teacher should know, as sentences. */
  readonly notes: readonly string[];
  readonly trial: Trial;
}

/** An entry that was checked. */
export interface CheckedEntry extends ReadEntry {
  /** Null where nothing could be run, or while runs are missing. */
  readonly verdict: Verdict | null;
  /** Every condition is met, by allowed means. */
  readonly passed: boolean;
}

type ReadText = Omit<ReadEntry, "trial" | "entry">;

export function readList(task: Task, entries: readonly Entry[]): ReadEntry[] {
  const read = entries.map((entry) => ({ entry, ...readEntry(task, entry) }));
  const latest = new Map(read.map((one, i) => [whoOf(one), i]));
  const same = sameAnswers(task, read);
  return read.map((one, i) => {
    const isOld = whoOf(one) !== "" && latest.get(whoOf(one)) !== i;
    const later = isOld ? ["A later line has the same name: this one is an earlier hand-in."] : [];
    const tooDear = isTooDear(task, one) ? [NOT_WORTH_ITS_RUNS] : [];
    const trial =
      one.answer === null || tooDear.length > 0
        ? NOTHING_TO_RUN
        : trialOf(task, variantOf(task, one.name).scenario, one.answer);
    return { ...one, notes: [...one.notes, ...later, ...same[i], ...tooDear], trial };
  });
}

const NOTHING_TO_RUN: Trial = { runs: [], start: [] };
/** Times as much as the student's variant: nobody may keep a teacher's machine busy with what cannot count. */
const MOST_TIMES = 10;
const NOT_WORTH_ITS_RUNS = "It was not run: its runs take far longer than those of the task.";

function isTooDear(task: Task, { problems, answer, name }: ReadText): boolean {
  if (problems.length === 0 || answer === null) return false;
  return costOf(answer) > MOST_TIMES * costOf(variantOf(task, name).scenario);
}

function readEntry(task: Task, entry: Entry): ReadText {
  const { name, text } = entry;
  if (text === "") return refused(name, "There is no link and no code in this line.");
  const given = readHandIn(text);
  if (given.kind === "unreadable") return refused(name, given.message);
  if (given.kind === "link") return readLink(task, entry, given.scenario);
  const { handIn } = given;
  if (handIn.taskDigest !== taskDigest(task)) return refused(handIn.name || name, otherTask(task, handIn));
  return readCode(task, entry, handIn);
}

function refused(name: string, problem: string): ReadText {
  return { name, tries: null, settings: [], answers: [], answer: null, problems: [problem], notes: [] };
}

function otherTask(task: Task, { taskId }: HandIn): string {
  return taskId === task.id
    ? `It belongs to another version of the task ${task.id}: its scenario, bounds or conditions were different.`
    : `It belongs to another task: ${taskId}.`;
}

function readCode(task: Task, listed: Entry, { name, tries, settings, answers }: HandIn): ReadText {
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
    answers,
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
function readLink(task: Task, { name: listed, names }: Entry, answer: Scenario): ReadText {
  if (listed === "" && task.vary.length > 0) return nameless();
  const of = (one: string) => answerOf(variantOf(task, one).scenario, answer);
  const isOfTask = (one: string) => refusals(of(one), task.changes, answer).length === 0;
  const name = task.vary.length > 0 ? (names.find(isOfTask) ?? listed) : listed;
  const found = of(name);
  return {
    name,
    tries: null,
    settings: found.settings,
    answers: [],
    answer,
    problems: refusals(found, task.changes, answer),
    notes: ["A link of the bench without a code: how many tries it took is not known."],
  };
}

function nameless(): ReadText {
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
  return [...new Map(list.flatMap(({ trial }) => allRuns(trial)).map((run) => [run.key, run])).values()];
}

export function checkList(
  task: Task,
  list: readonly ReadEntry[],
  of: (key: string) => Measured | undefined,
): CheckedEntry[] {
  return list.map((one) => {
    const verdict = verdictOf(task, one.trial, of);
    return { ...one, verdict, passed: one.problems.length === 0 && verdict?.passed === true };
  });
}

/** The answer on the bench. */
export function answerFragment({ answer }: ReadEntry): string | null {
  return answer === null ? null : scenarioToUrl(answer);
}

/** For each entry the sentence that says whose answer is the same, where there is one: what that means is the teacher's to judge. */
function sameAnswers(task: Task, list: readonly Omit<ReadEntry, "trial">[]): string[][] {
  // Who and what, each once and not for each pair.
  const who = list.map(whoOf);
  const groups = new Map<string, number[]>();
  const keys = list.map((one, i) => {
    if (one.answer === null) return "";
    const { values } = variantOf(task, one.name);
    const answer = one.settings.map(({ key, text }) => `${key}=${text}`).sort();
    const key = JSON.stringify([values.map(({ value }) => value), answer]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [i]);
    else group.push(i);
    return key;
  });
  return list.map((one, i) => {
    const others = (groups.get(keys[i]) ?? []).filter((k) => who[k] !== who[i]).map((k) => list[k]);
    const copied = others.filter(({ entry, tries }) => tries !== null && entry.text === one.entry.text);
    if (copied.length > 0) return [`The very same hand-in as ${whoWords(copied)}.`];
    return others.length > 0 ? [`The same answer as ${whoWords(others)}.`] : [];
  });
}

/** Who handed it in: by the list, where that says so. */
function whoOf({ entry, name }: Pick<ReadEntry, "entry" | "name">): string {
  return plainName(entry.name === "" ? name : entry.name);
}

const MOST_NAMED = 4;

function whoWords(others: readonly Pick<ReadEntry, "entry" | "name">[]): string {
  const words = others
    .slice(0, MOST_NAMED)
    .map(({ name, entry }) => `${entry.name || name || "no name"} (line ${entry.line})`);
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : "";
  return words.join(", ") + more;
}

type Result = "met" | "not met" | "not counted" | "not run";

/** "not counted": it cannot be read, or changes what the task keeps. "not run": the check was ended, or a run failed. */
export function resultOf({ problems, verdict, passed }: CheckedEntry): Result {
  if (problems.length > 0) return "not counted";
  if (verdict === null) return "not run";
  return passed ? "met" : "not met";
}

export function scoreOfEntry(one: CheckedEntry): number {
  return one.problems.length > 0 || one.verdict === null ? 0 : scoreOf(one.verdict);
}

/** "12 hand-ins: 9 met everything, 2 did not, 1 could not be counted." */
export function tallyWords(list: readonly CheckedEntry[]): string {
  const results = list.map(resultOf);
  const [met, notMet, notCounted, notRun] = (["met", "not met", "not counted", "not run"] as const).map(
    (result) => results.filter((one) => one === result).length,
  );
  const uncounted = notCounted === 0 ? "" : `, ${notCounted} could not be counted`;
  const missing = notRun === 0 ? "" : `, ${notRun} ${ofNumber(notRun, "was", "were")} not run to the end`;
  return `${counted(list.length, "hand-in")}: ${met} met everything, ${notMet} did not${uncounted}${missing}.`;
}

/** The columns, conditions by their canonical text. */
export function tableHead(task: Task): string[] {
  const runs = task.seeds * (1 + task.also.length);
  const conditions = task.counts.flatMap((one) => [conditionText(one), `met on, of ${runs} runs`]);
  return ["name", "line", "result", "score", ...conditions, "try", "answer", "remarks"];
}

/** Values are those of the least favourable run, exact. */
export function tableRows(task: Task, list: readonly CheckedEntry[]): string[][] {
  return list.map((one) => [
    one.entry.name || one.name,
    String(one.entry.line),
    resultOf(one),
    resultOf(one) === "not run" ? "" : String(scoreOfEntry(one)),
    ...task.counts.flatMap((_, i) => conditionCells(one, i)),
    one.tries === null ? "" : String(one.tries),
    one.settings.map(({ key, text }) => `${key}=${text}`).join(" "),
    remarksOf(one).join(" "),
  ]);
}

/** What a teacher should know of it, as sentences. */
export function remarksOf(one: CheckedEntry): string[] {
  const missing = resultOf(one) === "not run" ? ["Its runs are not complete: check it once more."] : [];
  return [...one.problems, ...one.notes, ...missing];
}

function conditionCells({ verdict }: CheckedEntry, condition: number): [string, string] {
  const judged = verdict?.conditions[condition];
  if (judged === undefined) return ["", ""];
  const { value } = judged.worst;
  return [value === null ? "none" : String(value), String(judged.runs.filter(({ met }) => met).length)];
}

/** Without a byte-order mark a spreadsheet may take the accents and signs of names for others. */
export function tableCsv(task: Task, list: readonly CheckedEntry[]): string {
  const rows = [tableHead(task), ...tableRows(task, list)];
  return `\uFEFF${rows.map((row) => `${csvRow(row)}\r\n`).join("")}`;
}
