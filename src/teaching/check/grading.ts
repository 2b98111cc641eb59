/**
 * The results of a class after the runs: the points of each hand-in, deductions by the rules of the course, which of a student's
 * hand-ins counts, and the lines of the teacher's table.
 */

import { counted, ofNumber } from "../../lib/counted.ts";
import { valueText } from "../document/conditions.ts";
import type { Person, Roster } from "../roster/roster.ts";
import type { Deadline, LateRule } from "../tables/submission-time.ts";
import { pointsText, pointsWords, type ResultItem, scoreOfShare, shareOfItems } from "../task/points.ts";
import type { Task } from "../task/task.ts";
import {
  type AnswerVerdict,
  conditionWords,
  endedWords,
  type KeptResults,
  outcomeWords,
  verdictOf,
  worstOf,
} from "./check.ts";
import { countingVerdict, type FiguresRule, otherVersion } from "./other-version.ts";
import { costlyFlags, isDoubtful, isRefused, NOBODY, type ReadEntry, whoOf } from "./read-list.ts";
import { type Marks, markedOf, markOf, NO_MARKS, questionItems } from "./teacher-marks.ts";
import type { Flag } from "./whose.ts";

/** How the platform's table counts answers without marks: 0 points, or an empty grade. */
export const UNMARKED = ["zero", "empty"] as const;
export type Unmarked = (typeof UNMARKED)[number];

export const ATTEMPTS = ["best", "last"] as const;
type Attempts = (typeof ATTEMPTS)[number];

/** The rules of a course. */
export interface CourseRules {
  /** The roster; null if the list of hand-ins is all that is known of the class. */
  readonly roster: Roster | null;
  readonly deadline: Deadline | null;
  /** True if dates such as 3/5/2026 start with the day; null if this must be found from the list. */
  readonly dayFirst: boolean | null;
  readonly late: LateRule;
  /** Rule that chooses which of a student's hand-ins counts. */
  readonly attempts: Attempts;
  /** True if a hand-in gets no points because of its flags (`costlyFlags`). */
  readonly strict: boolean;
  /** The teacher's marks for written answers. */
  readonly marks: Marks;
  /** Which results count if another version of Sawtooth made the hand-in and today's version gives another result. */
  readonly figures: FiguresRule;
  /** Version of Sawtooth that checks the hand-ins. */
  readonly version: string;
}

export const NO_RULES: CourseRules = {
  roster: null,
  deadline: null,
  dayFirst: null,
  late: "none",
  attempts: "last",
  strict: false,
  marks: NO_MARKS,
  figures: "today",
  version: "",
};

/** A checked hand-in. */
export interface CheckedEntry extends ReadEntry {
  /** The verdict; null if nothing could be run, or if runs are missing. */
  readonly verdict: AnswerVerdict | null;
  /** True if every condition is met and only allowed changes were made. */
  readonly passed: boolean;
  /** Points of each condition and question, and points earned; empty if nothing was run. */
  readonly items: readonly ResultItem[];
  /**
   * Share of the points after the rules of the course, from 0 to 1, not rounded. Grades for platforms are computed from it. Null
   * if runs are missing.
   */
  readonly share: number | null;
  /** The same share as a score from 0 to 100 with two decimals. */
  readonly score: number | null;
  /** Feedback for the student. It reveals nothing about other students or hidden paths. */
  readonly feedback: readonly string[];
  /** True if this hand-in is the one that counts for its student. */
  readonly counts: boolean;
}

/**
 * Returns the hand-ins of a list with their verdicts and points. `resultsOf` returns the results of a run, as far as it has been
 * made. The list comes from `readList`.
 */
