/**
 * Reads hand-ins from files: a folder, or the zip archive of all submissions of Canvas, Moodle or Blackboard. The part of the path
 * that the platform has made identifies the student; its parts are separated by underscores.
 */
import { strFromU8, strToU8 } from "fflate";
import { counted, grouped } from "../../lib/counted.ts";
import { textOfFile } from "../../lib/file-text.ts";
import { inflate, inflateStart } from "../../lib/inflate.ts";
import { oneLine } from "../../lib/visible-text.ts";
import { findHandIn } from "./found-hand-in.ts";
import { codeOf } from "./hand-in.ts";
import { type Entry, type HandInList, MOST_ENTRIES, readHandInList } from "./hand-in-list.ts";

export interface HandInFile {
  /** Path including folders. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Reason why the file was not read, as the end of a sentence: "its checksum is wrong". */
  readonly fault?: string;
}

/**
 * Maximum size of a file with a hand-in (bytes). A code has at most 100,000 characters, and a mail program may triple them. Longer
 * files are not read, so that no student's other files stop the check of a class.
 */
export const MOST_FILE_BYTES = 300_000;
/** Limit on the number of files. Most of them may be pictures and other files without a hand-in. */
export const MOST_FILES = 100_000;
/** Limit on the texts in which hand-ins are searched for (bytes). */
const MOST_TEXT_BYTES = 60_000_000;
const ZIP = [0x50, 0x4b];

export function isZip(bytes: Uint8Array): boolean {
  return ZIP.every((byte, i) => bytes[i] === byte);
}

/**
 * Returns the files of an archive. Files that are too long for a hand-in, and pictures, are returned without content; a file that
 * cannot be read has a fault. Throws an error with a message for the user if the archive has no directory that can be read.
 */
export function filesOfZip(bytes: Uint8Array): HandInFile[] {
  const inside = directoryOf(bytes).filter(({ path }) => !path.endsWith("/") && !isHidden(path));
  const refusal = refusalOfFiles(inside.length);
  if (refusal !== null) throw new Error(refusal);
  const overlapping = overlapOf(bytes, inside);
  const files = inside.map((entry) => {
    const path = entry.path.slice(0, MOST_PATH);
    if (entry.length > MOST_FILE_BYTES) return { entry, path, size: 0, fault: null };
    const data = dataOf(bytes, entry);
    const fault =
      entry.path.length > MOST_PATH
        ? `its path has ${grouped(entry.path.length)} characters, and at most ${grouped(MOST_PATH)} are allowed`
        : typeof data === "string"
          ? data
          : overlapping.has(entry)
            ? "it shares data with another file"
            : null;
    const isText = fault === null && typeof data !== "string" && startsAsText(startOf(entry, data));
    return { entry, path, size: isText ? entry.length : 0, fault };
  });
  const left = filesLeftOut(files);
  return files.map((file): HandInFile => {
    const { entry, path, size, fault } = file;
    const content = size === 0 ? NO_BYTES : left.has(file) ? TOO_MUCH_TEXT : contentOf(bytes, entry);
    const found = fault ?? (typeof content === "string" ? content : null);
    if (found !== null) return { path, bytes: NO_BYTES, fault: found };
    return { path, bytes: typeof content === "string" ? NO_BYTES : content };
  });
}

/** Returns true for a workbook or another document of an office program, which is a zip archive with one file outside of folders. */
export function isOfficeFile(files: readonly HandInFile[]): boolean {
  const outside = files.filter(({ path }) => !path.includes("/"));
  return outside.length === 1 && outside[0].path === "[Content_Types].xml";
}

interface SizedFile {
  readonly path: string;
  /** Size of the text in bytes; 0 for a file that cannot contain a hand-in, such as a picture. */
  readonly size: number;
}

/** Fault of the files that `filesLeftOut` returns. */
export const TOO_MUCH_TEXT = `all files together have more than ${MOST_TEXT_BYTES / 1e6} MB of text, so only the smaller files of each student are read`;

/**
 * Returns the files that are not read, because all texts together are too long. The files of each student are taken in the order of
 * their sizes, and all students get the same share. So a student whose files are short loses none because of others.
 */
