/**
 * Writes tables as CSV (RFC 4180) for the page and the command line. Names in the tables may come from strangers. A spreadsheet
 * must therefore take none of them for a formula, no matter which separator it uses.
 */
import { visibleText } from "./visible-text.ts";

/** The value of a cell; null for an empty cell. */
export type Cell = string | number | null;

/** Returns one line of a table, without the line end. Missing values and NaN become empty cells. */
export function csvRow(cells: readonly Cell[]): string {
  return cells.map(cellText).join(",");
}

/** Returns a table as text. `stamp` holds comment lines on its origin; they start with "#", and scripts skip them. */
export function csvText(stamp: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvStamp(stamp) + rows.map((row) => `${csvRow(row)}\n`).join("");
}

/**
 * Returns lines as comments. Spreadsheets split comments into cells as well. Text that would become a formula therefore gets a
 * quotation mark in front.
 */
export function csvStamp(lines: readonly string[]): string {
  const plain = (line: string) => visibleText(line.replace(/[\r\n]+/g, " "));
  return lines
    .map((line) => `# ${plain(line).replace(/([,;\t"][^\S\t]*)(?=[=+\-@＝＋－＠])/g, "$1'")}\n`)
    .join("");
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Matches places at which a formula may start: the beginning, and after any character that may separate cells or end a quotation. */
const FORMULA = /(^|[;\t"\r\n])([^\S\t\r\n]*)(?=[=+\-@＝＋－＠])/g;

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  if (NUMBER.test(cell)) return cell;
  const text = visibleText(cell.replaceAll("\r\n", "\n").replaceAll("\r", "\n")).replace(FORMULA, "$1$2'");
  return /[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
