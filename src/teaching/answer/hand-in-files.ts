/**
 * Reads hand-ins from files: a folder, or the zip archive of all submissions of Canvas, Moodle or Blackboard. The part of the path
 * that the platform has made identifies the student; its parts are separated by underscores.
 */
import { strFromU8, strToU8 } from "fflate";
import { grouped } from "../../lib/counted.ts";
import { textOfFile } from "../../lib/file-text.ts";
import { inflate } from "../../lib/inflate.ts";
import { findHandIn } from "./found-hand-in.ts";
import { type Entry, type HandInList, MOST_ENTRIES, readHandInList } from "./hand-in-list.ts";

export interface HandInFile {
  /** Path including folders. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Maximum size of a file with a hand-in (bytes). A code has at most 100,000 characters, and a mail program may triple them. Longer
 * files are not read, so that no student's other files stop the check of a class.
 */
export const MOST_FILE_BYTES = 300_000;
const MOST_ZIP_BYTES = 150_000_000;
const ZIP = [0x50, 0x4b];

export function isZip(bytes: Uint8Array): boolean {
  return ZIP.every((byte, i) => bytes[i] === byte);
}

/**
 * Returns the files of an archive. A file that is too long for a hand-in is returned without content. Throws an error with a
 * message for the user, also if a file does not agree with the archive's directory.
 */
export function filesOfZip(bytes: Uint8Array): HandInFile[] {
  const files = new Map<string, HandInFile>();
  let all = 0;
  const entries = directoryOf(bytes).filter(({ path }) => !path.endsWith("/") && !isHidden(path));
  const long = entries.find(({ path }) => path.length > MOST_PATH);
  if (long !== undefined)
    throw new Error(
      `The zip has a file whose path has ${long.path.length} characters; at most ${MOST_PATH} are allowed. The path starts with ${long.path.slice(0, LONGEST_PATH)}.`,
    );
  refuseOverlap(bytes, entries);
  for (const file of entries) {
    const { path, length } = file;
    if (files.has(path)) throw new Error(`The zip has two files called ${path.slice(0, LONGEST_PATH)}.`);
    const isLong = length > MOST_FILE_BYTES;
    all += isLong ? 0 : length;
    if (files.size >= MOST_ENTRIES || all > MOST_ZIP_BYTES) throw new Error(TOO_LARGE);
    const content = isLong ? NO_BYTES : contentOf(bytes, file);
    files.set(path, { path, bytes: startsAsText(content) ? content : NO_BYTES });
  }
  return [...files.values()];
}

const NO_BYTES = new Uint8Array();
/** Number of bytes at the start of a file that show whether it is a text. */
const HEAD_BYTES = 1024;

/** Returns false for pictures and documents, whose first bytes are not UTF-8. They need not stay in memory. */
function startsAsText(bytes: Uint8Array): boolean {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return true;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, HEAD_BYTES), { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Maximum length of a path in an archive, and of the part of a path that a message shows. */
const MOST_PATH = 1000;
const LONGEST_PATH = 200;
const DAMAGED = "The zip is damaged: it cannot be unpacked.";
/** Numbers and sizes of the records in a zip archive (APPNOTE.TXT, sections 4.3.7, 4.3.12, 4.3.14, 4.3.16, 4.5.3). */
const END = { sign: 0x06054b50, bytes: 22, mostComment: 0xffff };
const END_64 = { sign: 0x06064b50, locator: 0x07064b50, locatorBytes: 20 };
const ENTRY = { sign: 0x02014b50, bytes: 46 };
const LOCAL = { sign: 0x04034b50, bytes: 30 };
const IN_EXTRA = 0xffffffff;
const EXTRA_64 = 1;
const STORED = 0;
const DEFLATED = 8;
const IS_LOCKED = 1;
const IS_UTF8 = 1 << 11;

interface ZipEntry {
  readonly path: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly length: number;
  /** Offset of the file's local header. */
  readonly at: number;
}

/** Reads the directory at the end of an archive. */
function directoryOf(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return entriesIn(view, bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new Error(DAMAGED);
    throw error;
  }
}

function entriesIn(view: DataView, bytes: Uint8Array): ZipEntry[] {
  let end = bytes.length - END.bytes;
  while (view.getUint32(end, true) !== END.sign)
    if (--end < bytes.length - END.bytes - END.mostComment) throw new Error(DAMAGED);
  let [count, at] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  const locator = end - END_64.locatorBytes;
  if (locator >= 0 && view.getUint32(locator, true) === END_64.locator) {
    const end64 = Number(view.getBigUint64(locator + 8, true));
    if (view.getUint32(end64, true) !== END_64.sign) throw new Error(DAMAGED);
    count = Number(view.getBigUint64(end64 + 32, true));
    at = Number(view.getBigUint64(end64 + 48, true));
  }
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== ENTRY.sign) throw new Error(DAMAGED);
    const flags = view.getUint16(at + 8, true);
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const fromExtra = extra64(view, at + ENTRY.bytes + name, extra);
    // A number that needs 64 bits is in the extra field. The extra field has such numbers in this order.
    const [length, packed, local] = [24, 20, 42].map((field) => {
      const number = view.getUint32(at + field, true);
      return number === IN_EXTRA ? (fromExtra.next().value ?? number) : number;
    });
    entries.push({
      path: strFromU8(bytes.subarray(at + ENTRY.bytes, at + ENTRY.bytes + name), (flags & IS_UTF8) === 0),
      ...{ flags, method: view.getUint16(at + 10, true), crc: view.getUint32(at + 16, true) },
      ...{ packed, length, at: local },
    });
    at += ENTRY.bytes + name + extra + comment;
  }
  return entries;
}

