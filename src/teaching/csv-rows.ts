/** A table as text: CSV by RFC 4180, or parted by semicolons or tabs, as spreadsheets and learning platforms write it. */

export interface Row {
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
  const rows: { line: number; cells: string[] }[] = [];
  let line = said === null ? 1 : 2;
  let at = said?.[0].length ?? 0;
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

function separatorOf(text: string, holdsCommas: (line: string) => boolean): string {
  const first = text.slice(0, Math.max(0, text.search(/[\r\n]|$/)));
  const bare = first.replace(/"[^"]*"/g, "");
  const count = (sign: string) => bare.split(sign).length - 1;
  if (count("\t") > 0) return "\t";
  return count(";") > 0 && (count(",") === 0 || holdsCommas(first)) ? ";" : ",";
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
  return { text: own + rest.text, end: rest.end, breaks: own.split(/\r\n|\r|\n/).length - 1 };
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
