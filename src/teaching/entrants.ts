/** What students hand in for a league: the text of a sender, as a file of its own or within a link or a code of a list. */
import { LONGEST_CODE, readProgram, remarkWords } from "../engine/own-code.ts";
import { counted, grouped } from "../experiments/counted.ts";
import { type Entrant, endsWords, type LeagueRuns, type LeftOut, sameTexts } from "../experiments/league.ts";
import { visibleText } from "../experiments/visible-text.ts";
import { readHandIn } from "./hand-in.ts";
import { readHandInList } from "./hand-in-list.ts";
import { isPacked, unpackText } from "./packed-text.ts";
import { codeIn } from "./program-answer.ts";

/** What came from one student, before it is read. */
export interface HandedInProgram {
  readonly name: string;
  /** Its text, or why there is none. */
  readonly code: string | Error;
}

/** An entrant, with what its program calls itself. */
export interface OwnEntrant extends Entrant {
  readonly code: string;
  readonly title: string;
}

/** No letter of UTF-8 takes more than three bytes for each of those that count as one sign. */
export const MOST_PROGRAM_BYTES = 3 * LONGEST_CODE;

export function tooLargeWords(bytes: number): string {
  return `The file has ${counted(bytes, "byte")}; a program has at most ${grouped(LONGEST_CODE)} characters.`;
}

/** Those that are senders, and of the others why they cannot take part. Nothing of them runs here. */
export function readEntrants(handedIn: readonly HandedInProgram[]): {
  readonly entrants: readonly OwnEntrant[];
  readonly leftOut: readonly LeftOut[];
} {
  const entrants: OwnEntrant[] = [];
  const leftOut: LeftOut[] = [];
  for (const { name, code } of handedIn) {
    const read = senderOf(code);
    if (typeof read === "string") leftOut.push({ name: visibleText(name), why: read });
    else entrants.push({ name, ...read });
  }
  return { entrants, leftOut };
}

/** A sentence where it is no sender. */
function senderOf(code: string | Error): Omit<OwnEntrant, "name"> | string {
  if (code instanceof Error) return code.message;
  const { program, problems } = readProgram(code);
  if (program === null) return problems.map(({ line, message }) => `line ${line}: ${message}`).join(" ");
  if (program.kind !== "sender") return "It is a queue, and a league is of senders.";
  return { cc: program.id, title: program.name, code };
}

/** What stands below a table, as sentences: programs that are the same, that hold a hook nobody calls, or that ended too early. */
export function leagueNotes(runs: LeagueRuns): string[] {
  const { entrants } = runs.league;
  const misspelt = entrants.flatMap(({ name, code }) =>
    code === null ? [] : remarkWords(code).map((words) => `${visibleText(name)}: ${words}`),
  );
  return [...sameTexts(entrants), ...misspelt, ...endsWords(runs)];
}

/** A list as for checking tasks: links or codes that hold a program, with names beside them. Throws a sentence. */
export function programsOfList(text: string): HandedInProgram[] {
  return readHandInList(text).entries.map(({ name, line, text: given }) => ({
    name: name === "" ? `line ${line}` : name,
    code: programOf(given),
  }));
}

/** Of a link, of a hand-in's code, or packed alone: the first sender in it. */
function programOf(given: string): string | Error {
  const alone = packedAlone(given);
  if (alone !== null) return alone;
  const handedIn = readHandIn(given);
  if (handedIn.kind === "unreadable") return new Error(handedIn.message);
  const codes =
    handedIn.kind === "link"
      ? (handedIn.scenario.programs ?? [])
      : [codeIn(handedIn.handIn.settings)].filter((code) => code !== null);
  const sender = codes.find((code) => readProgram(code).program?.kind === "sender") ?? codes[0];
  return sender ?? new Error("There is no program in it.");
}

/** Null where it is not the text of a program. */
function packedAlone(given: string): string | null {
  if (!isPacked(given.trim())) return null;
  try {
    const text = unpackText(given.trim());
    return readProgram(text).program === null ? null : text;
  } catch {
    return null;
  }
}
