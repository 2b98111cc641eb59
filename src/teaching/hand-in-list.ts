/**
 * Many hand-ins as a text: one a line, or a table (CSV by RFC 4180, or parted by semicolons or tabs, as spreadsheets and learning
 * platforms write it) with names beside them. Links of the bench hold commas, and forms write what they like: no reader of plain
 * CSV takes such lists.
 */
import { type Found, findHandIn, isPiece, MOST_PIECES } from "./found-hand-in.ts";
import { type Columns, columnsOf, NO_CORRECTIONS } from "./table-columns.ts";

export interface Entry extends Names {
  /** In the text, from 1. */
  readonly line: number;
  /** The code or link; empty where the line has none. */
  readonly text: string;
  /** All cells of the line, as they came. */
  readonly cells: readonly string[];
  /** When it was sent, in the words of its column; empty where there is none. */
  readonly sent: string;
  /** Its cell has another hand-in, too. */
  readonly isOneOfSeveral?: boolean;
}

export interface HandInList {
  /** Null: the text has none. */
  readonly heads: readonly string[] | null;
  /** Which column holds what. */
  readonly columns: Columns;
  readonly entries: readonly Entry[];
}

/** Who it was, in the words of one line. */
export interface Names {
  /** From its own column; empty where there is none. */
  readonly name: string;
  /** All that the line says of who it is: name, number, address. */
  readonly names: readonly string[];
  /** Of them what is one person's alone, the surest first: number, user name, address. Names are for people. */
  readonly ids: readonly string[];
}

export const MOST_ENTRIES = 5000;
const LONGEST_LIST = 20_000_000;

/** Throws a sentence where the text cannot be a list of hand-ins. */
export function readHandInList(text: string, corrections = NO_CORRECTIONS): HandInList {
  if (text.length > LONGEST_LIST)
    throw new Error(`The list has ${text.length} letters; at most ${LONGEST_LIST} are allowed.`);
  const known = new Map<string, Found | null>();
  const find: Find = (cell, pieces) => {
    if (pieces.length > 0) return findHandIn(cell, pieces);
    const before = known.get(cell);
    const found = before === undefined ? findHandIn(cell) : before;
    known.set(cell, found);
    return found;
  };
  const holdsHandIn = (cell: string) => find(cell, []) !== null;
  const rows = rowsOf(text.replace(/^\uFEFF/, ""), holdsHandIn).filter(({ cells }) =>
    cells.some((cell) => cell !== ""),
  );
  if (rows.length > MOST_ENTRIES + 1)
    throw new Error(`The list has ${rows.length} lines; at most ${MOST_ENTRIES} are allowed.`);
  const [first] = rows;
  const columns = columnsOf(
    rows.map(({ cells }) => cells),
    { isRoster: false, holdsHandIn, corrections },
  );
  if (first === undefined) return { heads: null, columns, entries: [] };
  const entries: Entry[] = [];
  for (let i = columns.hasHeads ? 1 : 0; i < rows.length; i++) {
    const { entry, used } = entryOf(rows[i], columns, find, piecesBehind(rows, i));
    // A line with neither name nor hand-in is a comment or a signature.
    if (entry.name !== "" || entry.text !== "") entries.push(entry);
    // Lines that were put back to what a program had broken.
    i += used;
  }
  return { heads: columns.hasHeads ? first.cells : null, columns, entries };
}

function piecesBehind(rows: readonly Row[], at: number): string[] {
  const cells = rows.slice(at + 1, at + 1 + MOST_PIECES).map((row) => row.cells);
  const end = cells.findIndex((one) => one.length !== 1 || !isPiece(one[0]));
  return cells.slice(0, end < 0 ? cells.length : end).map(([cell]) => cell);
}

/** Each cell is looked through once. */
type Find = (cell: string, pieces: readonly string[]) => Found | null;

