/** What a hand-in comes to, once its runs are there: its points, what the rules of the course take away, and which of several counts. */

import { programReader } from "../engine/index.ts";
import { counted, ofNumber } from "../experiments/counted.ts";
import {
  conditionWords,
  endedWords,
  type Measured,
  outcomeWords,
  type Verdict,
  verdictOf,
  worstOf,
} from "./check.ts";
import { type Flag, type ReadEntry, whoOf } from "./check-list.ts";
import { valueText } from "./conditions.ts";
import type { Entry } from "./hand-in-list.ts";
import { handInKey, type Marks, markedOf, markOf, NO_MARKS, questionItems } from "./marks.ts";
import { countingVerdict, type FiguresRule, otherVersion } from "./other-version.ts";
import { pointsText, pointsWords, type ResultItem, scoreOfShare, shareOfItems } from "./points.ts";
import type { Roster } from "./roster.ts";
import type { Deadline, LateRule } from "./submission-time.ts";
import type { Task } from "./task.ts";

/** What a platform's table has for answers that are not marked: they count 0 points, or the grade stays empty. */
export const UNMARKED = ["zero", "empty"] as const;
export type Unmarked = (typeof UNMARKED)[number];

export const ATTEMPTS = ["best", "last"] as const;
export type Attempts = (typeof ATTEMPTS)[number];

/** The rules of a course. */
export interface Rules {
  /** Null: the list itself says who there is. */
  readonly roster: Roster | null;
  readonly deadline: Deadline | null;
  /** Whether dates like 3/5/2026 begin with the day; null: what the list says. */
  readonly dayFirst: boolean | null;
  readonly late: LateRule;
  /** Which hand-in of a person counts. */
  readonly attempts: Attempts;
  /** Whether what has a flag has no points. Being late has a rule of its own, and an update of Sawtooth is no student's fault. */
  readonly strict: boolean;
  /** What a teacher gave for answers in words. */
  readonly marks: Marks;
  /** Which figures count where another version made a hand-in, and its run has another result today. */
  readonly figures: FiguresRule;
  /** Of Sawtooth, that checks. */
  readonly version: string;
}

