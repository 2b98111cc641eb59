/** Who met what, as a table: for the page, for a terminal, and as CSV for a spreadsheet. */

import { counted, ofNumber } from "../experiments/counted.ts";
import { scoreOf } from "./check.ts";
import type { CheckedEntry } from "./check-list.ts";
import { conditionText } from "./conditions.ts";
import type { Task } from "./task.ts";

export type Result = "met" | "not met" | "not counted" | "not run";

/** "not counted": it cannot be read, or changes what the task keeps. "not run": the check was ended, or a run failed. */
export function resultOf({ problems, verdict, passed }: CheckedEntry): Result {
  if (problems.length > 0) return "not counted";
  if (verdict === null) return "not run";
  return passed ? "met" : "not met";
}

export function scoreOfEntry(one: CheckedEntry): number {
  return one.problems.length > 0 || one.verdict === null ? 0 : scoreOf(one.verdict);
}

export interface Tally {
  readonly all: number;
  readonly met: number;
  readonly notMet: number;
  readonly notCounted: number;
  readonly notRun: number;
}

export function tallyOf(list: readonly CheckedEntry[]): Tally {
  const results = list.map(resultOf);
  const count = (result: Result) => results.filter((one) => one === result).length;
  return {
    all: list.length,
    met: count("met"),
    notMet: count("not met"),
    notCounted: count("not counted"),
    notRun: count("not run"),
  };
}

/** "12 hand-ins: 9 met everything, 2 did not, 1 could not be counted." */
export function tallyWords({ all, met, notMet, notCounted, notRun }: Tally): string {
  const uncounted = notCounted === 0 ? "" : `, ${notCounted} could not be counted`;
  const missing = notRun === 0 ? "" : `, ${notRun} ${ofNumber(notRun, "was", "were")} not run to the end`;
  return `${counted(all, "hand-in")}: ${met} met everything, ${notMet} did not${uncounted}${missing}.`;
}

/** The columns, conditions by their canonical text. */
export function tableHead(task: Task): string[] {
  const conditions = task.counts.flatMap((one) => [conditionText(one), `met on, of ${runsOf(task)} runs`]);
  return ["name", "line", "result", "score", ...conditions, "try", "answer", "remarks"];
}

function runsOf({ seeds, also }: Task): number {
  return seeds * (1 + also.length);
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

/** Without it a spreadsheet may take the accents and signs of names for others. */
const UTF8_MARK = "\uFEFF";

export function tableCsv(task: Task, list: readonly CheckedEntry[]): string {
  const rows = [tableHead(task), ...tableRows(task, list)];
  return UTF8_MARK + rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** Names are other people's words: a spreadsheet must not take one for a formula. */
function csvCell(text: string): string {
  const safe = /^[=+@\t\r-]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
