/**
 * Tables as CSV (RFC 4180), for the page and the command line. Names in them come from other people, so no
 * spreadsheet may take one for a formula, whichever separator it uses.
 */
import { visibleText } from "./visible-text.ts";

/** The value of a cell; null for an empty cell. */
export type Cell = string | number | null;

/** Returns the cells of one line without line end. Missing values and values that are not numbers are empty. */
export function csvRow(cells: readonly Cell[]): string {
  return cells.map(cellText).join(",");
}

/** Returns the table after comment lines on its origin, which start with "#" and are skipped by scripts. */
export function csvText(stamp: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvStamp(stamp) + rows.map((row) => `${csvRow(row)}\n`).join("");
}

/**
 * Returns the lines as comments. Spreadsheets split comments into cells as well, so a quotation mark is inserted before
 * text that would become a formula there.
 */
export function csvStamp(lines: readonly string[]): string {
  const plain = (line: string) => visibleText(line.replace(/[\r\n]+/g, " "));
  return lines
    .map((line) => `# ${plain(line).replace(/([,;\t"][^\S\t]*)(?=[=+\-@＝＋－＠])/g, "$1'")}\n`)
    .join("");
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/**
 * Positions where a formula may start: at the front, and after any character that may separate cells or end a
 * quotation.
 */
const FORMULA = /(^|[;\t"\r\n])([^\S\t\r\n]*)(?=[=+\-@＝＋－＠])/g;

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  if (NUMBER.test(cell)) return cell;
  const text = visibleText(cell.replaceAll("\r\n", "\n").replaceAll("\r", "\n")).replace(FORMULA, "$1$2'");
  return /[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