export const NO_RULES: Rules = {
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

/** An entry that was checked. */
export interface CheckedEntry extends ReadEntry {
  /** Null where nothing could be run, or while runs are missing. */
  readonly verdict: Verdict | null;
  /** Every condition is met, by allowed means. */
  readonly passed: boolean;
  /** What each condition and question is worth and has earned; empty where nothing was run. */
  readonly items: readonly ResultItem[];
  /** Share of the points after the rules, from 0 to 1 and not rounded: grades of platforms are made of it. Null while runs are missing. */
  readonly share: number | null;
  /** The same of 100, with two decimals. */
  readonly score: number | null;
  /** What the student may read of it: nothing about others, and no hidden path. */
  readonly feedback: readonly string[];
  /** Whether it is the one of this person that counts. */
  readonly counts: boolean;
}

export function checkList(
  task: Task,
  list: readonly ReadEntry[],
  of: (key: string) => Measured | undefined,
  rules: Rules,
): CheckedEntry[] {
  const checked = list.map((one): CheckedEntry => {
    const today = verdictOf(task, one.trial, of);
    const other = otherVersion(task, one, today, of, rules.version);
    const { verdict, notes: counting } = countingVerdict(today, other, rules.figures);
    const flags = [...one.flags, ...(other?.flags ?? [])];
    const items = verdict === null ? [] : [...verdict.items, ...questionItems(task, one, of, rules.marks)];
    const passed = one.problems.length === 0 && verdict?.passed === true;
    const left = verdict === null ? NOTHING_LOST : leftOf({ ...one, flags }, rules);
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
        ...questionsFeedback(task, one.entry, items, rules.marks),
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
      isRefused(one, rules) && !isRefused(by, rules)
        ? "which was in time"
        : `the ${rules.attempts} of this person`;
    const note = `It does not count: line ${by.entry.line} does, ${why}.`;
    return { ...one, counts: false, notes: [...one.notes, note] };
  });
}

/** A hook that is written wrong, of the programs of an answer. */
function programRemarks({ answer }: ReadEntry): string[] {
  return (answer?.programs ?? []).flatMap((code) => programReader().add(code).remarks);
}

/** A program that stopped has its results all the same: what it did until then is judged. */
function ended(task: Task, { trial }: ReadEntry, verdict: Verdict | null): string[] {
  const words = verdict === null ? "" : endedWords(verdict, task, trial.runs.length);
  return words === "" ? [] : [words];
}

/** Until they are marked they have earned nothing. */
function unmarked(items: readonly ResultItem[]): string[] {
  const { marked, of } = markedOf(items);
  if (marked === of) return [];
  return [`${counted(of - marked, "answer")} in words ${ofNumber(of - marked, "is", "are")} not marked yet.`];
}

/** What was measured, what is needed and what it is worth, on the path that the student has: hidden paths stay hidden. */
function conditionsFeedback({ conditions, items }: Verdict): string[] {
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

/** The points of each question, and the teacher's comment. */
function questionsFeedback(
  { questions }: Task,
  { text }: Entry,
  items: readonly ResultItem[],
  marks: Marks,
): string[] {
  const handIn = handInKey(text);
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
  verdict: Verdict | null,
  items: readonly ResultItem[],
  left: number,
): number | null {
  if (problems.length > 0) return 0;
  return verdict === null ? null : left * shareOfItems(items);
}

function leftOf({ flags, lateMs }: ReadEntry, { late, strict }: Rules) {
  const lost = flags.filter((flag) => flag !== "late" && flag !== "another version");
  if (strict && lost.length > 0) return { share: 0, notes: [`No points: ${lost.join(", ")}.`] };
  return late === "refuse" && lateMs > 0 ? { share: 0, notes: ["No points: it was late."] } : NOTHING_LOST;
}

/** By the person. What is sent later counts as later; where no time is known, what stands below. */
function chosenOf(list: readonly CheckedEntry[], rules: Rules): Map<string, CheckedEntry> {
  const chosen = new Map<string, CheckedEntry>();
  for (const one of list) {
    const who = whoOf(one);
    const other = chosen.get(who);
    // A hand-in without any name is nobody's second one.
    if (who !== NOBODY && (other === undefined || isChosen(one, other, rules))) chosen.set(who, one);
  }
  return chosen;
}

const NOBODY = "name ";

/** What comes too late to be taken takes nothing away from what came in time. */
function isRefused({ lateMs }: CheckedEntry, { late }: Rules): boolean {
  return late === "refuse" && lateMs > 0;
}

function isChosen(one: CheckedEntry, other: CheckedEntry, rules: Rules): boolean {
  const { attempts } = rules;
  // A line of the list without a hand-in is none.
  if ((one.entry.text === "") !== (other.entry.text === "")) return other.entry.text === "";
  if (isRefused(one, rules) !== isRefused(other, rules)) return isRefused(other, rules);
  if (attempts === "best" && one.share !== other.share) return (one.share ?? 0) > (other.share ?? 0);
  return isKnown(one) && isKnown(other) ? Number(one.sentMs) >= Number(other.sentMs) : true;
}

function isKnown({ sentMs }: CheckedEntry): boolean {
  return sentMs !== null;
}

type Result = "met" | "not met" | "not counted" | "not run";

/** "not counted": it cannot be read, or changes what the task keeps. "not run": the check was ended, or a run failed. */
export function resultOf({ problems, verdict, passed }: CheckedEntry): Result {
  if (problems.length > 0) return "not counted";
  if (verdict === null) return "not run";
  return passed ? "met" : "not met";
}

/** What a teacher should know of it, as sentences. */
export function remarksOf(one: CheckedEntry): string[] {
  const missing = resultOf(one) === "not run" ? ["Its runs are not complete: check it once more."] : [];
  return [...one.problems, ...one.notes, ...missing];
}

/** Whether an answer of it waits for its mark. */
export function isUnmarked({ items }: Pick<CheckedEntry, "items">): boolean {
  const { marked, of } = markedOf(items);
  return marked < of;
}

/** "3 answers of 2 hand-ins are not marked yet."; empty where all are. Only hand-ins that count. */
export function unmarkedWords(list: readonly CheckedEntry[]): string {
  const waiting = list.filter((one) => one.counts && one.problems.length === 0 && isUnmarked(one));
  const answers = waiting.reduce((sum, { items }) => sum + markedOf(items).of - markedOf(items).marked, 0);
  if (answers === 0) return "";
  return `${counted(answers, "answer")} of ${counted(waiting.length, "hand-in")} ${ofNumber(answers, "is", "are")} not marked yet.`;
}

/** "12 hand-ins: 9 met everything, 2 did not, 1 could not be counted. 3 have a flag: 2 late, 1 copy." */
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
