/**
 * The custom programs of a scenario, as values. Reading a scenario makes them, and the scenario carries them to everything that uses
 * it: editors, runs and stories. They are plain data, so that they can be sent to a worker. The code that reads and runs programs is
 * large and is loaded only when it is needed (`custom-programs.ts`). A caller whose texts may contain programs passes it on as a
 * `ProgramReader`.
 */
import type { QueueDisciplineCard, QueueDisciplineDefinition } from "../aqm/queue-discipline.ts";
import type { CongestionControlCard, CongestionControlDefinition } from "../cc/congestion-control.ts";
import type { Param } from "../params/param.ts";
import type { Program } from "./program-text.ts";
import { isOtherText, SAME_ID } from "./same-id.ts";

interface ReadProgram<Kind extends "sender" | "queue", Card> {
  /** Id that a scenario uses to choose the program, like that of a built-in algorithm. */
  readonly id: string;
  readonly kind: Kind;
  readonly code: string;
  /** The text as a URL contains it. */
  readonly packed: string;
  /** Remarks for the author as sentences, for example that a hook is never called. */
  readonly remarks: readonly string[];
  readonly card: Card;
  readonly program: Program;
  /** True if the program is a JavaScript class. It runs without a sandbox and is not part of URLs, files and digests. */
  readonly isClass?: true;
}

/** A custom program that has been read: its text, and the declaration that an algorithm has. */
export type CustomProgram =
  | (ReadProgram<"sender", CongestionControlCard> & { readonly definition?: CongestionControlDefinition })
  | (ReadProgram<"queue", QueueDisciplineCard> & { readonly definition?: QueueDisciplineDefinition });

/** The custom programs of a scenario; undefined if it has none. */
export type CustomPrograms = readonly CustomProgram[] | undefined;

/** Returns the custom program with that id; undefined if there is none. */
export function customProgram(id: string, programs: CustomPrograms): CustomProgram | undefined {
  return programs?.find((program) => program.id === id);
}

/** Returns the name of a custom program; undefined if the id is not that of a program. */
export function programLabel(id: string, programs: CustomPrograms): string | undefined {
  return customProgram(id, programs)?.card.label;
}

/** Returns the parameters that the custom programs of that kind declare. */
export function programParams(kind: "sender" | "queue", programs: CustomPrograms): readonly Param[] {
  return (programs ?? []).flatMap((program) => (program.kind === kind ? program.card.params : []));
}

/** Returns the programs that are texts. Only these run in a sandbox and are part of URLs, files and digests. */
export function programTexts(programs: CustomPrograms): readonly CustomProgram[] {
  return (programs ?? []).filter(({ isClass }) => isClass !== true);
}

/** Adds a custom program to the scenario. The caller must then select it as an algorithm. */
export function withProgram<S extends WithPrograms>(scenario: S, program: CustomProgram): S {
  const { programs = [] } = scenario;
  const known = customProgram(program.id, programs);
  if (known === undefined) return { ...scenario, programs: [...programs, program] };
  if (isOtherText(program, known)) throw new Error(SAME_ID);
  return scenario;
}

/** Reads the programs of scenarios. */
export interface ProgramReader {
  /** Reads a program. Throws an error if the program has faults; the message names the line of each. */
  read(code: string): CustomProgram;
  /** Decodes the text of a program in a URL. Throws an error whose message is a sentence for the user. */
  unpack(text: string): string;
}

const notRead = (): never => {
  throw new Error("Custom programs are not read here.");
};

/** The reader for texts that contain no programs. */
export const NO_PROGRAMS: ProgramReader = { read: notRead, unpack: notRead };

/** The part of a scenario that holds its custom programs. */
interface WithPrograms {
  readonly programs?: CustomPrograms;
}

/** Returns a reader that knows only the programs of this scenario. */
export function readerOf({ programs = [] }: WithPrograms): ProgramReader {
  return { read: (code) => programs.find((program) => program.code === code) ?? notRead(), unpack: notRead };
}

/** Limit on the user-defined programs of a scenario. */
export const MOST_PROGRAMS = 16;