export function filesLeftOut<File extends SizedFile>(files: readonly File[]): Set<File> {
  if (files.reduce((sum, { size }) => sum + size, 0) <= MOST_TEXT_BYTES) return new Set();
  const parts = studentParts(files.map(({ path }) => path));
  const shares = new Map<string, number>();
  const inOrder = files
    .map((file, i) => ({ file, owner: ownerOf(parts[i]) || file.path }))
    .sort((one, other) => one.file.size - other.file.size)
    .map(({ file, owner }) => {
      const share = (shares.get(owner) ?? 0) + file.size;
      shares.set(owner, share);
      return { file, share };
    })
    .sort((one, other) => one.share - other.share);
  let bytes = 0;
  return new Set(
    inOrder.flatMap(({ file }) => {
      bytes += file.size;
      return file.size > 0 && bytes > MOST_TEXT_BYTES ? [file] : [];
    }),
  );
}

const NO_BYTES = new Uint8Array();
/** Number of bytes at the start of a file that show whether it is a text. */
export const HEAD_BYTES = 1024;

/** Returns false for pictures and documents, whose first bytes are not UTF-8. They need not be unpacked. */
export function startsAsText(bytes: Uint8Array): boolean {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return true;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, HEAD_BYTES), { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Maximum length of a path, and of the part of a path that a message shows. */
const MOST_PATH = 1000;
const LONGEST_PATH = 200;
const DAMAGED = "The zip is damaged: it cannot be unpacked.";
/** Numbers and sizes of the records in a zip archive (APPNOTE.TXT, sections 4.3.7, 4.3.12, 4.3.14, 4.3.16, 4.5.3). */
const END = { sign: 0x06054b50, bytes: 22, mostComment: 0xffff };
const END_64 = { sign: 0x06064b50, locator: 0x07064b50, locatorBytes: 20 };
const ENTRY = { sign: 0x02014b50, bytes: 46 };
const LOCAL = { sign: 0x04034b50, bytes: 30 };
/** Values of a field of 32 or 16 bits whose number is elsewhere. */
const IN_EXTRA = 0xffffffff;
const IN_EXTRA_16 = 0xffff;
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
  // The bytes before the end may also be the name of a file.
  const isTooSmall = count === IN_EXTRA_16 || at === IN_EXTRA;
  if (isTooSmall && locator >= 0 && view.getUint32(locator, true) === END_64.locator) {
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
      path: nameOf(bytes.subarray(at + ENTRY.bytes, at + ENTRY.bytes + name), (flags & IS_UTF8) !== 0),
      ...{ flags, method: view.getUint16(at + 10, true), crc: view.getUint32(at + 16, true) },
      ...{ packed, length, at: local },
    });
    at += ENTRY.bytes + name + extra + comment;
  }
  return entries;
}

/** Decodes a name. The command `zip` writes UTF-8 without saying so. */
function nameOf(bytes: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return strFromU8(bytes, !isUtf8);
  }
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
 * Returns the files whose data overlap with those of the next file. Each byte of an archive is then unpacked once at most. Otherwise a
 * short archive could list the same data thousands of times.
 */
function overlapOf(bytes: Uint8Array, entries: readonly ZipEntry[]): Set<ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const inOrder = entries.toSorted((a, b) => a.at - b.at);
  const found = new Set<ZipEntry>();
  for (const [i, one] of inOrder.slice(0, -1).entries()) {
    const next = inOrder[i + 1];
    const isInside = one.at + LOCAL.bytes <= Math.min(next.at, bytes.length);
    if (isInside && dataFrom(view, one.at) + one.packed <= next.at) continue;
    found.add(one);
    // Two files at the same place cannot be told apart.
    if (one.at === next.at) found.add(next);
  }
  return found;
}

/** Returns the largest size that data have when packed. Data that cannot be compressed become a little longer. */
function mostPacked(length: number): number {
  return length + length / 8 + 64;
}

