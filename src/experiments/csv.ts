/**
 * Tables as CSV (RFC 4180), for the page and the command line alike. Names in them are other people's words: a spreadsheet must
 * not take one for a formula, whichever sign it parts cells by.
 */
import { visibleText } from "./visible-text.ts";

export type Cell = string | number | null;

/** Cells of one line, without its end. What there is not, and what is no number, is empty. */
export function csvRow(cells: readonly Cell[]): string {
  return cells.map(cellText).join(",");
}

/** Under lines that say where it comes from: scripts skip what begins with "#". */
export function csvText(stamp: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvStamp(stamp) + rows.map((row) => `${csvRow(row)}\n`).join("");
}

/** A spreadsheet parts these lines, too. */
export function csvStamp(lines: readonly string[]): string {
  const plain = (line: string) => visibleText(line.replace(/[\r\n]+/g, " "));
  return lines
    .map((line) => `# ${plain(line).replace(/([,;\t"][^\S\t]*)(?=[=+\-@＝＋－＠])/g, "$1'")}\n`)
    .join("");
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Where a formula may begin: in front, and behind whatever may part cells or close a quotation. */
const FORMULA = /(^|[;\t"\r\n])([^\S\t\r\n]*)(?=[=+\-@＝＋－＠])/g;

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  if (NUMBER.test(cell)) return cell;
  const text = visibleText(cell.replaceAll("\r\n", "\n").replaceAll("\r", "\n")).replace(FORMULA, "$1$2'");
  return /[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
