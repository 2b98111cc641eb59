/** Many hand-ins as a text: one a line, or a table (CSV, or pasted from a spreadsheet) with names beside them. */

export interface Entry {
  /** In the text, from 1. */
  readonly line: number;
  /** From its own column; empty where there is none. */
  readonly name: string;
  /** The code or link; empty where the line has none. */
  readonly text: string;
}

export const MOST_ENTRIES = 5000;
export const LONGEST_LIST = 20_000_000;

const NAME_HEADS =
  /^(?:name|full name|number|student|student id|id|id number|matriculation|user|username|e-?mail|nome|n[uú]mero|aluno|matr[ií]cula|姓名|学号)$/i;
const TEXT_HEADS =
  /^(?:link|code|hand-?in|answer|url|submission|online text|text|resposta|c[oó]digo|链接|代码)$/i;
const ADDRESS = /(?:https?|file):\/\//;
const CODE = /\bz\.[A-Za-z0-9_-]+/;

/** A link of any page with a fragment, a fragment alone, or a code alone: whichever comes first. Null where there is none. */
function handedIn(cell: string): string | null {
  for (const [word] of cell.matchAll(/[^\s"<>]+/g)) {
    const hash = word.indexOf("#");
    const address = ADDRESS.exec(word)?.index ?? -1;
    const link = address >= 0 && word.includes("#", address) ? address : -1;
    const fragment = hash >= 0 && word.includes("=", hash) ? hash : -1;
    const code = CODE.exec(word);
    const found = [link, fragment, code?.index ?? -1].filter((at) => at >= 0);
    if (found.length === 0) continue;
    const at = Math.min(...found);
    return at === code?.index ? code[0] : word.slice(at);
  }
  return null;
}

/** Throws a sentence where the text cannot be a list of hand-ins. */
export function readEntries(text: string): Entry[] {
  if (text.length > LONGEST_LIST)
    throw new Error(`The list has ${text.length} letters; at most ${LONGEST_LIST} are allowed.`);
  const rows = rowsOf(text.replace(/^\uFEFF/, "")).filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (rows.length > MOST_ENTRIES + 1)
    throw new Error(`The list has ${rows.length} lines; at most ${MOST_ENTRIES} are allowed.`);
  const [first] = rows;
  if (first === undefined) return [];
  const head = headOf(first.cells);
  const entries = (head === null ? rows : rows.slice(1)).map((row) => entryOf(row, head));
  // A line with neither name nor hand-in is a comment or a signature.
  return entries.filter(({ name, text: own }) => name !== "" || own !== "");
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

interface Head {
  readonly name: number;
  readonly text: number;
}

/** Null where the first line is a hand-in itself. */
function headOf(cells: readonly string[]): Head | null {
  if (cells.some((cell) => handedIn(cell) !== null)) return null;
  const name = cells.findIndex((cell) => NAME_HEADS.test(cell));
  const text = cells.findIndex((cell) => TEXT_HEADS.test(cell));
  return name < 0 && text < 0 ? null : { name, text };
}

function entryOf({ line, cells }: Row, head: Head | null): Entry {
  const column =
    head === null || head.text < 0 ? cells.findIndex((cell) => handedIn(cell) !== null) : head.text;
  const cell = cells[column] ?? "";
  // Where the column holds more than the hand-in ("Anna: z.…") that part is taken; else the whole, to be told of.
  const text = handedIn(cell) ?? cell;
  const named =
    head === null || head.name < 0 ? cells.findIndex((one, i) => i !== column && one !== "") : head.name;
  const beside = column < 0 ? "" : withoutSigns(cell.replace(text, ""));
  return { line, name: cells[named] ?? beside, text };
}

const BETWEEN = /[\s:,;–-]/u;

/** Without what stands between a name and what is beside it, at both ends. */
function withoutSigns(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && BETWEEN.test(text[from])) from++;
  while (to > from && BETWEEN.test(text[to - 1])) to--;
  return text.slice(from, to);
}

/** By RFC 4180; parted by whichever of comma, semicolon and tab the first line has, outside quotes. */
function rowsOf(text: string): Row[] {
  const separator = separatorOf(text);
  const rows: { line: number; cells: string[] }[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const row = { line, cells: [] as string[] };
    for (;;) {
      const cell = cellAt(text, at, separator);
      row.cells.push(cell.text.trim());
      line += cell.breaks;
      at = cell.end;
      if (text[at] !== separator) break;
      at++;
    }
    rows.push(row);
    if (text.startsWith("\r\n", at)) at += 2;
    else at++;
    line++;
  }
  return rows;
}

function separatorOf(text: string): string {
  const first = text.slice(0, Math.max(0, text.search(/[\r\n]|$/)));
  const count = (sign: string) => first.split(sign).length - 1;
  if (count("\t") > 0) return "\t";
  return count(";") > 0 && (count(",") === 0 || handedIn(first) !== null) ? ";" : ",";
}

interface Cell {
  readonly text: string;
  readonly end: number;
  /** Line breaks inside quotes. */
  readonly breaks: number;
}

function cellAt(text: string, from: number, separator: string): Cell {
  if (text[from] !== '"') return bareCell(text, from, separator);
  let own = "";
  let at = from + 1;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    if (quote < 0) break;
    own += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') break;
    own += '"';
    at++;
  }
  if (own === "" && at === from + 1) return bareCell(text, from, separator);
  const rest = bareCell(text, at, separator);
  return { text: own + rest.text, end: rest.end, breaks: own.split("\n").length - 1 };
}

function bareCell(text: string, from: number, separator: string): Cell {
  let at = from;
  let inLink = false;
  while (at < text.length && !/[\r\n]/.test(text[at])) {
    if (text[at] === separator && !(inLink && goesOn(text, at))) break;
    inLink ||= text[at] === "#";
    at++;
  }
  return { text: text.slice(from, at), end: at, breaks: 0 };
}

/** Links of the bench hold commas of their own: one that is followed by further settings parts nothing. */
function goesOn(text: string, at: number): boolean {
  return /^,[^\s,]*[&=]/.test(text.slice(at, at + LONGEST_PART));
}

const LONGEST_PART = 200;
