/**
 * Hand-ins as files: a folder, or the zip archive of all submissions from Canvas, Moodle or Blackboard. The student is
 * identified by the name of the file or its folder, whose parts are separated by underscores.
 */
import { unzipSync } from "fflate";
import { textOfFile } from "./files.ts";
import { findHandIn } from "./found-hand-in.ts";
import { type Entry, type HandInList, MOST_ENTRIES, readHandInList } from "./hand-in-list.ts";

export interface HandInFile {
  /** Path including folders. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Maximum size in bytes of a file with a hand-in, and of all files of an archive together. */
export const MOST_FILE_BYTES = 2_000_000;
const MOST_ZIP_BYTES = 200_000_000;
const ZIP = [0x50, 0x4b];

export function isZip(bytes: Uint8Array): boolean {
  return ZIP.every((byte, i) => bytes[i] === byte);
}

/**
 * Returns the files of an archive. A file that is too long for a hand-in is returned without its content. Throws an error with
 * a message for the user.
 */
export function filesOfZip(bytes: Uint8Array): HandInFile[] {
  const long: HandInFile[] = [];
  let all = 0;
  let count = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith("/") || isHidden(name)) return false;
        count++;
        all += Math.min(originalSize, MOST_FILE_BYTES);
        if (count > MOST_ENTRIES || all > MOST_ZIP_BYTES) throw new Error(TOO_LARGE);
        if (originalSize > MOST_FILE_BYTES) long.push({ path: name, bytes: new Uint8Array() });
        return originalSize <= MOST_FILE_BYTES;
      },
    });
    return [...Object.entries(files).map(([path, content]) => ({ path, bytes: content })), ...long];
  } catch (error) {
    if (error instanceof Error && error.message === TOO_LARGE) throw error;
    throw new Error("The zip is damaged: it cannot be unpacked.");
  }
}

const TOO_LARGE = `The zip has more than ${MOST_ENTRIES} files, or unpacked more than ${MOST_ZIP_BYTES / 1e6} MB.`;

/** Returns whether a path is a hidden file that operating systems add. */
function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");
}

/** Returns one entry per file. Of several files of one student, those without a hand-in are omitted. */
export function listOfFiles(given: readonly HandInFile[]): HandInList {
  const files = given.filter(({ path }) => !isHidden(path)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  if (files.length > MOST_ENTRIES)
    throw new Error(`These are ${files.length} files; at most ${MOST_ENTRIES} are allowed.`);
  const parts = files.map(({ path }) => partsOf(path));
  const [first = []] = parts;
  // A part that all names share belongs to the assignment.
  const sets = parts.map((own) => new Set(own));
  const shared = new Set(parts.length < 2 ? [] : first.filter((one) => sets.every((own) => own.has(one))));
  const entries = files.map(({ path, bytes }, i): Entry & { readonly owner: string } => {
    const own = parts[i].filter((one) => !shared.has(one) && !/^late$/i.test(one));
    const ids = own.filter((one) => !/\s/.test(one));
    const name = own.find((one) => !/\d/.test(one)) ?? own[0] ?? path;
    const text = textIn(bytes);
    const found = findHandIn(text);
    const isOneOfSeveral = found?.isOneOfSeveral === true;
    return {
      ...{ line: i + 1, name, names: [...new Set([name, ...own])], ids, cells: [path], sent: "" },
      text: found?.text ?? "",
      ...(isOneOfSeveral && { isOneOfSeveral }),
      owner: own.slice(0, 2).join("_"),
    };
  });
  const holding = new Set(entries.filter(({ text }) => text !== "").map(({ owner }) => owner));
  return {
    heads: ["file"],
    columns: readHandInList("").columns,
    entries: entries
      .filter(({ text, owner }) => text !== "" || !holding.has(owner))
      .map(({ owner: _, ...entry }) => entry),
  };
}

/**
 * Returns the parts that identify the student: of the folder if its name has several parts, otherwise of the file without its
 * extension.
 */
function partsOf(path: string): string[] {
  const steps = path.split("/");
  const folder = steps.slice(0, -1).findLast((step) => step.includes("_"));
  const file = (steps.at(-1) ?? "").replace(/\.[A-Za-z0-9]{1,5}$/, "");
  const parts = (folder ?? file)
    .split("_")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  // The last part of a file's name was chosen by the student.
  return folder === undefined && parts.length > 2 ? parts.slice(0, -1) : parts;
}

/** Returns the text; empty if the file is no text. A picture or a word processor's document contains no readable code. */
function textIn(bytes: Uint8Array): string {
  try {
    const text = textOfFile(bytes);
    // A lesson or a task contains links of the bench that nobody handed in, so it is skipped.
    return /^\uFEFF?---\s/.test(text) ? "" : text;
  } catch {
    return "";
  }
}
