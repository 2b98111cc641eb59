/**
 * Reads many hand-ins from a text: one per line, or a table with names next to them (CSV by RFC 4180, or separated by semicolons
 * or tabs, as spreadsheets and learning platforms write it). A general CSV parser cannot read such lists, because simulation URLs
 * contain commas and web forms quote cells inconsistently.
 */

import { type Columns, columnsOf, NO_CORRECTIONS } from "../tables/table-columns.ts";
import { type FoundText, findHandIn, isPiece, MOST_PIECES, mayHoldHandIn } from "./found-hand-in.ts";

export interface Entry extends Names {
  /** Line in the text, from 1. */
  readonly line: number;
  /** The code or URL; empty if the line has none. */
  readonly text: string;
  /** All cells of the line, unchanged. */
  readonly cells: readonly string[];
  /** Submission time as written in its column; empty if there is none. */
  readonly sent: string;
  /** True if its cell contains another, different hand-in. */
  readonly isOneOfSeveral?: boolean;
  /** True for a file. The files of a student are in no order of time. */
  readonly isFile?: boolean;
  /** Sentence for the teacher on files of the student that could not be read. */
  readonly fault?: string;
}

export interface HandInList {
  /** Column names; null if the text has none. */
  readonly heads: readonly string[] | null;
  /** The meaning of the columns. */
  readonly columns: Columns;
  readonly entries: readonly Entry[];
}

/** Texts that identify a student in a line. */
export interface Names {
  /** Name in the column of names; empty if there is none. */
  readonly name: string;
  /** All names, numbers and addresses in the line. */
  readonly names: readonly string[];
  /**
   * Texts that identify exactly one student, the most reliable first: number, user name, address. Names of people are not
   * included, because several students may have the same name.
   */
  readonly ids: readonly string[];
}

export const MOST_ENTRIES = 5000;
const LONGEST_LIST = 20_000_000;

/** Reads a list. Throws an error with a message for the user if the text cannot be a list of hand-ins. */
export function readHandInList(text: string, corrections = NO_CORRECTIONS): HandInList {
  if (text.length > LONGEST_LIST)
    throw new Error(`The list has ${text.length} characters; at most ${LONGEST_LIST} are allowed.`);
  const known = new Map<string, FoundText | null>();
  const find: Find = (cell, pieces) => {
    if (pieces.length > 0) return findHandIn(cell, pieces);
    const before = known.get(cell);
    const found = before === undefined ? findHandIn(cell) : before;
    known.set(cell, found);
    return found;
  };
  const holdsHandIn = (cell: string) => find(cell, []) !== null;
  const rows = rowsOf(text.replace(/^\uFEFF/, ""), holdsHandIn, MOST_ENTRIES + 2);
  if (rows.length > MOST_ENTRIES + 1)
    throw new Error(`The list has too many lines; at most ${MOST_ENTRIES} are allowed.`);
  const [first] = rows;
  const columns = columnsOf(
    rows.map(({ cells }) => cells),
    { isRoster: false, holdsHandIn, corrections },
  );
  if (first === undefined) return { heads: null, columns, entries: [] };
  const entries: Entry[] = [];
  for (let i = columns.hasHeads ? 1 : 0; i < rows.length; i++) {
    const { entry, used } = entryOf(rows[i], columns, find, piecesBehind(rows, i));
    // A line that has neither a name nor a hand-in is a comment or a signature. It is skipped.
    if (entry.name !== "" || entry.text !== "") entries.push(entry);
    // Lines that continued a broken URL are skipped.
    i += used;
  }
  return { heads: columns.hasHeads ? first.cells : null, columns, entries };
}

/** Returns the lines that may continue the hand-in at the end of a line. */
function piecesBehind(rows: readonly Row[], at: number): string[] {
  if (!mayHoldHandIn(rows[at].cells.at(-1) ?? "")) return [];
  const cells = rows.slice(at + 1, at + 1 + MOST_PIECES).map((row) => row.cells);
  const end = cells.findIndex((one) => one.length !== 1 || !isPiece(one[0]));
  return cells.slice(0, end < 0 ? cells.length : end).map(([cell]) => cell);
}

/** Searches a cell for a hand-in. Results are cached. */
type Find = (cell: string, pieces: readonly string[]) => FoundText | null;

function entryOf({ line, cells }: Row, columns: Columns, find: Find, pieces: readonly string[]) {
  const found = cells.map((cell, i) => find(cell, i === cells.length - 1 ? pieces : []));
  const { handIn, hasHeads } = columns;
  const column = (found[handIn] ?? null) !== null ? handIn : found.findIndex((one) => one !== null);
  const own = found[column];
  // If the cell contains more than the hand-in ("Anna: z.…"), only the hand-in is used. If it contains none, the whole cell is
  // used, so that it is reported.
  const text = own?.text ?? cells[column] ?? cells[handIn] ?? "";
  const listed = namesIn(cells, columns, column);
  const isOfColumns = hasHeads || columns.names.length > 1;
  const names =
    isOfColumns && listed.names.length > 0
      ? listed
      : withIds(namesBeside(cells, column, own?.beside ?? ""), listed);
  const sent = cells[columns.sent] ?? "";
  const isOneOfSeveral = own?.isOneOfSeveral === true;
  return {
    entry: { line, ...names, text, cells, sent, ...(isOneOfSeveral && { isOneOfSeveral }) },
    used: own?.used ?? 0,
  };
}

function withIds(own: Names, { ids }: Names): Names {
  return { ...own, ids: [...new Set([...own.ids, ...ids])] };
}

/**
 * Returns the names in a line of a table without heads: the first cell that is not a hand-in, or the text around the hand-in in its
 * cell. It is not used if two columns have the parts of names.
 */
