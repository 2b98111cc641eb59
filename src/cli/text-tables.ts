/** Tables for the terminal and for documents. */

import { visibleText } from "../lib/visible-text.ts";

/** Returns the lines of a Markdown table. `head` contains the heads of the columns, separated by " | ". */
export function markdownTable(head: string, rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [`| ${head} |`, `|${" --- |".repeat(head.split(" | ").length)}`, ...rows.map(line)];
}

/** Returns a table as text. The first column is aligned to the left, the others to the right. */
export function textTable(texts: readonly (readonly string[])[]): string {
  // A cell may contain a name that a stranger has chosen. Invisible characters are replaced by their codes before the width is
  // measured, and line breaks by spaces.
  const rows = texts.map((row) => row.map((cell) => visibleText(cell.replace(/\s+/g, " "))));
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(...rows.map((row) => (row[i] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