/** Returns the packed data of a file, or the reason why it has none that can be read. */
function dataOf(bytes: Uint8Array, { flags, method, packed, length, at }: ZipEntry): Uint8Array | string {
  if ((flags & IS_LOCKED) !== 0) return "it is protected by a password";
  if (method !== STORED && method !== DEFLATED) return "its compression method is not supported";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + LOCAL.bytes > bytes.length || view.getUint32(at, true) !== LOCAL.sign)
    return "the zip does not contain its data";
  const from = dataFrom(view, at);
  if (from + packed > bytes.length) return "the zip contains only a part of its data";
  if (packed > mostPacked(length))
    return `it has ${packed} bytes when packed, too many for its size of ${length} bytes`;
  return bytes.subarray(from, from + packed);
}

/** Returns the first bytes of a file; none if they cannot be unpacked. */
function startOf({ method }: ZipEntry, data: Uint8Array): Uint8Array {
  if (method === STORED) return data.subarray(0, HEAD_BYTES);
  try {
    return inflateStart(data.subarray(0, 4 * HEAD_BYTES), HEAD_BYTES);
  } catch {
    return NO_BYTES;
  }
}

/** Unpacks one file. Returns the reason if it does not agree with the directory. */
function contentOf(bytes: Uint8Array, entry: ZipEntry): Uint8Array | string {
  const { method, crc, length } = entry;
  const data = dataOf(bytes, entry);
  if (typeof data === "string") return data;
  const otherSize = `its size is not ${length} bytes, as the zip states`;
  let content = data;
  try {
    content = method === STORED ? data.slice() : inflate(data, length);
  } catch (error) {
    return error instanceof RangeError ? otherSize : "it cannot be unpacked";
  }
  if (content.length !== length) return otherSize;
  return crc32(content) === crc ? content : "its checksum is wrong";
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

/** Returns whether a path is a hidden file that operating systems add. */
function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");
}

/** Returns a sentence if there are more files than are read; null otherwise. */
export function refusalOfFiles(count: number): string | null {
  return count > MOST_FILES
    ? `These are ${grouped(count)} files; at most ${grouped(MOST_FILES)} are allowed. Open fewer at a time.`
    : null;
}

/** A file, reduced to the part with its hand-in. */
export interface HandInText {
  readonly path: string;
  /** The code or URL; if there are several, all of them with a separator. Empty if there is none. */
  readonly text: string;
  /** Reason why the file was not read, as in `HandInFile`. */
  readonly fault?: string | undefined;
}

/** Returns the files reduced to the text of their hand-ins, without surrounding content such as the markup of a page. */
export function handInTexts(files: Iterable<HandInFile>): HandInText[] {
  const texts: HandInText[] = [];
  for (const { path, bytes, fault } of files) {
    const found = findHandIn(textIn(bytes));
    const text = alone(found?.again ?? found?.text ?? "");
    texts.push({ path, text, ...(fault !== undefined && { fault }) });
  }
  return texts;
}

/** Returns a copy of a part of a text. The part itself keeps the whole text in memory. */
function alone(part: string): string {
  return strFromU8(strToU8(part));
}

/** Returns the list of hand-ins in files. */
export function listOfFiles(files: Iterable<HandInFile>): HandInList {
  return listOfTexts(handInTexts(files));
}

/**
 * Returns the same list as `listOfFiles`, from files that `handInTexts` has reduced. Each file with a hand-in is an entry. A student
 * without one has one entry. The files of a student have no order in time. Links to other pages are left out if the student has a
 * code or a link to a run.
 */