function namesBeside(cells: readonly string[], column: number, beside: string): Names {
  // In an export of a web form, the first column is the submission time, not a name.
  const isTime = (cell: string) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(cell);
  const own = cells.find((cell, i) => i !== column && cell !== "" && !isTime(cell));
  const name = own ?? withoutSigns(beside);
  return { name, names: name === "" ? [] : [name], ids: idsAmong([name]) };
}

/**
 * Returns the texts that identify exactly one student: numbers and addresses. The part of an address before "@" is included,
 * because it is often the student's number.
 */
function idsAmong(texts: readonly string[]): string[] {
  return texts.filter((text) => /^\S+$/.test(text) && /[\d@]/.test(text)).flatMap(withUser);
}

function withUser(text: string): string[] {
  return text.indexOf("@") > 0 ? [text, text.split("@")[0]] : [text];
}

const BETWEEN = /[\s:,;–-]/u;

/** Removes separators at both ends of a text. */
function withoutSigns(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && BETWEEN.test(text[from])) from++;
  while (to > from && BETWEEN.test(text[to - 1])) to--;
  return text.slice(from, to);
}

/** Returns the names in a line. The column `skipped` contains the hand-in and is ignored. */
export function namesIn(
  cells: readonly string[],
  columns: Pick<Columns, "names" | "ids">,
  skipped: number,
): Names {
  const texts = (at: readonly number[]) => at.filter((one) => one !== skipped).map((one) => cells[one] ?? "");
  const unique = (all: readonly string[]) => [...new Set(all)].filter((one) => one !== "");
  const parts = unique(texts(columns.names));
  const listed = texts(columns.ids);
  // The platform's number is also added without the word before it, because file names contain it so.
  const bare = listed.flatMap((text) => /^\D{1,60}\s(\d{1,12})$/.exec(text)?.[1] ?? []);
  const ids = unique([...listed.flatMap(withUser), ...bare]);
  const name = parts.join(" ") || (ids[0] ?? "");
  // If the name has two columns, both orders are accepted.
  const whole = parts.length > 1 ? [name, parts.toReversed().join(" "), ...parts] : [name];
  const inOrder = columns.ids.toSorted((a, b) => a - b);
  return {
    name,
    names: unique([...whole, ...texts(inOrder)].flatMap(withUser)),
    ids: unique([...ids, ...idsAmong(parts)]),
  };
}

interface Row {
  /** Line in the text, from 1. */
  readonly line: number;
  /** Trimmed cells. */
  readonly cells: readonly string[];
}

/** Matches a first line such as "sep=;", which spreadsheets may write before a table. */
const SAYS_SEPARATOR = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i;

/**
 * Splits a text into at most `most` rows. Empty rows are left out. The separator is the one that the text states; otherwise the tab,
 * semicolon or comma that its first line has outside quotes. `holdsCommas` returns whether a comma in a line may belong to the content
 * of a cell.
 */
export function rowsOf(
  text: string,
  holdsCommas: (line: string) => boolean,
  most = Number.POSITIVE_INFINITY,
): Row[] {
  const separatorLine = SAYS_SEPARATOR.exec(text);
  const separator = separatorLine?.[1] ?? separatorOf(text, holdsCommas);
  const rows: Row[] = [];
  let line = separatorLine === null ? 1 : 2;
  let at = separatorLine?.[0].length ?? 0;
  while (at < text.length && rows.length < most) {
    const cells: string[] = [];
    const row = { line, cells };
    for (;;) {
      const cell = cellAt(text, at, separator);
      cells.push(cell.text.trim());
      line += cell.breaks;
      at = cell.end;
      if (text[at] !== separator) break;
      at++;
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line++;
    if (cells.some((cell) => cell !== "")) rows.push(row);
  }
  return rows;
}

function separatorOf(text: string, holdsCommas: (line: string) => boolean): string {
  const first = text.slice(0, Math.max(0, text.search(/[\r\n]|$/)));
  const bare = first.replace(/"[^"]*"/g, "");
  if (bare.includes("\t")) return "\t";
  return bare.includes(";") && (!bare.includes(",") || holdsCommas(first)) ? ";" : ",";
}

/** Reads a cell. `breaks` is the number of line ends inside its quotes. A quote that is never closed is an ordinary character. */
function cellAt(text: string, from: number, separator: string) {
  let own = "";
  // Some platforms write spaces between the separator and the quote.
  const spaces = /^ {0,9}(?=")/.exec(text.slice(from, from + 10))?.[0].length ?? 0;
  const start = from + spaces;
  let at = start;
  while (text[at] === '"') {
    const quote = text.indexOf('"', at + 1);
    if (quote < 0) break;
    // Two quotes inside a quoted cell are one quote.
    own += (at > start ? '"' : "") + text.slice(at + 1, quote);
    at = quote + 1;
  }
  const end = bareEnd(text, at, separator);
  return { text: own + text.slice(at, end), end, breaks: own.split(/\r\n|\r|\n/).length - 1 };
}

function bareEnd(text: string, from: number, separator: string): number {
  let at = from;
  let inLink = false;
  while (at < text.length && !/[\r\n]/.test(text[at])) {
    if (text[at] === separator && !(inLink && goesOn(text, at))) break;
    inLink ||= text[at] === "#";
    at++;
  }
  return at;
}

const LONGEST_PART = 200;

/** Returns whether a comma belongs to a simulation URL. It does if another setting follows. */
function goesOn(text: string, at: number): boolean {
  return /^,[^\s,]*[&=]/.test(text.slice(at, at + LONGEST_PART));
}
