/**
 * Files that somebody names on a command line. What will be written is looked at before the work begins; nothing is written
 * through a link, over what is no file, or by halves; and of what is read no more than fits is taken.
 */
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { textOfFile } from "../teaching/files.ts";
import { orUsageError, systemErrorText, UsageError } from "./command.ts";

const STANDARD_INPUT = 0;
/** A device has no end. */
const MOST_BYTES = 256 * 2 ** 20;
const PIECE_BYTES = 2 ** 16;

/** `what`: how messages begin, with the flag where there is one. "-" is standard input. */
export function readText(file: string, what = file): string {
  return orUsageError(what, () => textOfFile(readBytes(file)));
}

/** "-" is standard input. Throws what the system says. */
export function readBytes(file: string): Uint8Array {
  const handle = file === "-" ? STANDARD_INPUT : openSync(file, "r");
  try {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const piece = new Uint8Array(PIECE_BYTES);
      const read = readPatiently(handle, piece);
      if (read === 0) return Buffer.concat(pieces);
      pieces.push(piece.subarray(0, read));
      length += read;
      if (length > MOST_BYTES)
        throw new Error(`it does not end within ${MOST_BYTES / 2 ** 20} MB, the most that is read`);
    }
  } finally {
    if (handle !== STANDARD_INPUT) closeSync(handle);
  }
}

export function isFolder(place: string): boolean {
  if (place === "-") return false;
  return orUsageError(place, () => statSync(place, { throwIfNoEntry: false }))?.isDirectory() === true;
}

export interface FileWithin {
  readonly path: string;
  readonly name: string;
  /** The folder in between; empty: none. */
  readonly folder: string;
  readonly bytes: number;
  /** Why it is not read. A link could lead to any file of this machine, and a pipe has no end. */
  readonly fault: string | null;
}

/** Files of such names in a folder and in the folders in it, in the order of their names; hidden ones are passed over. */
export function filesWithin(folder: string, names: RegExp): FileWithin[] {
  const inFolder = (of: string) =>
    orUsageError(of, () => readdirSync(of, { encoding: "buffer" }))
      .map((bytes) => ({
        name: bytes.toString("utf8"),
        isText: bytes.equals(Buffer.from(bytes.toString("utf8"))),
      }))
      .filter(({ name }) => !name.startsWith("."))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  const fileAt = (within: string, { name, isText }: { name: string; isText: boolean }): FileWithin[] => {
    const path = join(folder, within, name);
    // Such a name leads to no file: the text of it is another one.
    if (!isText)
      return [{ path, name, folder: within, bytes: 0, fault: "Its name is not UTF-8; rename it." }];
    const stats = lstatSync(path);
    if (within === "" && stats.isDirectory()) {
      try {
        return inFolder(path).flatMap((one) => fileAt(name, one));
      } catch (error) {
        return [
          {
            path,
            name,
            folder: within,
            bytes: 0,
            fault: error instanceof Error ? error.message : String(error),
          },
        ];
      }
    }
    if (!names.test(name)) return [];
    const fault = stats.isSymbolicLink()
      ? "This is a link, not a file."
      : stats.isFile()
        ? null
        : "This is no file.";
    return [{ path, name, folder: within, bytes: stats.size, fault }];
  };
  return inFolder(folder).flatMap((name) => fileAt("", name));
}

/** Of a pipe that was set not to wait, by whoever started this, nothing is there yet: that is no end and no fault. */
function readPatiently(handle: number, piece: Uint8Array): number {
  for (;;) {
    try {
      return readSync(handle, piece);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}

const WAIT_MS = 20;

/** Refuses, before the work, what could not be written after it. The folder is made. */
export function prepareFile(file: string, what = file): void {
  orUsageError(what, () => {
    const there = found(file);
    if (isStream(file, there)) openSomebodyReads(file, there);
    else checkReplaceable(file, there);
  });
  if (!isStream(file, found(file))) prepareFolder(dirname(file), what);
}

/** Makes the folder where it is not there, and tries whether it takes a file: rights alone do not tell. */
export function prepareFolder(folder: string, what = folder): void {
  orUsageError(what, () => {
    makeFolder(resolve(folder));
    const trial = unusedName(join(folder, ".sawtooth"));
    inFolder(folder, () => closeSync(openSync(trial, "wx")));
    rmSync(trial);
  });
}

/** One by one: Node's own way goes round for ever in folders that take none, such as /proc. */
export function makeFolder(folder: string): void {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (there !== undefined) throw new Error(`${folder} is a file, not a folder`);
  makeFolder(dirname(folder));
  inFolder(dirname(folder), () => mkdirSync(folder));
}

/** Some systems say "no such folder" of one that is there and takes nothing. */
function inFolder(folder: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    const why = systemErrorText(error);
    const isThere = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isThere) throw new Error(`${folder} takes no files and no folders`);
    throw why === null ? error : new Error(`${folder}: ${why}`);
  }
}