function entryOf({ line, cells }: Row, columns: Columns, find: Find, pieces: readonly string[]) {
  const found = cells.map((cell, i) => find(cell, i === cells.length - 1 ? pieces : []));
  const { handIn, hasHeads } = columns;
  const column = (found[handIn] ?? null) !== null ? handIn : found.findIndex((one) => one !== null);
  const own = found[column];
  // Where the cell holds more than the hand-in ("Anna: z.…") that part is taken; else the whole, to be reported.
  const text = own?.text ?? cells[column] ?? cells[handIn] ?? "";
  const listed = namesIn(cells, columns, column);
  const names =
    hasHeads && listed.names.length > 0
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

/** Where no head says it: the first cell that is no hand-in, or what stands before or behind it in the same cell. */
function namesBeside(cells: readonly string[], column: number, beside: string): Names {
  // A form's first column is when it was sent.
  const isTime = (cell: string) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(cell);
  const own = cells.find((cell, i) => i !== column && cell !== "" && !isTime(cell));
  const name = own ?? withoutSigns(beside);
  return { name, names: name === "" ? [] : [name], ids: idsAmong([name]) };
}

/** A number or an address stands for one person alone; of an address also what is before its "@", often the student's number. */
function idsAmong(texts: readonly string[]): string[] {
  return texts.filter((text) => /^\S+$/.test(text) && /[\d@]/.test(text)).flatMap(withUser);
}

function withUser(text: string): string[] {
  return text.indexOf("@") > 0 ? [text, text.split("@")[0]] : [text];
}

const BETWEEN = /[\s:,;–-]/u;

/** Without what stands between a name and what is beside it, at both ends. */
function withoutSigns(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && BETWEEN.test(text[from])) from++;
  while (to > from && BETWEEN.test(text[to - 1])) to--;
  return text.slice(from, to);
}

/** `skipped`: the column of the hand-in. */
export function namesIn(
  cells: readonly string[],
  columns: Pick<Columns, "names" | "ids">,
  skipped: number,
): Names {
  const texts = (at: readonly number[]) => at.filter((one) => one !== skipped).map((one) => cells[one] ?? "");
  const unique = (all: readonly string[]) => [...new Set(all)].filter((one) => one !== "");
  const parts = unique(texts(columns.names));
  const listed = texts(columns.ids);
  // A platform's own number stands in the names of its files without the word before it.
  const bare = listed.flatMap((text) => /^\D{1,60}\s(\d{1,12})$/.exec(text)?.[1] ?? []);
  const ids = unique([...listed.flatMap(withUser), ...bare]);
  const name = parts.join(" ") || (ids[0] ?? "");
  // Names of two columns are written either way round.
  const whole = parts.length > 1 ? [name, parts.toReversed().join(" "), ...parts] : [name];
  const inOrder = columns.ids.toSorted((a, b) => a - b);
  return {
    name,
    names: unique([...whole, ...texts(inOrder)].flatMap(withUser)),
    ids: unique([...ids, ...idsAmong(parts)]),
  };
}

interface Row {
  /** In the text, from 1. */
  readonly line: number;
  /** Trimmed. */
  readonly cells: readonly string[];
}

/** What a spreadsheet may write before the table: "sep=;". */
const SAYS_SEPARATOR = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i;

/**
 * Parted by what the text itself names, else by whichever of tab, semicolon and comma its first line has outside quotes.
 * `holdsCommas`: whether a comma in this line may be part of what stands in a cell.
 */
export function rowsOf(text: string, holdsCommas: (line: string) => boolean): Row[] {
  const said = SAYS_SEPARATOR.exec(text);
  const separator = said?.[1] ?? separatorOf(text, holdsCommas);
  const rows: Row[] = [];
  let line = said === null ? 1 : 2;
  let at = said?.[0].length ?? 0;
  while (at < text.length) {
    const cells: string[] = [];
    rows.push({ line, cells });
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
  }
  return rows;
}

function separatorOf(text: string, holdsCommas: (line: string) => boolean): string {
  const first = text.slice(0, Math.max(0, text.search(/[\r\n]|$/)));
  const bare = first.replace(/"[^"]*"/g, "");
  if (bare.includes("\t")) return "\t";
  return bare.includes(";") && (!bare.includes(",") || holdsCommas(first)) ? ";" : ",";
}

/** `breaks`: lines that end inside its quotes. A quote that nothing closes is a sign like others. */
function cellAt(text: string, from: number, separator: string) {
  let own = "";
  let at = from;
  while (text[at] === '"') {
    const quote = text.indexOf('"', at + 1);
    if (quote < 0) break;
    // Two quotes within are one.
    own += (at > from ? '"' : "") + text.slice(at + 1, quote);
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

/** Links of the bench hold commas of their own: one that is followed by further settings parts nothing. */
function goesOn(text: string, at: number): boolean {
  return /^,[^\s,]*[&=]/.test(text.slice(at, at + LONGEST_PART));
}
