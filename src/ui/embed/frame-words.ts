/** What is said of links, frames and their codes. */
import { counted } from "../../experiments/counted.ts";

/** For a page of one's own. What it may do is what such a frame may anyway; a sandbox can be added: docs/embedding.md. */
export function iframeCode(
  link: string,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const address = link
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  return `<iframe src="${address}" title="Sawtooth" width="${width}" height="${height}" style="max-width:100%;border:0" loading="lazy" allow="clipboard-write; fullscreen"></iframe>`;
}

/** Chats and mail programs cut off longer ones. */
const LONGEST_SAFE = 2000;
/** Finer codes are hard to read from the back of a room. */
const LONGEST_FOR_A_ROOM = 500;

export function lengthWords(link: string): string {
  const count = `${counted(link.length, "character")}.`;
  if (link.length > LONGEST_SAFE) return `${count} Some chats and mail programs cut off so long a link.`;
  if (link.length > LONGEST_FOR_A_ROOM) return `${count} Its QR code is fine: show it on the full screen.`;
  return count;
}

export function touchedWords(count: number): string {
  if (count === 0) return "Nothing is ticked: nothing may be touched.";
  return count === 1 ? "One thing may be touched." : `${counted(count, "thing")} may be touched.`;
}

export function sizeWords({
  label,
  width,
  height,
}: {
  label: string;
  width: number;
  height: number;
}): string {
  return `${label}, ${width} × ${height}`;
}

/** `size`: "2.2 MB". */
export function saveOneFile(size: string): string {
  return `Save as one file (${size})`;
}

/** `label`: what the code leads to. */
export function qrLabel(label: string): string {
  return `QR code: ${label}`;
}