/** Yields the numbers of 64 bits in an entry's extra field. */
function* extra64(view: DataView, from: number, bytes: number): Generator<number, undefined> {
  for (let at = from; at + 4 <= from + bytes; ) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (id === EXTRA_64)
      for (let one = at + 4; one + 8 <= at + 4 + length; one += 8) yield Number(view.getBigUint64(one, true));
    at += 4 + length;
  }
  return undefined;
}

/** Returns the offset of a file's packed data. There is a local header at `at`, which is followed by a name and extra fields. */
function dataFrom(view: DataView, at: number): number {
  return at + LOCAL.bytes + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
}

/**
 * Throws an error if files share data. Each byte of an archive is then unpacked once at most. Otherwise a short archive could
 * list the same data thousands of times.
 */
function refuseOverlap(bytes: Uint8Array, entries: readonly ZipEntry[]): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const inOrder = entries.toSorted((a, b) => a.at - b.at);
  for (const [i, { path, at, packed }] of inOrder.slice(0, -1).entries()) {
    const next = inOrder[i + 1];
    if (at + LOCAL.bytes > next.at || dataFrom(view, at) + packed > next.at)
      throw new Error(
        `The zip is damaged: ${path.slice(0, LONGEST_PATH)} and ${next.path.slice(0, LONGEST_PATH)} share data.`,
      );
  }
}

/** Returns the largest size that data have when packed. Data that cannot be compressed become a little longer. */
function mostPacked(length: number): number {
  return length + length / 8 + 64;
}

/** Unpacks one file. Throws an error with its name if it does not agree with the directory. */
function contentOf(
  bytes: Uint8Array,
  { path, flags, method, crc, packed, length, at }: ZipEntry,
): Uint8Array {
  const refuse = (what: string) => new Error(`The zip is damaged: ${path.slice(0, LONGEST_PATH)} ${what}.`);
  if ((flags & IS_LOCKED) !== 0) throw refuse("is protected by a password");
  if (method !== STORED && method !== DEFLATED)
    throw refuse("uses a compression method that is not supported");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + LOCAL.bytes > bytes.length || view.getUint32(at, true) !== LOCAL.sign) throw refuse("is missing");
  const from = dataFrom(view, at);
  if (from + packed > bytes.length) throw refuse("is incomplete");
  if (packed > mostPacked(length))
    throw refuse(`has ${packed} bytes when packed, too many for its size of ${length} bytes`);
  const data = bytes.subarray(from, from + packed);
  const otherSize = `has a different size than the zip directory states, ${length} bytes`;
  let content = data;
  try {
    content = method === STORED ? data.slice() : inflate(data, length);
  } catch (error) {
    throw refuse(error instanceof RangeError ? otherSize : "cannot be unpacked");
  }
  if (content.length !== length) throw refuse(otherSize);
  if (crc32(content) !== crc) throw refuse("has a wrong checksum");
  return content;
}

