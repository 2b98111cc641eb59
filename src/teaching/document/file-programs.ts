/**
 * Custom programs in a teaching file. They are fenced blocks whose first line says "program NAME". Settings name them in the same
 * way as files on the command line: "cc=@aimd". URLs contain the packed text and the algorithm's id instead. This module converts
 * between the two forms.
 */

import {
  idOf,
  isOtherText,
  MOST_PROGRAMS,
  type ProgramKind,
  programReader,
  readProgram,
  SAME_ID,
} from "../../engine/custom-programs.ts";
import { nearestNames } from "../../engine/index.ts";
import { packText, unpackText } from "../../lib/packed-text.ts";

/** Reads the programs of URLs and files. Programs run only in workers or on the command line. */
export const PROGRAM_READER = programReader({ pack: packText, unpack: unpackText });

export { SAME_ID };

/** Returns true if two of these texts are different programs with the same id. One would run in place of the other. */
export function haveSameId(codes: Iterable<string>, others: Iterable<string>): boolean {
  const known = [...others].map((code) => ({ id: idOf(code), code }));
  return [...codes].some((code) => known.some((other) => isOtherText({ id: idOf(code), code }, other)));
}

export interface NamedProgram {
  /** Name of the program: lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly code: string;
}

/** A program with what its text declares. */
interface KnownProgram extends NamedProgram {
  readonly id: string;
  readonly kind: ProgramKind;
}

/** A block with a program, and the line of the file at which it starts, from 1. */
interface Block extends NamedProgram {
  readonly line: number;
}

interface LineProblem {
  readonly line: number;
  readonly message: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)/s;
const PROGRAM = /^[ \t]*program(?:$|[ \t](.*))/s;
const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

export interface ProgramBlocks {
  readonly programs: readonly Block[];
  /** All lines of the file, with the blocks replaced by empty lines, so that line numbers stay the same. */
  readonly lines: readonly string[];
  readonly problems: readonly LineProblem[];
  /** First and last line of each block, from 0. */
  readonly stretches: readonly (readonly [number, number])[];
}

/** Takes the blocks with programs out of a file's lines. `before` is the number of lines of the file that come before these. */
export function takePrograms(lines: readonly string[], before: number): ProgramBlocks {
  const left = [...lines];
  const programs: Block[] = [];
  const problems: LineProblem[] = [];
  const stretches: (readonly [number, number])[] = [];
  for (let i = 0; i < lines.length; i++) {
    const [, fence, info = ""] = FENCE.exec(lines[i]) ?? [];
    // If there is another backtick after the opening ones, this is inline code and not a block.
    if (fence === undefined || (fence.startsWith("`") && info.includes("`"))) continue;
    const end = endOf(lines, i, fence);
    const match = PROGRAM.exec(info.trimEnd());
    if (match !== null) {
      const line = before + i + 1;
      const name = (match[1] ?? "").trim();
      const code = lines.slice(i + 1, end ?? lines.length).join("\n");
      const faults = end === null ? [neverEnds(name, fence, line)] : faultsOf({ name, code, line }, programs);
      problems.push(...faults);
      programs.push({ name, code, line });
      stretches.push([i, end ?? lines.length - 1]);
      left.fill("", i, (end ?? lines.length) + 1);
      // If there are too many programs, the others are not read.
      if (programs.length > MOST_PROGRAMS) break;
    }
    // Everything inside another fenced block is text, even a line that looks like the start of a program.
    i = end ?? lines.length;
  }
  return { programs, lines: left.slice(0, lines.length), problems, stretches };
}

function endOf(lines: readonly string[], from: number, fence: string): number | null {
  for (let i = from + 1; i < lines.length; i++) {
    const [, closing, rest = ""] = FENCE.exec(lines[i]) ?? [];
    if (closing?.startsWith(fence) && rest.trim() === "") return i;
  }
  return null;
}

function neverEnds(name: string, fence: string, line: number): LineProblem {
  return {
    line,
    message: `The program ${quoted(name)} has no end: a line with ${JSON.stringify(fence)} alone ends it.`,
  };
}

function faultsOf({ name, code, line }: Block, before: readonly NamedProgram[]): LineProblem[] {
  const fault = (message: string) => [{ line, message }];
  if (before.length >= MOST_PROGRAMS) return fault(`A file has at most ${MOST_PROGRAMS} programs.`);
  if (!NAME.test(name))
    return fault(
      `A program's name is lower case letters, digits and hyphens, 40 at most, like "\`\`\`program aimd"; got ${quoted(name)}.`,
    );
  if (before.some((one) => one.name === name))
    return fault(`Two programs are called ${quoted(name)}: each has a name of its own.`);
  const { problems } = readProgram(code);
  const last = line + code.split("\n").length;
  return problems.map((problem) => ({
    line: Math.min(line + problem.line, last),
    message: `In the program ${quoted(name)}: ${problem.message}`,
  }));
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}

/** Matches "cc=@aimd" alone or in a list: "flow=cc=@aimd,count=2", "link=id=wan,aqm=@red", "set=20s:flow2.cc=@aimd". */
const CHOSEN = /(^|[=,:.])(cc|aqm)=@([^,]*)/g;
const OF_A_PROGRAM = /(^|[=,:.])(cc|aqm)=(own-[0-9a-f]+)/g;

/** Matches a program's name in a setting. A pinned run is a fragment inside the fragment, so its text may be escaped. */
const MENTIONED = /(?:cc|aqm)(?:=|%3D)(?:@|%40)([a-z0-9-]+)/gi;

/** The programs of one file. When a file is read, settings find them by name; when it is written, programs are added. */
export class FilePrograms {
  #known: readonly KnownProgram[];
  readonly #used = new Set<string>();