export function listOfTexts(given: readonly HandInText[]): HandInList {
  const files = given.filter(({ path }) => !isHidden(path)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const parts = studentParts(files.map(({ path }) => path));
  const students = new Map<string, FoundFile[]>();
  let hasNameless = false;
  for (const [i, { path, text, fault }] of files.entries()) {
    // A file whose path identifies no student is listed alone.
    const isFound = text !== "" || fault !== undefined;
    const student = ownerOf(parts[i]) || (isFound ? path : NAMELESS);
    hasNameless ||= isFound && student === path;
    const own = students.get(student) ?? [];
    students.set(student, own);
    own.push(foundIn({ line: i + 1, path, text, parts: parts[i], fault }));
  }
  if (hasNameless) students.delete(NAMELESS);
  return {
    heads: ["file"],
    columns: readHandInList("").columns,
    entries: withinMost([...students.values()].map(entriesOf)).sort((one, other) => one.line - other.line),
  };
}

/** Stands for the files whose paths identify no student and that have no hand-in. */
const NAMELESS = "";

/** A file with the hand-in that was found in it. */
interface FoundFile {
  readonly entry: Entry;
  readonly fault: string | undefined;
  /** True if the hand-in is a code, also one that cannot be read. */
  readonly isCode: boolean;
  readonly isReadable: boolean;
}

function foundIn(
  file: Omit<HandInText, "fault"> & Pick<FoundFile, "fault"> & { line: number; parts: string[] },
): FoundFile {
  const { line, path, text, parts: own, fault } = file;
  const found = findHandIn(text);
  const ids = own.filter((one) => !/\s/.test(one));
  const name = own.find((one) => !/\d/.test(one)) ?? own[0] ?? path;
  return {
    entry: {
      ...{ line, name, names: [...new Set([name, ...own])], ids, cells: [path], sent: "", isFile: true },
      text: found?.text ?? "",
      ...(found?.isOneOfSeveral === true && { isOneOfSeveral: true }),
    },
    fault,
    isCode: found !== null && codeOf(found.text) !== null,
    isReadable: found?.isReadable === true,
  };
}

/** Returns the entries of a student. If files could not be read, one entry says so. */
function entriesOf(files: readonly FoundFile[]): Entry[] {
  const some = (...all: readonly FoundFile[][]) => all.find(({ length }) => length > 0) ?? [];
  const holding = files.filter(({ entry }) => entry.text !== "");
  const codes = holding.filter(({ isCode }) => isCode);
  const links = holding.filter(({ isCode }) => !isCode);
  // A code that cannot be read stays in the list, because it is a hand-in. A link may be one to any page.
  const isChoice = links.length > 0 && holding.length > 1;
  const kept = isChoice ? some([...codes, ...links.filter(({ isReadable }) => isReadable)], links) : holding;
  const faulty = files.filter(({ fault }) => fault !== undefined);
  const entries = some(kept, faulty.slice(0, 1), files.slice(0, 1)).map(({ entry }) => entry);
  const [first] = faulty;
  return first === undefined ? entries : withFault(entries, faultWords(first, faulty.length - 1));
}

function faultWords({ entry, fault = "" }: FoundFile, others: number): string {
  const [path] = entry.cells;
  const short = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
  const more = others === 0 ? "" : ` ${counted(others, "more file")} of this student cannot be read either.`;
  return `The file “${oneLine(short)}” cannot be read: ${fault}.${more}`;
}

/** Adds a sentence to the last of a student's entries. */
function withFault(entries: readonly Entry[], sentence: string): Entry[] {
  return entries.map((entry, i) =>
    i < entries.length - 1
      ? entry
      : { ...entry, fault: entry.fault === undefined ? sentence : `${entry.fault} ${sentence}` },
  );
}

/**
 * Returns the entries of all students. If there are more than a list may have, each student gets the same share, and the last ones
 * of a student stay. If there are too many students, those without a hand-in are left out, which may be pictures. Throws an error if
 * there are still too many.
 */
function withinMost(all: readonly Entry[][]): Entry[] {
  const hasHandIn = ({ text, fault }: Entry) => text !== "" || fault !== undefined;
  const students = all.length > MOST_ENTRIES ? all.filter((own) => own.some(hasHandIn)) : all;
  if (students.length > MOST_ENTRIES)
    throw new Error(
      `These are hand-ins of ${grouped(students.length)} students; at most ${grouped(MOST_ENTRIES)} are allowed. Open fewer at a time.`,
    );
  let left = MOST_ENTRIES;
  let share = 0;
  for (const [i, { length }] of students.toSorted((one, other) => one.length - other.length).entries()) {
    share = Math.floor(left / (students.length - i));
    if (length > share) break;
    left -= length;
    share = length;
  }
  return students.flatMap((own) =>
    own.length <= share
      ? own
      : withFault(
          own.slice(-share),
          `${grouped(own.length - share)} more files of this student are left out, because a list has at most ${grouped(MOST_ENTRIES)} entries.`,
        ),
  );
}

/** Returns, for each path, the parts that identify its student. */
function studentParts(paths: readonly string[]): string[][] {
  const parts = platformParts(paths.map((path) => path.split("/"))).map(partsIn);
  const [first = []] = parts;
  // A part that occurs in all names belongs to the assignment, not to a student.
  const sets = parts.map((own) => new Set(own));
  const shared = new Set(parts.length < 2 ? [] : first.filter((one) => sets.every((own) => own.has(one))));
  return parts.map((own) => own.filter((one) => !shared.has(one) && !/^late$/i.test(one)));
}

/** Returns the same text for all files of a student; empty if the path identifies no student. */
function ownerOf(parts: readonly string[]): string {
  return parts.slice(0, 2).join("_");
}

/**
 * Forms of the text that a platform puts in front of a student's file name. What follows does not identify the student, because a
 * student could otherwise hand in for someone else.
 */
const OF_MOODLE = /^(.+?)_assignsubmission_/;
const OF_CANVAS = /^([^_]+(?:_late)?_\d+_\d+)_/i;
const OF_BLACKBOARD = /^(.+?)_attempt_\d{4}(?:-\d\d){5}(?![^_.])/;

/**
 * Returns the student whom a learning platform names in each path; null where no platform has made the path. Names of other files and
 * folders identify no student: a folder may be a part of the class, and files with similar names may be from different students.
 */
export function studentsOfPaths(paths: readonly string[]): (string | null)[] {
  const names = paths.map((path) => path.split("/").at(-1) ?? "");
  const forms = formsOf(names).filter((form) => form !== OF_CANVAS || areOfCanvas(names));
  const found = paths.map((path, i) => {
    // What is inside a folder of Moodle was named by the student.
    const folder = path.split("/").find((step, at, { length }) => at < length - 1 && OF_MOODLE.test(step));
    if (folder !== undefined) return OF_MOODLE.exec(folder)?.[1] ?? null;
    const { form, part } = formedPart(names[i], forms);
    return form === OF_CANVAS && part !== null ? studentOfCanvas(part) : part;
  });
  // A few names of files may have such a form by chance.
  const isOfPlatform = found.filter((one) => one !== null).length * 2 > paths.length;
  return isOfPlatform ? found : paths.map(() => null);
}

/** Returns the student in a part that Canvas has made. Its last number is that of the file. */
function studentOfCanvas(part: string): string {
  return part.replace(/_\d+$/, "").replace(/_late(?=_\d+$)/i, "");
}

/** Returns whether files that have the form of Canvas can be from there: of several students, and with a number for each file. */
function areOfCanvas(names: readonly string[]): boolean {
  const own = names.flatMap((name) => OF_CANVAS.exec(name)?.[1] ?? []);
  const numbers = own.map((one) => one.slice(one.lastIndexOf("_")));
  return new Set(numbers).size === own.length && new Set(own.map(studentOfCanvas)).size > 1;
}

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
  const folders = paths.map((steps) => (depth < steps.length - 1 ? steps[depth] : ""));
  const ofFiles = partsOfFiles(paths.map((steps) => steps.at(-1) ?? ""));
  const areStudents = haveSameFiles(folders, ofFiles);
  return folders.map((folder, i) => {
    const own = isMoodle ? ofMoodle[i] : undefined;
    if (own !== undefined) return own;
    return folder.includes("_") || (areStudents && folder !== "")
      ? (OF_MOODLE.exec(folder)?.[1] ?? folder)
      : ofFiles[i];
  });
}

