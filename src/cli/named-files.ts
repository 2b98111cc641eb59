/**
 * Reads and writes the files named on the command line. Output paths are checked before the work starts. A regular file is
 * replaced completely or not at all. Directories and symbolic links are refused; pipes and devices are written directly. The size
 * of input files is limited.
 */
import {
  closeSync,
  constants,
  fstatSync,
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
import { gzipSync } from "node:zlib";
import { textOfFile } from "../lib/file-text.ts";
import { orUsageError, systemErrorText, UsageError } from "./command.ts";
import { atSignal } from "./signals.ts";

const STANDARD_INPUT = 0;
/** Maximum size of an input file (bytes). A limit is needed, because a device may have no end. */
const MOST_BYTES = 256 * 2 ** 20;
const PIECE_BYTES = 2 ** 16;

/** Reads a text file; "-" means standard input. Messages start with `what`. */
export function readText(file: string, what = file): string {
  return orUsageError(what, () => textOfFile(readBytes(file)));
}

/** Reads a file; "-" means standard input. Errors of the operating system are thrown unchanged. */
export function readBytes(file: string): Uint8Array {
  const handle = file === "-" ? STANDARD_INPUT : openSync(file, "r");
  try {
    // If the size of a file is known, its buffer is allocated once. A pipe or a growing file has further pieces.
    const { size } = fstatSync(handle);
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const piece = new Uint8Array(Math.max(PIECE_BYTES, Math.min(size + 1, MOST_BYTES) - length));
      let filled = 0;
      for (let read = 1; read > 0 && filled < piece.length; filled += read)
        read = readPatiently(handle, filled === 0 ? piece : piece.subarray(filled));
      length += filled;
      if (length > MOST_BYTES)
        throw new Error(`the file is larger than the limit of ${MOST_BYTES / 2 ** 20} MB`);
      pieces.push(piece.subarray(0, filled));
      if (filled < piece.length) return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    }
  } finally {
    if (handle !== STANDARD_INPUT) closeSync(handle);
  }
}

/** Returns the first bytes of a file, `most` at most. */
export function readStart(file: string, most: number): Uint8Array {
  const handle = openSync(file, "r");
  try {
    const start = new Uint8Array(most);
    return start.subarray(0, readPatiently(handle, start));
  } finally {
    closeSync(handle);
  }
}

/** Returns true if the path is a folder. */
export function isFolder(place: string): boolean {
  if (place === "-") return false;
  return orUsageError(place, () => statSync(place, { throwIfNoEntry: false }))?.isDirectory() === true;
}

/** A file found in a folder. */
export interface FileWithin {
  readonly path: string;
  readonly name: string;
  /** Path of the file's folder, relative to the given folder; empty if they are the same. */
  readonly folder: string;
  readonly bytes: number;
  /**
   * Reason why the file is not read, as the end of a sentence; null if it is. Symbolic links are not read, because they may lead to
   * any file of the machine, and pipes are not, because they may have no end.
   */
  readonly fault: string | null;
}

/**
 * Returns the files in a folder and its subfolders whose names match, sorted by name. Hidden files are left out. `depth` is the number of
 * levels of subfolders; a folder below them has a fault.
 */
