/** Hand-ins that were chosen or dropped as files. */
import {
  filesLeftOut,
  type HandInFile,
  HEAD_BYTES,
  MOST_FILE_BYTES,
  refusalOfFiles,
  startsAsText,
  TOO_MUCH_TEXT,
} from "../../../teaching/answer/hand-in-files.ts";
import { megabytes } from "../../shared/site-file.ts";

const MOST_BYTES = 200_000_000;

/** Reads the files of a field: a table, a zip, or several files with one hand-in each. Throws an error with a message for the user. */
export async function readChosenFiles(files: readonly File[]): Promise<HandInFile[]> {
  const [first] = files;
  if (files.length !== 1)
    return readHandInFiles(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));
  if (first.size > MOST_BYTES)
    throw new Error(
      `“${first.name}” has ${megabytes(first.size)}; at most ${megabytes(MOST_BYTES)} are read.`,
    );
  const bytes = new Uint8Array(await first.arrayBuffer());
  return [{ path: first.webkitRelativePath || first.name, bytes }];
}

/**
 * Reads files that have one hand-in each. A file that is too long for a hand-in, and a picture, is returned without its content; a
 * file that cannot be read has a fault. Throws an error with a message for the user if there are too many files.
 */
export async function readHandInFiles(
  files: readonly { readonly path: string; readonly file: File }[],
): Promise<HandInFile[]> {
  const refusal = refusalOfFiles(files.length);
  if (refusal !== null) throw new Error(refusal);
  const found: { path: string; file: File; size: number; fault?: string }[] = [];
  for (const { path, file } of files) {
    const head = file.size > MOST_FILE_BYTES ? null : await bytesOf(file.slice(0, HEAD_BYTES));
    if (typeof head === "string") found.push({ path, file, size: 0, fault: head });
    else found.push({ path, file, size: head !== null && startsAsText(head) ? file.size : 0 });
  }
  const left = filesLeftOut(found);
  const read: HandInFile[] = [];
  for (const one of found) {
    const { path, file, size, fault } = one;
    const bytes =
      fault ?? (left.has(one) ? TOO_MUCH_TEXT : size === 0 ? new Uint8Array() : await bytesOf(file));
    read.push(typeof bytes === "string" ? { path, bytes: new Uint8Array(), fault: bytes } : { path, bytes });
  }
  return read;
}

/** Returns the content of a file, or the reason why it cannot be read. */
async function bytesOf(file: Blob): Promise<Uint8Array | string> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return "the browser may not read it, or it no longer exists";
  }
}
