/** Many hand-ins as a text: one a line, or a table (CSV, or pasted from a spreadsheet) with names beside them. */
import { type Row, rowsOf } from "./csv-rows.ts";
import { findHandIn, isPiece, MOST_PIECES } from "./found-hand-in.ts";
import { type Heads, headsOf, type Names, namesIn } from "./list-heads.ts";

export interface Entry extends Names {
  /** In the text, from 1. */
  readonly line: number;
  /** From its own column; empty where there is none. */
  readonly name: string;
  /** The code or link; empty where the line has none. */
  readonly text: string;
}

export const MOST_ENTRIES = 5000;
export const LONGEST_LIST = 20_000_000;

/** Throws a sentence where the text cannot be a list of hand-ins. */
export function readEntries(text: string): Entry[] {
  if (text.length > LONGEST_LIST)
    throw new Error(`The list has ${text.length} letters; at most ${LONGEST_LIST} are allowed.`);
  const holdsHandIn = (line: string) => findHandIn(line) !== null;
  const rows = rowsOf(text.replace(/^\uFEFF/, ""), holdsHandIn).filter(({ cells }) =>
    cells.some((cell) => cell !== ""),
  );
  if (rows.length > MOST_ENTRIES + 1)
    throw new Error(`The list has ${rows.length} lines; at most ${MOST_ENTRIES} are allowed.`);
  const [first] = rows;
  if (first === undefined) return [];
  const heads = first.cells.some(holdsHandIn) ? null : headsOf(first.cells);
  const entries = entriesOf(heads === null ? rows : rows.slice(1), heads);
  // A line with neither name nor hand-in is a comment or a signature.
  return entries.filter(({ name, text: own }) => name !== "" || own !== "");
}

function entriesOf(rows: readonly Row[], heads: Heads | null): Entry[] {
  const entries: Entry[] = [];
  for (let i = 0; i < rows.length; i++) {
    const { entry, used } = entryOf(rows[i], heads, piecesBehind(rows, i));
    entries.push(entry);
    // Lines that were put back to what a program had broken.
    i += used;
  }
  return entries;
}

function piecesBehind(rows: readonly Row[], at: number): string[] {
  const pieces: string[] = [];
  for (const { cells } of rows.slice(at + 1, at + 1 + MOST_PIECES)) {
    if (cells.length !== 1 || !isPiece(cells[0])) break;
    pieces.push(cells[0]);
  }
  return pieces;
}

function entryOf(
  { line, cells }: Row,
  heads: Heads | null,
  pieces: readonly string[],
): { readonly entry: Entry; readonly used: number } {
  const found = cells.map((cell, i) => findHandIn(cell, i === cells.length - 1 ? pieces : []));
  const called = heads?.text ?? -1;
  // The column that is called so may hold something else: a platform's "submission" is often a date.
  const column = (found[called] ?? null) !== null ? called : found.findIndex((one) => one !== null);
  const cell = cells[column] ?? cells[called] ?? "";
  // Where the column holds more than the hand-in ("Anna: z.…") that part is taken; else the whole, to be told of.
  const text = found[column]?.text ?? cell;
  const names = heads === null || heads.names.length === 0 ? null : namesIn(cells, heads, column);
  const beside = names ?? namesBeside(cells, column, found[column]?.beside ?? "");
  return { entry: { line, ...beside, text }, used: found[column]?.used ?? 0 };
}

/** Where no head says it: the first cell that is no hand-in, or what stands before or behind it in the same cell. */
function namesBeside(cells: readonly string[], column: number, beside: string): Names {
  const own = cells.find((cell, i) => i !== column && cell !== "" && !IS_TIME.test(cell));
  const name = own ?? withoutSigns(beside);
  return { name, names: name === "" ? [] : [name] };
}

/** A form's first column is when it was sent. */
const IS_TIME = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/;

const BETWEEN = /[\s:,;–-]/u;

/** Without what stands between a name and what is beside it, at both ends. */
function withoutSigns(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && BETWEEN.test(text[from])) from++;
  while (to > from && BETWEEN.test(text[to - 1])) to--;
  return text.slice(from, to);
}
