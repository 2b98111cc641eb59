/** Reads the text of files as spreadsheets and editors save them: UTF-8, or UTF-16 with a byte-order mark. */

import { strToU8, zipSync } from "fflate";
import { packedWords } from "./packed-file.ts";

const MARKS: readonly { readonly mark: readonly number[]; readonly encoding: string }[] = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
];
/** First bytes of a zip archive. Workbooks of spreadsheets are such archives. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/**
 * Decodes a text. Throws an error with a message for the user if the file is no text or the encoding is unknown, because names
 * must not be read wrongly.
 */
export function textOfFile(bytes: Uint8Array): string {
  const packed = packedWords(bytes);
  if (packed !== null) throw new Error(`The file ${packed}`);
  const begins = (signs: readonly number[]) => signs.every((sign, i) => bytes[i] === sign);
  if (begins(ZIP))
    throw new Error(
      "This is a workbook or another compressed file. Save the table as “CSV UTF-8” and open that.",
    );
  const encoding = MARKS.find(({ mark }) => begins(mark))?.encoding ?? "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(
      "The text of the file is neither UTF-8 nor UTF-16, so its characters are unknown. Save it as “CSV UTF-8”, or in an editor as UTF-8.",
    );
  }
}

/** Date of all files in an archive. It is fixed, so that the same files always give the same bytes. */
const MADE = new Date(2000, 0, 1, 12);

/** Returns several files as a zip archive. */
export function zipFile(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array<ArrayBuffer> {
  const all = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === "string" ? strToU8(content) : content,
  ]);
  return new Uint8Array(zipSync(Object.fromEntries(all), { level: 9, mtime: MADE }));
}