export function filesWithin(folder: string, names: RegExp, depth = 1): FileWithin[] {
  const inFolder = (subject: string) =>
    orUsageError(subject, () => readdirSync(subject, { encoding: "buffer" }))
      .map((bytes) => ({
        name: bytes.toString("utf8"),
        isText: bytes.equals(Buffer.from(bytes.toString("utf8"))),
      }))
      .filter(({ name }) => !name.startsWith("."))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  const fileAt = (
    within: string,
    { name, isText }: { name: string; isText: boolean },
    level: number,
  ): FileWithin[] => {
    const path = join(folder, within, name);
    // A file whose name is not valid UTF-8 cannot be opened, because its text stands for other bytes.
    if (!isText)
      return [
        { path, name, folder: within, bytes: 0, fault: "the file name is not valid UTF-8: rename the file" },
      ];
    const stats = lstatSync(path);
    if (level < depth && stats.isDirectory()) {
      try {
        return inFolder(path).flatMap((one) =>
          fileAt(within === "" ? name : `${within}/${name}`, one, level + 1),
        );
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
      ? "this is a symbolic link, not a file"
      : stats.isFile()
        ? null
        : "this is not a regular file";
    return [{ path, name, folder: within, bytes: stats.size, fault }];
  };
  return inFolder(folder).flatMap((name) => fileAt("", name, 0));
}

/** Reads from an open file. If a pipe has no data yet, it waits; this is neither the end nor an error. */
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

/** Throws, before the work starts, if a file could not be written after it. Creates the file's folder. */
export function prepareFile(file: string, what = file): void {
  orUsageError(what, () => {
    const there = found(file);
    if (isStream(file, there)) openSomebodyReads(file, there);
    else checkReplaceable(file, there);
  });
  if (!isStream(file, found(file))) prepareFolder(dirname(file), what);
}

/** Creates a folder if needed. Tests whether a file can be written to it; permissions alone do not show this. */
export function prepareFolder(folder: string, what = folder): void {
  orUsageError(what, () => {
    makeFolder(resolve(folder));
    const trial = unusedName(join(folder, ".sawtooth"));
    // A signal that arrives before the file is removed ends the process only afterwards.
    const release = atSignal(() => {});
    try {
      inFolder(folder, () => closeSync(openSync(trial, "wx")));
      rmSync(trial);
    } finally {
      setImmediate(release);
    }
  });
}

/** Creates folders one by one. Node's own function never returns for folders in which nothing can be created, such as /proc. */
function makeFolder(folder: string): void {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (there !== undefined) throw new Error(`${folder} is a file, not a folder`);
  makeFolder(dirname(folder));
  inFolder(dirname(folder), () => {
    try {
      mkdirSync(folder);
    } catch (error) {
      // Another command may have created the folder in the meantime, such as another shard of the same computation.
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
    }
  });
}

/**
 * Calls `act` and corrects its error message. Some systems report "no such folder" for an existing folder in which no file can be
 * created.
 */
function inFolder(folder: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    const why = systemErrorText(error);
    const isThere = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isThere) throw new Error(`no files or folders can be created in ${folder}`);
    throw why === null ? error : new Error(`${folder}: ${why}`);
  }
}

/** Writes a file completely or not at all. */
export function writeWhole(file: string, content: string): void {
  orUsageError(file, () => {
    const { target, flags, mode, finish, drop } = draftOf(file);
    try {
      writeFileSync(target, content, { flag: flags, mode });
      finish();
    } finally {
      drop();
    }
  });
}

/** Writes a file like `writeWhole`. If the name ends with .gz, it is compressed. */
export function writeNamed(file: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  return writeWholeInPieces(file, /\.gz$/i.test(file) ? gzipped(pieces) : pieces);
}

/** Number of bytes that are compressed together. Each such part is a member of the gzip file. */
const MEMBER_BYTES = 2 ** 20;

/** Yields the pieces in compressed form. The time of day is left out, so that the same run gives the same bytes. */
function* gzipped(pieces: Iterable<string | Uint8Array>): Generator<Uint8Array, void> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    const one = Buffer.from(piece);
    waiting.push(one);
    bytes += one.length;
    if (bytes < MEMBER_BYTES) continue;
    yield gzipSync(Buffer.concat(waiting));
    [waiting, bytes] = [[], 0];
  }
  yield gzipSync(Buffer.concat(waiting));
}

/** Writes a file whose pieces take long to create. Signals are handled between two pieces. */
async function writeWholeInPieces(file: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const { target, flags, mode, finish, drop } = orUsageError(file, () => draftOf(file));
  let handle: number | null = null;
  try {
    const open = orUsageError(file, () => openSync(target, flags, mode));
    handle = open;
    let yieldedMs = performance.now();
    const left = pieces[Symbol.iterator]();
    const writeNext = () =>
      orUsageError(file, () => {
        const { done, value } = left.next();
        if (done !== true) writeFileSync(open, value);
        return done !== true;
      });
    while (writeNext()) {
      if (performance.now() - yieldedMs < MOST_DEAF_MS) continue;
      await new Promise((resolve) => setImmediate(resolve));
      yieldedMs = performance.now();
    }
    orUsageError(file, finish);
  } finally {
    if (handle !== null) closeSync(handle);
    drop();
  }
}

