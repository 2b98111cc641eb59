/** Reads the hand-ins of a league. Each is the text of a sender: a file, or a URL or code in a list. */
import { isOtherText, LONGEST_CODE, readProgram, remarkWords } from "../../engine/custom-programs.ts";
import { counted, grouped } from "../../lib/counted.ts";
import { isPacked, unpackText } from "../../lib/packed-text.ts";
import { visibleText } from "../../lib/visible-text.ts";
import { readHandIn } from "../answer/hand-in.ts";
import { readHandInList } from "../answer/hand-in-list.ts";
import { keysOf } from "../roster/roster.ts";
import { timesOf } from "../tables/submission-time.ts";
import { codeIn } from "../task/program-answer.ts";
import {
  type Entrant,
  type ExcludedEntrant,
  endsWords,
  type LeaguePath,
  type LeagueRuns,
  sameTexts,
} from "./league.ts";

/** The hand-in of one student, before it is read. */
export interface HandedInProgram {
  readonly name: string;
  /** Text of the program; an error if there is none. */
  readonly code: string | Error;
  /** The same text for all hand-ins of a student; null or absent if the student is unknown. */
  readonly student?: string | null;
}

/** A sender that takes part, with the name in its program. */
export interface CustomEntrant extends Entrant {
  readonly code: string;
  readonly title: string;
}

type Sender = Omit<CustomEntrant, "name">;

/** Size limit of a file (bytes). UTF-8 needs at most three bytes per UTF-16 code unit. */
export const MOST_PROGRAM_BYTES = 3 * LONGEST_CODE;

export function tooLargeWords(bytes: number): string {
  return `The file has ${counted(bytes, "byte")}; a program has at most ${grouped(LONGEST_CODE)} characters.`;
}

/**
 * Returns the hand-ins that are senders, and the reasons why the other hand-ins cannot take part. Of each student, the last sender
 * takes part, so that no student fills the league with copies. No program runs here. `paths` are the paths of the league, which may
 * contain programs of their own.
 */
export function readEntrants(
  handedIn: readonly HandedInProgram[],
  paths: readonly Pick<LeaguePath, "scenario">[] = [],
): {
  readonly entrants: readonly CustomEntrant[];
  readonly leftOut: readonly ExcludedEntrant[];
} {
  const entrants: CustomEntrant[] = [];
  const idsOfPaths = new Set(paths.flatMap(({ scenario }) => (scenario.programs ?? []).map(({ id }) => id)));
  const leftOut: ExcludedEntrant[] = [];
  const senders = handedIn.map(({ code }) => senderOf(code));
  const ofStudents = new Map<string, number[]>();
  for (const [i, { student }] of handedIn.entries()) {
    if (typeof senders[i] === "string" || student === undefined || student === null) continue;
    const own = ofStudents.get(student) ?? [];
    ofStudents.set(student, own);
    own.push(i);
  }
  for (const [i, { name, student }] of handedIn.entries()) {
    const sender = senders[i];
    const own = ofStudents.get(student ?? "") ?? [i];
    const last = own[own.length - 1];
    if (typeof sender !== "string" && last !== i) {
      const why = `This student has handed in ${own.length} senders, and only the last one takes part: ${visibleText(handedIn[last].name)}.`;
      leftOut.push({ name: visibleText(name), why });
      continue;
    }
    const read = typeof sender === "string" ? sender : withOwnId(sender, entrants, idsOfPaths);
    if (typeof read === "string") leftOut.push({ name: visibleText(name), why: read });
    else entrants.push({ name, ...read });
  }
  return { entrants, leftOut };
}

/**
 * Returns the program with a comment behind it if another one has the same id but another text. An id is a short digest, so a text can
 * be made that has the id of another student's program, or of a path's queue. The id of a path's program is not free even for the same
 * text, because what the path's program takes must not count against the student.
 */
function withOwnId(
  read: Sender,
  others: readonly Sender[],
  idsOfPaths: ReadonlySet<string>,
): Sender | string {
  const isTaken = ({ cc, code }: Sender) =>
    idsOfPaths.has(cc) ||
    others.some((other) => isOtherText({ id: cc, code }, { id: other.cc, code: other.code }));
  let own: Sender | string = read;
  for (let i = 1; typeof own !== "string" && isTaken(own); i++) own = senderOf(`${read.code}\n// ${i}`);
  return own;
}

/** Returns the sender; if the program is not one, a sentence that says why. */
function senderOf(code: string | Error): Sender | string {
  if (code instanceof Error) return code.message;
  const { program, problems } = readProgram(code);
  if (program === null) return problems.map(({ line, message }) => `line ${line}: ${message}`).join(" ");
  if (program.kind !== "sender") return "It is a queue, but only senders can take part in a league.";
  return { cc: program.id, title: program.name, code };
}

/** Returns the sentences below the league's table: equal programs, unknown hooks, and programs that ended early. */
export function leagueNotes(runs: LeagueRuns): string[] {
  const { entrants } = runs.league;
  const misspelt = entrants.flatMap(({ name, code }) =>
    code === null ? [] : remarkWords(code).map((words) => `${visibleText(name)}: ${words}`),
  );
  return [...sameTexts(entrants), ...misspelt, ...endsWords(runs)];
}

/**
 * Reads a list of URLs or codes with names next to them, in the same way as a list of hand-ins. Throws an error with a message
 * for the user.
 */
export function programsOfList(text: string): HandedInProgram[] {
  const { entries } = readHandInList(text);
  const keys = keysOf(entries);
  const times = timesOf(
    entries.map(({ sent }) => sent),
    0,
  );
  const programs = entries.map((entry, i) => {
    const { name, line, text: given } = entry;
    const student = name === "" && entry.ids.length === 0 ? null : keys[i];
    return {
      sentMs: times[i],
      program: { name: name === "" ? `line ${line}` : name, code: programOf(given), student },
    };
  });
  // Without a time, a later line is newer.
  const isTimed = times.every((ms) => ms !== null);
  const inOrder = isTimed ? programs.sort((a, b) => Number(a.sentMs) - Number(b.sentMs)) : programs;
  return inOrder.map(({ program }) => program);
}

/** Returns the first sender in a URL, in a hand-in code, or in a packed text. */
function programOf(given: string): string | Error {
  const alone = packedAlone(given);
  if (alone !== null) return alone;
  const handedIn = readHandIn(given);
  if (handedIn.kind === "unreadable") return new Error(handedIn.message);
  const codes =
    handedIn.kind === "link"
      ? (handedIn.scenario.programs ?? []).map(({ code }) => code)
      : [codeIn(handedIn.handIn.settings)].filter((code) => code !== null);
  const sender = codes.find((code) => readProgram(code).program?.kind === "sender") ?? codes[0];
  return sender ?? new Error("The file contains no program.");
}

/** Returns the program's text; null if it is not a packed program. */
function packedAlone(given: string): string | null {
  if (!isPacked(given.trim())) return null;
  try {
    const text = unpackText(given.trim());
    return readProgram(text).program === null ? null : text;
  } catch {
    return null;
  }
}