/** Never leaves half a file behind. `content` may come in pieces. */
export function writeWhole(file: string, content: string | Iterable<string | Uint8Array>): void {
  const pieces = typeof content === "string" ? [content] : content;
  orUsageError(file, () => {
    const there = found(file);
    if (isStream(file, there)) return writePieces(file, "w", pieces);
    checkReplaceable(file, there);
    makeFolder(resolve(dirname(file)));
    removeLeftDrafts(file);
    const draft = unusedName(file);
    try {
      writePieces(draft, "wx", pieces, there?.mode);
      renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
  });
}

function writePieces(
  file: string,
  flags: "w" | "wx",
  pieces: Iterable<string | Uint8Array>,
  mode?: number,
): void {
  const handle = openSync(file, flags, mode);
  try {
    for (const piece of pieces) writeFileSync(handle, piece);
  } finally {
    closeSync(handle);
  }
}

/** What took long to compute is not lost where it cannot be written: it is said at least. Null: it was said already. */
export function writeOrSay(write: () => void, say: (() => void) | null): void {
  try {
    write();
  } catch (error) {
    say?.();
    throw error;
  }
}

/** What stands there itself, be it a link; a link to a device or a pipe counts as that (/dev/stdout). */
export function found(file: string): Stats | null {
  const own = lstatSync(file, { throwIfNoEntry: false }) ?? null;
  if (own?.isSymbolicLink() !== true) return own;
  const target = statSync(file, { throwIfNoEntry: false }) ?? null;
  return isStream(file, target) ? target : own;
}

/** What is written as it comes. /dev/stdout leads to whatever the shell has opened there, be it a file. */
function isStream(file: string, one: Stats | null): boolean {
  if (one === null || one.isDirectory()) return false;
  return one.isFIFO() || one.isCharacterDevice() || one.isSocket() || resolve(file).startsWith("/dev/");
}

/** Opening a pipe that nobody reads would wait for ever. */
function openSomebodyReads(file: string, there: Stats | null): void {
  if (there?.isFIFO() !== true) return;
  try {
    closeSync(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENXIO")
      throw new Error("nobody reads from this pipe");
    throw error;
  }
}

export function checkReplaceable(file: string, there: Stats | null): void {
  if (there === null || there.isFile()) return;
  if (there.isDirectory()) throw new UsageError("this is a folder, not a file");
  if (there.isSymbolicLink())
    throw new UsageError(`this is a link to ${readlinkSync(file)}: name that file itself, or another one`);
  throw new UsageError("this is no file");
}

function unusedName(file: string): string {
  return `${file}.${process.pid}.${Math.random().toString(36).slice(2, 8)}.writing`;
}

/** Drafts of this file whose process has ended in the middle: by Ctrl-C, or because the machine went down. */
function removeLeftDrafts(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(`${basename(file)}.`)
      ? /\.(\d{1,9})\.[a-z0-9]{1,6}\.writing$/.exec(name)?.[1]
      : undefined;
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Claims a file for this process until the returned function is called, so that two commands do not write it by turns. The claim
 * is a file beside it; that of a process which has ended is taken over.
 */
export function claim(file: string): () => void {
  const lock = `${file}.lock`;
  orUsageError(file, () => {
    makeFolder(resolve(dirname(file)));
    const holder =
      found(lock)?.isFile() === true ? Number(/^\d{1,9}$/.exec(readText(lock))?.[0]) : Number.NaN;
    if (holder === process.pid) throw new UsageError("this command writes it already");
    if (isRunning(holder))
      throw new UsageError(
        `the process ${holder} keeps its finished runs there now; wait for it, or choose another -o`,
      );
    if (found(lock)?.isFile() === true) rmSync(lock);
    writePieces(lock, "wx", [String(process.pid)]);
  });
  return () => rmSync(lock, { force: true });
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there and takes no signal.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