  /** Creates the collection. It must be possible to read all `programs`. */
  constructor(programs: readonly NamedProgram[]) {
    this.#known = programs.map(known);
  }

  get list(): readonly NamedProgram[] {
    return this.#known.map(({ name, code }) => ({ name, code }));
  }

  /** Programs in the packed form that URLs use. */
  get packed(): readonly string[] {
    return this.#known.map(({ code }) => packText(code));
  }

  /** Replaces the names of programs in the settings of a URL by packed texts and ids. Throws an error with a message for the user. */
  resolve(fragment: string): string {
    if (!/@|%40/i.test(fragment)) return fragment;
    const added = new Set<string>();
    const parts = partsOf(fragment).map((part) => {
      const plain = decodedPart(part);
      if (plain.startsWith("pin=")) {
        const pinned = this.resolve(plain.slice("pin=".length));
        return pinned === plain.slice("pin=".length) ? part : `pin=${encodeURIComponent(pinned)}`;
      }
      const resolved = plain.replace(CHOSEN, (_, ahead: string, key: string, name: string) => {
        const { id, code } = this.#named(name.trim(), key);
        added.add(packText(code));
        return `${ahead}${key}=${id}`;
      });
      return resolved === plain ? part : encoded(resolved);
    });
    return [...parts, ...[...added].map((packed) => `program=${packed}`)].join("&");
  }

  /** Replaces packed texts and ids in the settings of a URL by names. A program that has no name gets one. */
  name(fragment: string): string {
    const ids = new Map<string, string>();
    const kept: string[] = [];
    for (const part of partsOf(fragment)) {
      const plain = decodedPart(part);
      const program = plain.startsWith("program=") ? this.#added(plain.slice("program=".length)) : null;
      if (program === null) kept.push(part);
      else ids.set(program.id, program.name);
    }
    const parts = kept.map((part) => {
      const plain = decodedPart(part);
      if (plain.startsWith("pin=")) {
        const pinned = this.name(plain.slice("pin=".length));
        return pinned === plain.slice("pin=".length) ? part : `pin=${encodeURIComponent(pinned)}`;
      }
      const named = plain.replace(OF_A_PROGRAM, (all, ahead: string, key: string, id: string) => {
        const name = ids.get(id);
        return name === undefined ? all : `${ahead}${key}=@${name}`;
      });
      return named === plain ? part : encoded(named);
    });
    return parts.join("&");
  }