const CRC_POLYNOMIAL = 0xedb88320;
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ CRC_POLYNOMIAL : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
}

const TOO_LARGE = `The zip has more than ${MOST_ENTRIES} files, or unpacked more than ${MOST_ZIP_BYTES / 1e6} MB.`;

/** Returns whether a path is a hidden file that operating systems add. */
function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");
}

/**
 * Returns the reason why files of these sizes (bytes) are too many or too large to be read; null if there is none. The content of
 * a file that is too long for a hand-in is not read.
 */
export function refusalOfFiles(sizes: readonly number[]): string | null {
  if (sizes.length > MOST_ENTRIES)
    return `These are ${grouped(sizes.length)} files; at most ${grouped(MOST_ENTRIES)} are allowed.`;
  const bytes = sizes.reduce((sum, size) => sum + (size > MOST_FILE_BYTES ? 0 : size), 0);
  return bytes > MOST_ZIP_BYTES
    ? `These files have ${grouped(bytes)} bytes together; at most ${grouped(MOST_ZIP_BYTES)} are allowed.`
    : null;
}

/** A file, reduced to the part with its hand-in. */
export interface HandInText {
  readonly path: string;
  /** The code or URL; if there are several, all of them with a separator. Empty if there is none. */
  readonly text: string;
}

/** Limit on the text of all files in which hand-ins are searched for (characters). */
const MOST_TEXT = 60_000_000;

/**
 * Returns the files reduced to the text of their hand-ins, without surrounding content such as the markup of a page. Throws an
 * error with a message for the user if there is too much text.
 */
export function handInTexts(files: Iterable<HandInFile>): HandInText[] {
  const texts: HandInText[] = [];
  let length = 0;
  for (const { path, bytes } of files) {
    const text = textIn(bytes);
    length += text.length;
    if (length > MOST_TEXT)
      throw new Error(
        `The files have more than ${grouped(MOST_TEXT)} characters of text. Open fewer at a time.`,
      );
    const found = findHandIn(text);
    texts.push({ path, text: alone(found?.again ?? found?.text ?? "") });
  }
  return texts;
}

/** Returns a copy of a part of a text. The part itself keeps the whole text in memory. */
function alone(part: string): string {
  return strFromU8(strToU8(part));
}

/** Returns one entry per file. If a student has several files, those without a hand-in are omitted. */
export function listOfFiles(files: Iterable<HandInFile>): HandInList {
  return listOfTexts(handInTexts(files));
}