export function gradeList(
  task: Task,
  list: readonly ReadEntry[],
  resultsOf: (key: string) => KeptResults | undefined,
  rules: CourseRules,
): CheckedEntry[] {
  const checked = list.map((one): CheckedEntry => {
    const today = verdictOf(task, one.trial, resultsOf);
    const other = otherVersion(task, one, today, resultsOf, rules.version);
    const { verdict, notes: counting, isBeyondToday } = countingVerdict(today, other, rules.figures);
    const flags = [...one.flags, ...(other?.flags ?? [])];
    const items =
      verdict === null ? [] : [...verdict.items, ...questionItems(task, one, resultsOf, rules.marks)];
    const passed = one.problems.length === 0 && verdict?.passed === true;
    const left = verdict === null ? NOTHING_LOST : leftOf({ ...one, flags }, rules, isBeyondToday);
    const share = shareAfterRules(one, verdict, items, left.share);
    const misspelt = programRemarks(one);
    const outcome = verdict === null || one.problems.length > 0 ? [] : [outcomeWords(verdict)];
    return {
      ...one,
      flags,
      notes: [
        ...one.notes,
        ...misspelt,
        ...ended(task, one, verdict),
        ...(other?.notes ?? []),
        ...counting,
        ...left.notes,
        ...unmarked(items),
      ],
      feedback: [
        ...one.problems,
        ...misspelt,
        ...outcome,
        ...(outcome.length > 0 && verdict !== null ? conditionsFeedback(verdict) : []),
        ...left.notes,
        ...questionsFeedback(task, one.handInKey, items, rules.marks),
      ],
      verdict,
      passed,
      items,
      share,
      score: share === null ? null : scoreOfShare(share),
      counts: true,
    };
  });
  const chosen = chosenOf(checked, rules);
  return checked.map((one) => {
    const by = chosen.get(whoOf(one));
    if (by === undefined || by === one) return one;
    const why =
      isOfTask(by) && !isOfTask(one)
        ? "which can be read"
        : isRefused(one, rules.late) && !isRefused(by, rules.late)
          ? "which was handed in on time"
          : isDoubtful(one) && !isDoubtful(by)
            ? one.flags.includes("another's name")
              ? "which has no other student's name or number"
              : "which is more certainly from this person"
            : `the ${rules.attempts} of this person`;
    const note = `It does not count. Line ${by.entry.line} counts instead, ${why}.`;
    return { ...one, counts: false, notes: [...one.notes, note] };
  });
}

/** Returns remarks on misspelled hooks in the programs of an answer. */
function programRemarks({ answer }: ReadEntry): string[] {
  return (answer?.programs ?? []).flatMap(({ remarks }) => remarks);
}

/** Returns remarks on programs that stopped. Their results up to that time are judged. */
function ended(task: Task, { trial }: ReadEntry, verdict: AnswerVerdict | null): string[] {
  const words = verdict === null ? "" : endedWords(verdict, task, trial.runs.length);
  return words === "" ? [] : [words];
}

/** Returns remarks on answers that the teacher has not marked. They get no points until they are marked. */
function unmarked(items: readonly ResultItem[]): string[] {
  const { marked, total } = markedOf(items);
  if (marked === total) return [];
  return [
    `${counted(total - marked, "answer")} in words ${ofNumber(total - marked, "is", "are")} not marked yet.`,
  ];
}

/**
 * Returns feedback on each condition: the value measured on the student's own path, the required value, and the points. It
 * reveals nothing about hidden paths.
 */
function conditionsFeedback({ conditions, items }: AnswerVerdict): string[] {
  return conditions.map(({ condition, runs, met }, i) => {
    const own = worstOf(
      condition,
      runs.filter(({ run }) => run.path === 0),
    );
    const { earned, points } = items[i];
    const elsewhere = own.met && !met ? ", but not on every path that is checked" : "";
    return `${conditionWords(condition)}: measured ${valueText(condition, own)}${elsewhere}; ${earnedWords(earned, points)}.`;
  });
}

function earnedWords(earned: number | null, points: number): string {
  return `${pointsText(earned ?? 0)} of ${pointsWords(points)}`;
}

/** Returns the points of each question, and the teacher's comment. */
function questionsFeedback(
  { questions }: Task,
  handIn: string | null,
  items: readonly ResultItem[],
  marks: Marks,
): string[] {
  return questions.flatMap(({ id, points }) => {
    const { comment } = markOf(marks, handIn, id);
    const earned = items.find((one) => one.kind === "question" && one.id === id)?.earned;
    const worth =
      points === 0 || earned === undefined
        ? ""
        : earned === null
          ? "not marked yet"
          : earnedWords(earned, points);
    const words = [worth === "" ? "" : `${worth}.`, comment].filter((one) => one !== "").join(" ");
    return words === "" ? [] : [`${id}: ${words}`];
  });
}

