/** Hands a text, or bytes, to the person as a file. */

const FORGET_AFTER_MS = 10_000;

export function saveFile(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), FORGET_AFTER_MS);
}

/** Rows of a table, each on a line; what would break one stands in quotes. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(",")}\n`).join("");
}

function csvCell(value: string | number): string {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
