/**
 * Many hand-ins as a text: one a line, or a table (CSV by RFC 4180, or parted by semicolons or tabs, as spreadsheets and learning
 * platforms write it) with names beside them. Links of the bench hold commas, and forms write what they like: no reader of plain
 * CSV takes such lists.
 */
import { findHandIn, isPiece, MOST_PIECES } from "./found-hand-in.ts";

export interface Entry extends Names {
  /** In the text, from 1. */
  readonly line: number;
  /** The code or link; empty where the line has none. */
  readonly text: string;
  /** All cells of the line, as they came. */
  readonly cells: readonly string[];
  /** When it was sent, in the words of its column; empty where there is none. */
  readonly sent: string;
}

export interface HandInList {
  /** Null: the text has none. */
  readonly heads: readonly string[] | null;
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
export function readHandInList(text: string): HandInList {
  if (text.length > LONGEST_LIST)
    throw new Error(`The list has ${text.length} letters; at most ${LONGEST_LIST} are allowed.`);
  const holdsHandIn = (line: string) => findHandIn(line) !== null;
  const rows = rowsOf(text.replace(/^\uFEFF/, ""), holdsHandIn).filter(({ cells }) =>
    cells.some((cell) => cell !== ""),
  );
  if (rows.length > MOST_ENTRIES + 1)
    throw new Error(`The list has ${rows.length} lines; at most ${MOST_ENTRIES} are allowed.`);
  const [first] = rows;
  if (first === undefined) return { heads: null, entries: [] };
  const heads = first.cells.some(holdsHandIn) ? null : headsOf(first.cells);
  const entries: Entry[] = [];
  for (let i = heads === null ? 0 : 1; i < rows.length; i++) {
    const { entry, used } = entryOf(rows[i], heads, piecesBehind(rows, i));
    // A line with neither name nor hand-in is a comment or a signature.
    if (entry.name !== "" || entry.text !== "") entries.push(entry);
    // Lines that were put back to what a program had broken.
    i += used;
  }
  return { heads: heads === null ? null : first.cells, entries };
}

function piecesBehind(rows: readonly Row[], at: number): string[] {
  const cells = rows.slice(at + 1, at + 1 + MOST_PIECES).map((row) => row.cells);
  const end = cells.findIndex((one) => one.length !== 1 || !isPiece(one[0]));
  return cells.slice(0, end < 0 ? cells.length : end).map(([cell]) => cell);
}

function entryOf({ line, cells }: Row, heads: Heads | null, pieces: readonly string[]) {
  const found = cells.map((cell, i) => findHandIn(cell, i === cells.length - 1 ? pieces : []));
  const called = heads?.text ?? -1;
  // The column that is called so may hold something else: a platform's "submission" is often a date.
  const column = (found[called] ?? null) !== null ? called : found.findIndex((one) => one !== null);
  const own = found[column];
  // Where the column holds more than the hand-in ("Anna: z.…") that part is taken; else the whole, to be told of.
  const text = own?.text ?? cells[column] ?? cells[called] ?? "";
  const names =
    heads === null || heads.names.length === 0
      ? namesBeside(cells, column, own?.beside ?? "")
      : namesIn(cells, heads, column);
  const sent = heads === null ? "" : (cells[heads.sent] ?? "");
  return { entry: { line, ...names, text, cells, sent }, used: own?.used ?? 0 };
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

/** Which columns say who it was, by their heads; the lower the rank, the sooner a column stands for the student. */
export interface Heads {
  readonly names: readonly { readonly column: number; readonly rank: number }[];
  /** Of the hand-in; -1: none is called so. */
  readonly text: number;
  /** Of the time when it was sent; -1: none is called so. */
  readonly sent: number;
}

/** First match counts. The heads of Moodle, Canvas, Google's and Microsoft's forms are among them. */
const KINDS: readonly { readonly head: RegExp; readonly rank: number }[] = [
  { head: /first ?name|last ?name|surname|given|family|sobrenome|apellidos?/i, rank: 1 },
  { head: /user ?name|^user$|login/i, rank: 3 },
  { head: /e-?mail|邮箱|correio/i, rank: 4 },
  {
    head: /(?:id|student|matriculation) ?(?:number|no\b|nr\b|id)|^sis[ _](?:user[ _])?id$|matr[ií]cula|n[uú]mero|^number$|registration|学号/i,
    rank: 2,
  },
  {
    head: /^(?:what is )?(?:your |full |student(?:.s)? )*name\b|^student$|nome|nombre|aluno|estudante|姓名|名字|学生/i,
    rank: 0,
  },
  { head: /^(?:identifier|id)$/i, rank: 5 },
];
const PART_OF_NAME = 1;
const SURNAME = /last ?name|surname|family|sobrenome|apellidos?/i;
/** Where a surname stands beside it, no whole name. */
const BARE_NAME = /^(?:name|nome|nombre)$/i;
const HAND_IN =
  /\b(?:link|code|hand-?in|answer|url|submission|online text|text|response|resposta)\b|c[oó]digo|链接|代码|答案/i;
/** Alone it makes a line one of heads. */
const HAND_IN_ALONE =
  /^(?:link|code|hand-?in|answer|url|submission|online text|text|resposta|c[oó]digo|链接|代码)$/i;
/** Moodle's, Canvas's, Google's and Microsoft's names of it; "Last modified (grade)" is another time. */
const SENT =
  /^(?:last modified \(submission\)|submitted(?: at)?|submission time|timestamp|completion time|completed|time|date|sent(?: at)?|data|hora|enviado(?: em)?|fecha|时间|提交时间)$/i;
/** Longer ones are sentences. */
const LONGEST_HEAD = 80;

/** Null where the line is no line of heads. */
export function headsOf(cells: readonly string[], longest = LONGEST_HEAD): Heads | null {
  if (cells.some((cell) => cell.length > longest)) return null;
  const hasSurname = cells.some((cell) => SURNAME.test(cell));
  const names = cells.flatMap((cell, column) => {
    const kind = KINDS.find(({ head }) => head.test(cell));
    if (kind === undefined) return [];
    return [{ column, rank: hasSurname && BARE_NAME.test(cell) ? PART_OF_NAME : kind.rank }];
  });
  // One or two words in a line of their own are a head, a sentence is not.
  const isHead = cells.length > 1 || /^\S+(?: \S+)?$/.test(cells[0] ?? "");
  const alone = cells.findIndex((cell) => HAND_IN_ALONE.test(cell));
  if (!isHead || (names.length === 0 && alone < 0)) return null;
  const sent = cells.findIndex((cell) => SENT.test(cell));
  const text = alone >= 0 ? alone : cells.findIndex((cell) => HAND_IN.test(cell) && !SENT.test(cell));
  return { names, text, sent };
}

/** `skipped`: the column of the hand-in. */
export function namesIn(cells: readonly string[], heads: Heads, skipped: number): Names {
  const known = heads.names
    .filter(({ column }) => column !== skipped && (cells[column] ?? "") !== "")
    .map(({ column, rank }) => ({ rank, text: cells[column] }));
  const ofRank = (rank: number) => known.filter((one) => one.rank === rank).map(({ text }) => text);
  const least = Math.min(...known.map(({ rank }) => rank));
  const parts = ofRank(PART_OF_NAME);
  const name = least === PART_OF_NAME ? parts.join(" ") : (ofRank(least)[0] ?? "");
  const all = [name, parts.join(" "), parts.toReversed().join(" "), ...known.map(({ text }) => text)];
  const ids = [2, 3, 4, 5].flatMap(ofRank).flatMap(withUser);
  const unique = (texts: readonly string[]) => [...new Set(texts)].filter((one) => one !== "");
  return { name, names: unique(all.flatMap(withUser)), ids: unique([...ids, ...idsAmong(all)]) };
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