  /**
   * Returns the blocks of the programs that the lines name, each followed by an empty line. The order is that in which the lines
   * name them.
   */
  blocks(lines: readonly string[]): string {
    const named = lines.flatMap((line) => [...line.matchAll(MENTIONED)].map(([, name]) => name));
    return [...new Set(named)]
      .flatMap((name) => this.#known.find((one) => one.name === name) ?? [])
      .map(({ name, code }) => {
        const runs = code.match(/`{3,}/g) ?? [];
        const fence = "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
        return `${fence}program ${name}\n${code}\n${fence}\n\n`;
      })
      .join("");
  }

  /** Returns the names that no setting has used. */
  unused(): readonly string[] {
    return this.#known.flatMap(({ name }) => (this.#used.has(name) ? [] : [name]));
  }

  #named(name: string, key: string): KnownProgram {
    const found = this.#known.find((one) => one.name === name);
    if (found === undefined) throw new Error(this.#unknown(name));
    const wanted = key === "cc" ? "sender" : "queue";
    if (found.kind !== wanted)
      throw new Error(`the program ${quoted(name)} is a ${found.kind}; ${key} takes a ${wanted}`);
    this.#used.add(name);
    return found;
  }

  #unknown(name: string): string {
    const names = this.#known.map((one) => one.name);
    const near = nearestNames(name, names);
    if (near.length > 0) return `there is no program ${quoted(name)} in the file; "${near.join('" or "')}"?`;
    if (names.length > 0)
      return `there is no program ${quoted(name)} in the file; there ${names.length === 1 ? "is" : "are"} ${names.join(", ")}`;
    return `there is no program ${quoted(name)} in the file: a block that begins with "\`\`\`program ${name.slice(0, 60)}" would hold it`;
  }

  /** Adds the program of a URL and returns it with its name; null if it cannot be written as a block and must stay packed. */
  #added(packed: string): KnownProgram | null {
    try {
      const code = unpackText(packed);
      // A file has one kind of line end. With another kind, the program would have another id.
      if (code.includes("\r")) return null;
      const before = this.#known.find((one) => one.code === code);
      if (before !== undefined) return before;
      const { program } = readProgram(code);
      if (program === null) return null;
      const made = known({ name: this.#freeName(program.name), code });
      this.#known = [...this.#known, made];
      return made;
    } catch {
      return null;
    }
  }

  /** Returns a name that is not used yet, made from a title: "ABE in one line" becomes abe-in-one-line. */
  #freeName(title: string): string {
    const letters = title.normalize("NFD").toLowerCase();
    const plain = letters
      .replace(/\p{M}/gu, "")
      .replace(/[^a-z0-9]+/g, "-")
      .slice(0, 36)
      .replace(/^-|-$/g, "");
    const base = plain === "" ? "program" : plain;
    const isTaken = (name: string) => this.#known.some((one) => one.name === name);
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base}-${number}`;
      if (!isTaken(name)) return name;
    }
  }
}

function known({ name, code }: NamedProgram): KnownProgram {
  const { program, problems } = readProgram(code);
  if (program === null) throw new Error(`In the program ${quoted(name)}: ${problems[0].message}`);
  return { name, code, id: program.id, kind: program.kind };
}

function partsOf(fragment: string): string[] {
  return fragment.split(/&(?:amp;)?/).filter((part) => part !== "");
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Escapes the characters that a fragment cannot contain. */
function encoded(part: string): string {
  return part.replace(/[\s%&#"<>`]/gu, encodeURIComponent);
}