/** Returns the same list as `listOfFiles`, from files that `handInTexts` has reduced. */
export function listOfTexts(given: readonly HandInText[]): HandInList {
  const files = given.filter(({ path }) => !isHidden(path)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const refusal = refusalOfFiles(files.map(({ text }) => text.length));
  if (refusal !== null) throw new Error(refusal);
  const parts = platformParts(files.map(({ path }) => path.split("/"))).map(partsIn);
  const [first = []] = parts;
  // A part that occurs in all names belongs to the assignment, not to a student.
  const sets = parts.map((own) => new Set(own));
  const shared = new Set(parts.length < 2 ? [] : first.filter((one) => sets.every((own) => own.has(one))));
  const entries = files.map(({ path, text }, i): Entry & { readonly owner: string } => {
    const own = parts[i].filter((one) => !shared.has(one) && !/^late$/i.test(one));
    const ids = own.filter((one) => !/\s/.test(one));
    const name = own.find((one) => !/\d/.test(one)) ?? own[0] ?? path;
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
 * Forms of the text that a platform puts in front of a student's file name. What follows does not identify the student, because a
 * student could otherwise hand in for someone else.
 */
const OF_MOODLE = /^(.+?)_assignsubmission_/;
const OF_CANVAS = /^([^_]+(?:_late)?_\d+_\d+)_/i;
const OF_BLACKBOARD = /^(.+?)_attempt_\d{4}(?:-\d\d){5}(?![^_.])/;

/**
 * Returns the part of each path that the platform has made. In a path of Moodle it is in the outermost step of Moodle's form,
 * because the steps inside it are the student's. Other paths have it in the student's folder if its name has several parts,
 * otherwise in the file's name.
 */
function platformParts(paths: readonly (readonly string[])[]): string[] {
  const ofMoodle = paths.map((steps) => {
    const outermost = steps.find((step) => OF_MOODLE.test(step)) ?? "";
    return OF_MOODLE.exec(outermost)?.[1];
  });
  // A student can make files and folders of this form, but not those of most students.
  const [firstPath = []] = paths;
  const isShared = (_: string, at: number) => paths.every((steps) => steps[at] === firstPath[at]);
  const outside = firstPath.findIndex((step, at) => !isShared(step, at));
  const ofStudents = new Map<string | undefined, boolean>();
  for (const [i, steps] of paths.entries()) {
    const student = steps[outside];
    ofStudents.set(student, ofMoodle[i] !== undefined && ofStudents.get(student) !== false);
  }
  const isMoodle = [...ofStudents.values()].filter(Boolean).length * 2 > ofStudents.size;
  const depth = depthOfStudents(paths);
  return paths.map((steps, i) => {
    const own = isMoodle ? ofMoodle[i] : undefined;
    if (own !== undefined) return own;
    const folder = depth < steps.length - 1 ? steps[depth] : "";
    return folder.includes("_") ? (OF_MOODLE.exec(folder)?.[1] ?? folder) : ofFile(steps.at(-1) ?? "");
  });
}

/** Returns the part of a file's name that identifies the student, for a file that is in no folder of a student. */
function ofFile(name: string): string {
  for (const form of [OF_CANVAS, OF_MOODLE, OF_BLACKBOARD]) {
    const own = form.exec(name)?.[1];
    if (own !== undefined) return own;
  }
  const parts = partsIn(name.replace(/\.[A-Za-z0-9]{1,5}$/, ""));
  // The student has chosen the last part of the file's name.
  return (parts.length > 2 ? parts.slice(0, -1) : parts).join("_");
}

function partsIn(name: string): string[] {
  return name
    .split("_")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/**
 * Returns the depth of the students' folders. Outer folders that contain all files identify no student. Neither do folders whose
 * names have only one part, if every file has a folder with several parts at the same depth below. A single file whose name has
 * only one part is in the folder of its student.
 */
function depthOfStudents(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths;
  const hasParts = (depth: number) =>
    paths.every((steps) => depth < steps.length - 1 && steps[depth].includes("_"));
  const isAround = (depth: number) =>
    depth < first.length - 1 &&
    paths.every((steps) => depth < steps.length - 1 && steps[depth] === first[depth]);
  const isAlone = paths.length === 1 && !(first.at(-1) ?? "").includes("_");
  let around = 0;
  while (!isAlone && isAround(around) && !OF_MOODLE.test(first[around])) around++;
  for (let depth = around; depth < first.length - 1; depth++) if (hasParts(depth)) return depth;
  return around;
}

/**
 * Returns the text of a file; empty if it is not a text. Pictures and documents of word processors contain no code that can be
 * read.
 */
function textIn(bytes: Uint8Array): string {
  try {
    const text = textOfFile(bytes);
    // A lesson or task is skipped, because the simulation URLs in it are not hand-ins.
    return /^\uFEFF?---\s/.test(text) ? "" : text;
  } catch {
    return "";
  }
}