/**
 * Returns true if the files' names do not identify students, because they are the same in most folders: in each of these, at least half
 * of the names are also in another folder. Folders that are fewer than the files in them belong to a part of the class or to a week.
 */
function haveSameFiles(folders: readonly string[], ofFiles: readonly string[]): boolean {
  const foldersOf = new Map<string, Set<string>>();
  const namesIn = new Map<string, Set<string>>();
  for (const [i, name] of ofFiles.entries()) {
    foldersOf.set(name, (foldersOf.get(name) ?? new Set()).add(folders[i]));
    namesIn.set(folders[i], (namesIn.get(folders[i]) ?? new Set()).add(name));
  }
  const isElsewhere = (name: string) => (foldersOf.get(name)?.size ?? 0) > 1;
  const alike = [...namesIn.values()].filter(
    (names) => [...names].filter(isElsewhere).length * 2 >= names.size,
  );
  const sizes = [...namesIn.values()].map(({ size }) => size).sort((one, other) => one - other);
  return alike.length * 2 > sizes.length && sizes.length > (sizes[sizes.length >> 1] ?? 0);
}

/**
 * Returns the forms that names of files may have, in the order in which they apply: first the form with most different parts. A
 * student can give one file a name that has the form of another platform, too. The title of an assignment in Blackboard, such as
 * "Lab_2_3", has the form of Canvas, but it is the same in all files.
 */