const NOTHING_LOST = { share: 1, notes: [] };

function shareAfterRules(
  { problems }: ReadEntry,
  verdict: AnswerVerdict | null,
  items: readonly ResultItem[],
  left: number,
): number | null {
  if (problems.length > 0) return 0;
  return verdict === null ? null : left * shareOfItems(items);
}

function leftOf(one: ReadEntry, { late, strict }: CourseRules, isBeyondToday: boolean) {
  const lost = costlyFlags(one.flags, isBeyondToday);
  if (strict && lost.length > 0) return { share: 0, notes: [`No points: ${lost.join(", ")}.`] };
  return isRefused(one, late) ? { share: 0, notes: ["No points: it was late."] } : NOTHING_LOST;
}

/**
 * Returns, for each student, the hand-in that counts. The order is that of the submission times; without times, that of the lines
 * in the list.
 */
function chosenOf(list: readonly CheckedEntry[], rules: CourseRules): Map<string, CheckedEntry> {
  const chosen = new Map<string, CheckedEntry>();
  for (const one of list) {
    const who = whoOf(one);
    const other = chosen.get(who);
    // A hand-in without a name may be anyone's, so it is not chosen.
    if (who !== NOBODY && (other === undefined || isChosen(one, other, rules))) chosen.set(who, one);
  }
  return chosen;
}

function isChosen(one: CheckedEntry, other: CheckedEntry, rules: CourseRules): boolean {
  const { attempts } = rules;
  // A line without a hand-in of the task never replaces a line that has one.
  if (isOfTask(one) !== isOfTask(other)) return isOfTask(one);
  if ((one.entry.text === "") !== (other.entry.text === "")) return other.entry.text === "";
  if (isRefused(one, rules.late) !== isRefused(other, rules.late)) return isRefused(other, rules.late);
  if (isDoubtful(one) !== isDoubtful(other)) return isDoubtful(other);
  if (attempts === "best" && one.share !== other.share) return (one.share ?? 0) > (other.share ?? 0);
  const areFiles = one.entry.isFile === true && other.entry.isFile === true;
  if (areFiles && isCode(one) !== isCode(other)) return isCode(one);
  return isKnown(one) && isKnown(other) ? Number(one.sentMs) >= Number(other.sentMs) : true;
}

/** Returns false if the line cannot be read as a code of the task or as a link to a run. */
function isOfTask({ tries, answer }: CheckedEntry): boolean {
  return tries !== null || answer !== null;
}

function isCode({ tries }: CheckedEntry): boolean {
  return tries !== null;
}

function isKnown({ sentMs }: CheckedEntry): boolean {
  return sentMs !== null;
}

/**
 * A line of the teacher's table. With a roster there is one line for each student, also without a hand-in, followed by hand-ins of
 * unknown students.
 */
export interface TableLine {
  readonly entry: CheckedEntry | null;
  readonly person: Person | null;
  /** Cells that are copied from the roster. */
  readonly cells: readonly string[];
}

/** The result of a student without a hand-in. */
export const NO_HAND_IN = "no hand-in";

export function tableLines(roster: Roster | null, entries: readonly CheckedEntry[]): TableLine[] {
  if (roster === null) return entries.map((entry) => ({ entry, person: entry.person, cells: [] }));
  const ofPerson = new Map<Person | null, CheckedEntry[]>();
  for (const one of entries) ofPerson.set(one.person, [...(ofPerson.get(one.person) ?? []), one]);
  const known = roster.rows.flatMap(({ cells, person }): TableLine[] => {
    if (person === null) return [];
    return (ofPerson.get(person) ?? [null]).map((entry) => ({ entry, person, cells }));
  });
  const unknown = ofPerson.get(null) ?? [];
  return [...known, ...unknown.map((entry): TableLine => ({ entry, person: null, cells: [] }))];
}

