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