function formsOf(names: readonly string[]): readonly RegExp[] {
  const counted = [OF_BLACKBOARD, OF_CANVAS, OF_MOODLE].map((form) => {
    const parts = names.flatMap((name) => form.exec(name)?.[1] ?? []);
    return { form, parts: new Set(parts).size };
  });
  return counted.sort((a, b) => b.parts - a.parts).map(({ form }) => form);
}

/** Returns the part of a file's name that a platform has made, with its form; null if the name has no form. */
function formedPart(name: string, forms: readonly RegExp[]) {
  const form = forms.find((one) => one.test(name)) ?? null;
  return { form, part: form?.exec(name)?.[1] ?? null };
}

/** Returns the parts of files' names that identify the students, for files that are in no folder of a student. */
function partsOfFiles(names: readonly string[]): string[] {
  const forms = formsOf(names);
  const formed = names.map((name) => formedPart(name, forms));
  // Blackboard writes the title of the assignment in front of the user name.
  const titled = formed.flatMap(({ form, part }) =>
    form === OF_BLACKBOARD && part !== null ? [part.split("_")] : [],
  );
  const isTitle = (at: number) =>
    titled.every((words) => at < words.length - 1 && words[at] === titled[0][at]);
  let title = 0;
  while (titled.length > 0 && isTitle(title)) title++;
  return formed.map(({ form, part }, i) => {
    if (part === null) return ownPart(names[i]);
    return form === OF_BLACKBOARD ? part.split("_").slice(title).join("_") : part;
  });
}

/** Returns the part that identifies the student in a file's name that no platform has made. */
function ownPart(name: string): string {
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
 * names have only one part, if every file has a folder with several parts at the same depth below, nor numbered parts of the
 * course. A single file whose name has only one part is in the folder of its student.
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
  return isSeries(paths, around) ? around + 1 : around;
}

/**
 * Returns whether the folders at a depth are numbered parts of the course, such as "week 1" and "week 2", around those of the
 * students, which are more. Folders with other words may be those of students or groups.
 */
function isSeries(paths: readonly (readonly string[])[], depth: number): boolean {
  if (!paths.every((steps) => depth < steps.length - 2)) return false;
  const [parts, students] = [depth, depth + 1].map((at) => new Set(paths.map((steps) => steps[at])));
  const words = [...parts].map((part) => /^(\D{0,40}?)[ _.-]?\d{1,2}$/.exec(part)?.[1].toLowerCase());
  const [word] = words;
  if (parts.size < 2 || new Set(words).size > 1 || students.size <= parts.size) return false;
  // A number alone is that of a part if most students have a folder in several of them.
  const pairs = new Set(paths.map((steps) => `${steps[depth]}/${steps[depth + 1]}`)).size;
  return word === "" ? pairs - students.size > students.size / 2 : PARTS_OF_COURSES.has(word ?? "");
}

/** Words for numbered parts of a course, in the languages in which learning platforms are used most. */
const PARTS_OF_COURSES: ReadonlySet<string> = new Set(
  (
    "week woche semaine semana settimana vecka uke uge viikko tydzień týden неделя тиждень hafta 周 第 週 주 " +
    "lab labor laboratory laboratorio practical session sitzung section unit module modul módulo part teil parte partie " +
    "sheet blatt übungsblatt übung exercise exercice ejercicio assignment homework hw task aufgabe lecture lesson chapter kapitel"
  ).split(" "),
);

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