type Result = "met" | "not met" | "not counted" | "not run";

/**
 * Returns the result as a word. "not counted": the hand-in cannot be read, or changes what the task locks. "not run": the check
 * was cancelled, or a run failed.
 */
export function resultOf({ problems, verdict, passed }: CheckedEntry): Result {
  if (problems.length > 0) return "not counted";
  if (verdict === null) return "not run";
  return passed ? "met" : "not met";
}

/** Returns sentences for the teacher. `isRunning` is true while runs of the hand-in are not finished. */
export function remarksOf(one: CheckedEntry, isRunning = false): string[] {
  const missing =
    resultOf(one) === "not run" && !isRunning ? ["Its runs are not complete: check it again."] : [];
  return [...one.problems, ...one.notes, ...missing];
}

/**
 * Returns a text such as "12 of 29 hand-ins marked. 3 are not run yet." A hand-in can be marked completely only after its runs,
 * because a run may decide whether an answer needs a mark.
 */
export function markingWords(list: readonly Pick<CheckedEntry, "items" | "verdict" | "problems">[]): string {
  const open = list.filter(({ problems }) => problems.length === 0);
  const done = open.filter((one) => one.verdict !== null && !isUnmarked(one)).length;
  const notRun = open.filter(({ verdict }) => verdict === null).length;
  const waiting = notRun === 0 ? "" : ` ${notRun} ${ofNumber(notRun, "is", "are")} not run yet.`;
  const refused = list.length - open.length;
  const uncounted =
    refused === 0 ? "" : ` ${refused} cannot count and ${ofNumber(refused, "needs", "need")} no mark.`;
  return `${done} of ${counted(open.length, "hand-in")} marked.${waiting}${uncounted}`;
}

/** Returns whether the hand-in has a written answer that the teacher must still mark. */
export function isUnmarked({ items }: Pick<CheckedEntry, "items">): boolean {
  const { marked, total } = markedOf(items);
  return marked < total;
}

/**
 * Returns a text such as "3 answers of 2 hand-ins are not marked yet."; empty if all are marked. Only hand-ins that
 * count are included.
 */
export function unmarkedWords(list: readonly CheckedEntry[]): string {
  const waiting = list.filter((one) => one.counts && one.problems.length === 0 && isUnmarked(one));
  const answers = waiting.reduce((sum, { items }) => sum + markedOf(items).total - markedOf(items).marked, 0);
  if (answers === 0) return "";
  return `${counted(answers, "answer")} of ${counted(waiting.length, "hand-in")} ${ofNumber(answers, "is", "are")} not marked yet.`;
}

/**
 * Returns the totals as text: "12 hand-ins: 9 met everything, 2 did not, 1 could not be counted. 3 have a flag: 2
 * late, 1 copy."
 */
export function tallyWords(list: readonly CheckedEntry[]): string {
  const results = list.map(resultOf);
  const [met, notMet, notCounted, notRun] = (["met", "not met", "not counted", "not run"] as const).map(
    (result) => results.filter((one) => one === result).length,
  );
  const uncounted = notCounted === 0 ? "" : `, ${notCounted} could not be counted`;
  const missing = notRun === 0 ? "" : `, ${notRun} ${ofNumber(notRun, "was", "were")} not run to the end`;
  const words = `${counted(list.length, "hand-in")}: ${met} met everything, ${notMet} did not${uncounted}${missing}.`;
  return [words, flagWords(list)].filter((part) => part !== "").join(" ");
}

function flagWords(list: readonly CheckedEntry[]): string {
  const flagged = list.filter(({ flags }) => flags.length > 0);
  if (flagged.length === 0) return "";
  const numbers = new Map<Flag, number>();
  for (const flag of flagged.flatMap(({ flags }) => flags)) numbers.set(flag, (numbers.get(flag) ?? 0) + 1);
  const each = [...numbers].sort(([, a], [, b]) => b - a).map(([flag, count]) => `${count} ${flag}`);
  return `${flagged.length} ${ofNumber(flagged.length, "has", "have")} a flag: ${each.join(", ")}.`;
}
