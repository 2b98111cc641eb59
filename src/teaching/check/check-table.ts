/**
 * The table of a check as text: for the terminal, for a file (CSV) with all columns of the list and of the roster, and in the forms
 * that Moodle and Canvas import.
 */
import type { SettingText } from "../../engine/index.ts";
import { csvRow } from "../../lib/csv.ts";
import { oneLine } from "../../lib/visible-text.ts";
import type { HandInList } from "../answer/hand-in-list.ts";
import { conditionText } from "../document/conditions.ts";
import type { Person, Roster } from "../roster/roster.ts";
import { type Columns, isOfCanvas } from "../tables/table-columns.ts";
import { ColumnNumbers, roundedTo } from "../tables/table-numbers.ts";
import { earnedOf, pointsOf, pointsText } from "../task/points.ts";
import { codeIn, programWords, replacedBy } from "../task/program-answer.ts";
import type { Task } from "../task/task.ts";
import { variantOf } from "../task/variant.ts";
import { variantText } from "./check.ts";
import {
  type CheckedEntry,
  isUnmarked,
  NO_HAND_IN,
  remarksOf,
  resultOf,
  tableLines,
  type Unmarked,
} from "./grading.ts";
import { nameOf } from "./read-list.ts";

export const PLATFORMS = ["plain", "moodle", "canvas"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Input from which a table is made. */
export interface Checked {
  readonly task: Task;
  readonly list: HandInList;
  readonly roster: Roster | null;
  readonly entries: readonly CheckedEntry[];
  /** True to add the texts of programs as a column. */
  readonly withCode?: boolean;
  /** How grades count answers that the teacher has not marked. */
  readonly unmarked?: Unmarked;
}

/** Returns the names of the columns. Conditions use their canonical text. */
export function tableHead(task: Task): string[] {
  const runs = task.seeds * (1 + task.also.length);
  const conditions = task.counts.flatMap((one) => [
    conditionText(one),
    `number of runs that meet it, of ${runs}`,
  ]);
  return [
    ...[
      "name",
      "line",
      "result",
      "score",
      "flags",
      "counts",
      `points, of ${pointsText(pointsOf([...task.counts, ...task.questions]))}`,
    ],
    ...conditions,
    ...["try", "variant", "answer", "remarks"],
  ];
}

/** Returns the cells of a row. Values are those of the least favourable run and are not rounded. */
export function tableRow(task: Task, one: CheckedEntry): string[] {
  return [
    nameOf(one),
    String(one.entry.line),
    resultOf(one),
    one.score === null ? "" : String(one.score),
    one.flags.join("; "),
    one.counts ? "yes" : "no",
    one.verdict === null ? "" : pointsText(earnedOf(one.items)),
    ...task.counts.flatMap((_, i) => conditionCells(one, i)),
    one.tries === null ? "" : String(one.tries),
    one.answer === null ? "" : variantText(variantOf(task, one.name)),
    one.settings.map(settingCell).join(" "),
    remarksOf(one).join(" "),
  ];
}

/** Returns the name and the length of a program. Its text would be too long for a cell. */
function settingCell({ key, text }: SettingText): string {
  return replacedBy(key) === null ? `${key}=${text}` : `code=${programWords(text)}`;
}

function conditionCells({ verdict }: CheckedEntry, condition: number): [string, string] {
  const judged = verdict?.conditions[condition];
  if (judged === undefined) return ["", ""];
  const { value } = judged.worst;
  return [value === null ? "none" : String(value), String(judged.runs.filter(({ met }) => met).length)];
}

/** Returns the table as CSV. Throws an error with a message for the user if the list lacks columns that the platform requires. */
export function tableCsv(checked: Checked, platform: Platform): string {
  if (platform === "plain") return plainCsv(checked);
  const rows = platform === "moodle" ? moodleRows(checked) : canvasRows(checked);
  return rows.map((row) => `${platformRow(row)}\r\n`).join("");
}

/** Starts with a byte-order mark. Without it, a spreadsheet may misread accents and signs in names. */
function plainCsv(checked: Checked): string {
  const { task, list, roster, entries, withCode = false } = checked;
  const head = [...tableHead(task), ...(withCode ? ["program"] : [])];
  const [people, handedIn] = carriedHeads(head, roster?.heads ?? [], list.heads ?? []);
  const rows = tableLines(roster, entries).map(({ entry, person, cells }) => [
    ...(entry === null
      ? [person?.name ?? "", "", NO_HAND_IN, ...head.slice(3).map(() => "")]
      : [...tableRow(task, entry), ...(withCode ? [codeIn(entry.settings) ?? ""] : [])]),
    ...people.map((_, i) => cells[i] ?? ""),
    ...handedIn.map((_, i) => entry?.entry.cells[i] ?? ""),
  ]);
  return `\uFEFF${[[...head, ...people, ...handedIn], ...rows].map((row) => `${csvRow(row)}\r\n`).join("")}`;
}

/** Returns unique heads for the columns that are copied from the list and the roster. */
function carriedHeads(
  own: readonly string[],
  roster: readonly string[],
  list: readonly string[],
): readonly [roster: string[], list: string[]] {
  const taken = new Set(own.map((head) => head.toLowerCase()));
  /** For each head, the last number that was added to it. */
  const last = new Map<string, number>();
  const free = (head: string, whose: string): string => {
    let name = taken.has(head.toLowerCase()) || head === "" ? `${head} (${whose})`.trim() : head;
    const key = name.toLowerCase();
    let i = last.get(key) ?? 1;
    while (taken.has(name.toLowerCase())) name = `${head} (${whose} ${++i})`.trim();
    last.set(key, i);
    taken.add(name.toLowerCase());
    return name;
  };
  return [roster.map((head) => free(head, "roster")), list.map((head) => free(head, "list"))];
}

/**
 * Writes a row for a platform. Moodle's "-" for an empty value is kept as it is; elsewhere such a cell would be protected as a
 * possible formula.
 */
function platformRow(cells: readonly string[]): string {
  return cells.map((cell) => (cell === "-" ? cell : csvRow([cell]))).join(",");
}

/** The platform's own table, which is filled in: the list or the roster. */
interface Base {
  readonly heads: readonly string[];
  readonly columns: Columns;
  readonly rows: readonly BaseRow[];
}

interface BaseRow {
  /** Line number in its file. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The hand-in that counts for the student of this line; null if there is none. */
  readonly entry: CheckedEntry | null;
}

function baseOf(
  { list, roster, entries, unmarked }: Checked,
  fits: (heads: readonly string[], columns: Columns) => boolean,
): Base | null {
  const counting = entries.filter(({ counts, entry }) => counts && entry.text !== "");
  const ofPerson = new Map(
    counting.flatMap((one) => (one.person === null ? [] : [[one.person, one] as const])),
  );
  const hasGrade = (one: CheckedEntry | null) => one === null || unmarked !== "empty" || !isUnmarked(one);
  const ofLine = new Map(entries.map((one) => [one.entry, one]));
  const listed = (): Base => ({
    heads: list.heads ?? [],
    columns: list.columns,
    rows: list.entries.flatMap((entry) => {
      const one = ofLine.get(entry) ?? null;
      // If a student has several lines, only the one with the hand-in that counts is kept.
      if (one?.counts === false) return [];
      return [
        { line: entry.line, cells: entry.cells, entry: entry.text === "" || !hasGrade(one) ? null : one },
      ];
    }),
  });
  const gradeOf = (person: Person) => {
    const one = ofPerson.get(person) ?? null;
    return hasGrade(one) ? one : null;
  };
  const isOfRoster =
    roster !== null &&
    (fits(roster.heads, roster.columns) || list.heads === null || !fits(list.heads, list.columns));
  if (isOfRoster)
    return {
      heads: roster.heads,
      columns: roster.columns,
      rows: roster.rows.map(({ line, cells, person }) => ({
        line,
        cells,
        entry: person === null ? null : gradeOf(person),
      })),
    };
  return list.heads === null ? null : listed();
}

/**
 * Returns the rows for Moodle. A grading worksheet of an assignment keeps its own heads, in the language of the course. The
 * import of the grade book accepts any columns and asks what they mean.
 */
function moodleRows(checked: Checked): string[][] {
  const base = baseOf(checked, (_, columns) => columns.grade >= 0);
  if (base === null)
    throw new Error(
      "Moodle identifies students by a column. The first line of the list must contain the names of its columns; alternatively give a roster (“Email address”, “ID number”, or the grading worksheet).",
    );
  const { heads, columns, rows } = base;
  if (columns.isWorksheet && columns.grade < 0)
    throw new Error(
      "This looks like Moodle’s grading worksheet, but its columns for the grade and the highest grade were not found. Name these columns, like “grade=Grade; maximum=Maximum grade”, or write “grade=none” if it is another table.",
    );
  const most = columns.maximum;
  const numbers = most < 0 ? null : columnNumbers(base, most);
  const all = [...heads];
  /** Uses the column that was found; otherwise a column with that name; otherwise a new column at the end. */
  const placeOf = (found: number, name: string) => {
    const named = found >= 0 ? found : all.findIndex((head) => head.toLowerCase() === name.toLowerCase());
    return named >= 0 ? named : all.push(name) - 1;
  };
  const gradeAt = placeOf(columns.grade, "Grade");
  const feedbackAt = placeOf(columns.feedback, "Feedback comments");
  return [
    all,
    ...rows.map((one) => {
      const { cells, entry } = one;
      const row = all.map((_, i) => cells[i] ?? "");
      if (entry === null) return row;
      const maximum = numbers === null ? 100 : maximumIn(one, most, numbers, "maximum grade");
      if (entry.share === null) return row;
      row[gradeAt] = gradeText(entry.share, maximum);
      row[feedbackAt] = entry.feedback.join(" ");
      return row;
    }),
  ];
}

function columnNumbers({ rows }: Base, column: number): ColumnNumbers {
  const cells = rows.flatMap((row) => row.cells);
  return new ColumnNumbers(
    rows.map((row) => row.cells[column] ?? ""),
    cells,
  );
}

/** Returns the maximum grade in a cell. Throws an error that names the line if the cell has no number, or an ambiguous one. */
function maximumIn({ line, cells }: BaseRow, column: number, numbers: ColumnNumbers, what: string): number {
  const cell = cells[column] ?? "";
  try {
    const maximum = numbers.read(cell);
    if (maximum !== null && maximum > 0) return maximum;
  } catch (error) {
    throw new Error(`Line ${line}: the ${what} ${error instanceof Error ? error.message : String(error)}.`);
  }
  throw new Error(`Line ${line}: the ${what} must be a number above 0, got “${oneLine(cell).slice(0, 40)}”.`);
}

/** Decimal places of grades in Moodle and Canvas. */
const GRADE_DECIMALS = 2;

/** Returns a grade: the share of the maximum, rounded to the platform's decimals. */
function gradeText(share: number, maximum: number): string {
  return String(roundedTo(share * maximum, GRADE_DECIMALS));
}

/**
 * Returns the rows for Canvas in the format of its grade book's export. The columns are “Student” and “ID”, “SIS User ID” and “SIS
 * Login ID” if the export has them, “Section”, and the assignments, each with its name and number. Only the grade is added,
 * because Canvas would turn any unknown column into a new assignment.
 */
function canvasRows(checked: Checked): string[][] {
  const base = baseOf(checked, isOfCanvas);
  if (base === null || !isOfCanvas(base.heads))
    throw new Error(
      "Canvas accepts only the table that its grade book exports, whose first columns are “Student”, “ID”, … and “Section”. Give that table as the roster.",
    );
  const { heads, rows } = base;
  const title = checked.task.title.toLowerCase();
  const found = heads.findIndex((head) => head.toLowerCase().replace(NUMBER_OF_ASSIGNMENT, "") === title);
  const next = heads.findIndex((head) => NUMBER_OF_ASSIGNMENT.test(head) || OF_CANVAS_ALONE.test(head));
  const place = next < 0 ? heads.length : next;
  const possible = rows.find(({ cells }) => POSSIBLE.test(cells[0] ?? ""));
  const maximum =
    found < 0 || possible === undefined
      ? 100
      : maximumIn(possible, found, columnNumbers(base, found), "points possible");
  const withGrade = (cells: readonly string[], grade: string | null): string[] => {
    const row = heads.map((_, i) => cells[i] ?? "");
    if (found < 0) row.splice(place, 0, grade ?? "");
    else if (grade !== null) row[found] = grade;
    return row;
  };
  return [
    withGrade(heads, found < 0 ? checked.task.title : null),
    ...rows.map(({ cells, entry }) => {
      if (POSSIBLE.test(cells[0] ?? "")) return withGrade(cells, found < 0 ? String(maximum) : null);
      const share = entry?.share ?? null;
      return withGrade(cells, share === null ? null : gradeText(share, maximum));
    }),
  ];
}

/**
 * Returns the reason why a title cannot be used in Canvas; null if it can. Canvas ignores columns that it computes itself, and
 * would take an assignment with such a name for one of them.
 */
export function canvasTitleFault(title: string): string | null {
  if (!OF_CANVAS_ALONE.test(title) && !/^(?:final|current)\b/i.test(title.trim())) return null;
  return `Canvas computes columns that begin with “Final” or “Current” and may leave out one called “${title}”. Give the task another title, or rename the column in the file and in Canvas.`;
}

/** Matches the number of an assignment, as in "Quiz 1 (23)". */
const NUMBER_OF_ASSIGNMENT = / \(\d+\)$/;
/** Names of columns that Canvas computes itself. */
const OF_CANVAS_ALONE = /(?:current|final) (?:score|points|grade)|\(read only\)/i;
/** Matches the line with the maximum points, which is below the heads. */
const POSSIBLE = /^\s*points possible$/i;
