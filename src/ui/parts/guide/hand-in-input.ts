/** Hand-ins that were chosen or dropped as files. */
import { type HandInFile, MOST_FILE_BYTES, refusalOfFiles } from "../../../teaching/answer/hand-in-files.ts";
import { megabytes } from "../../shared/site-file.ts";

const MOST_BYTES = 200_000_000;

/**
 * Reads files. A file that is too long for a hand-in is returned without its content. Throws an error with a message for the
 * user.
 */
export async function readHandInFiles(files: readonly File[]): Promise<HandInFile[]> {
  const isAlone = files.length === 1;
  const tooLarge = files.find(({ size }) => isAlone && size > MOST_BYTES);
  if (tooLarge !== undefined)
    throw new Error(
      `“${tooLarge.name}” has ${megabytes(tooLarge.size)}; at most ${megabytes(MOST_BYTES)} are read.`,
    );
  const refusal = isAlone ? null : refusalOfFiles(files.map(({ size }) => size));
  if (refusal !== null) throw new Error(refusal);
  return Promise.all(
    files.map(async (file) => ({
      path: file.webkitRelativePath || file.name,
      bytes:
        isAlone || file.size <= MOST_FILE_BYTES ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array(),
    })),
  );
}