/** Maximum time without handling signals while pieces are written (ms). */
const MOST_DEAF_MS = 50;

interface Draft {
  /** Path to which is written: a draft next to the final file, or the device or pipe itself. */
  readonly target: string;
  readonly flags: "w" | "wx";
  readonly mode: number | undefined;
  /** Renames the draft to the final name. */
  finish(): void;
  /** Removes the draft. */
  drop(): void;
}

function draftOf(file: string): Draft {
  const there = found(file);
  if (isStream(file, there)) return { target: file, flags: "w", mode: undefined, finish() {}, drop() {} };
  checkReplaceable(file, there);
  makeFolder(resolve(dirname(file)));
  removeLeftDrafts(file);
  const target = unusedName(file);
  const remove = () => rmSync(target, { force: true });
  const release = atSignal(remove);
  return {
    target,
    flags: "wx",
    mode: there?.mode,
    finish: () => renameSync(target, file),
    drop() {
      remove();
      // A signal that has arrived in the meantime is handled before this is called.
      setImmediate(release);
    },
  };
}

/**
 * Returns the status of a path. For a symbolic link, it is that of the link itself; a link to a device or a pipe counts as the
 * device or pipe (/dev/stdout).
 */
export function found(file: string): Stats | null {
  const own = lstatSync(file, { throwIfNoEntry: false }) ?? null;
  if (own?.isSymbolicLink() !== true) return own;
  const target = statSync(file, { throwIfNoEntry: false }) ?? null;
  return isStream(file, target) ? target : own;
}

/** Returns true if the file must be written directly. /dev/stdout may be a terminal, a pipe or a file that the shell has opened. */
function isStream(file: string, one: Stats | null): boolean {
  if (one === null || one.isDirectory()) return false;
  return one.isFIFO() || one.isCharacterDevice() || one.isSocket() || resolve(file).startsWith("/dev/");
}

/** Throws if nothing reads the pipe, because opening it would then wait without end. */
function openSomebodyReads(file: string, there: Stats | null): void {
  if (there?.isFIFO() !== true) return;
  try {
    closeSync(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENXIO")
      throw new Error("no process reads from this pipe");
    throw error;
  }
}

/** Throws if the path exists and cannot be replaced by a file. */
function checkReplaceable(file: string, there: Stats | null): void {
  if (there === null || there.isFile()) return;
  if (there.isDirectory()) throw new UsageError("this is a folder, not a file");
  if (there.isSymbolicLink())
    throw new UsageError(
      `this is a symbolic link to ${readlinkSync(file)}; name the target file itself or another file`,
    );
  throw new UsageError("this is not a regular file");
}

function unusedName(file: string): string {
  return `${file}.${process.pid}.${Math.random().toString(36).slice(2, 8)}.writing`;
}

/** Removes drafts of a file whose process ended while it was writing. */
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
 * Reserves a file for this process until the returned function is called, so that two commands cannot write it at the same time.
 * The reservation is a file next to it. If its process has ended, the reservation is replaced.
 */
export function claim(file: string): () => void {
  const lock = `${file}.lock`;
  orUsageError(file, () => {
    makeFolder(resolve(dirname(file)));
    const holder =
      found(lock)?.isFile() === true ? Number(/^\d{1,9}$/.exec(readText(lock))?.[0]) : Number.NaN;
    if (claimed.has(resolve(lock))) throw new UsageError("this command already writes to it");
    // In a container, an ended command often had the same number as this one.
    if (holder !== process.pid && isRunning(holder))
      throw new UsageError(
        `process ${holder} is saving its finished runs there; wait until it ends, or choose another -o`,
      );
    if (found(lock)?.isFile() === true) rmSync(lock);
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    claimed.add(resolve(lock));
  });
  return () => {
    rmSync(lock, { force: true });
    claimed.delete(resolve(lock));
  };
}

/** Paths of the reservations of this process. */
const claimed = new Set<string>();

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
