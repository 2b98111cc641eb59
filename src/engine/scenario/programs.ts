/**
 * Texts of user-defined programs in a scenario. Their reader is loaded only if a scenario has programs
 * (`own-code.ts`), so a scenario with programs is refused until the reader is installed.
 */
import type { Problems } from "./problems.ts";
import type { Scenario } from "./scenario.ts";

/** A program that has been read and can be chosen by its id. */
export interface KnownProgram {
  readonly id: string;
  readonly kind: "sender" | "queue";
  /** Remarks as sentences, for example on a hook that is never called. */
  readonly remarks: readonly string[];
}

/** Encoding of a program in the characters that a URL may contain. */
export interface PackedTexts {
  pack(code: string): string;
  /** Decodes a text. Throws an error with a sentence. */
  unpack(text: string): string;
}

/** Reads the programs of scenarios. */
export interface ProgramReader extends PackedTexts {
  /** Adds the program to the algorithms. Throws an error with a sentence that names the line of each fault. */
  add(code: string): KnownProgram;
}

let installed: ProgramReader | null = null;

/** Installs the reader for this thread. */
export function installProgramReader(reader: ProgramReader): void {
  installed = reader;
}

/** Returns the installed reader. Throws if no reader is installed. */
export function programReader(): ProgramReader {
  if (installed === null)
    throw new Error("programs of one's own were not loaded before this scenario was read");
  return installed;
}

/** Limit on the user-defined programs of a scenario. */
export const MOST_PROGRAMS = 16;

/** A program that has been read, with its text. */
export interface ReadProgram extends KnownProgram {
  readonly code: string;
}

/** Reads the programs, each new text only once. A fault in a program is reported as a problem. */
export function readPrograms(
  given: readonly { readonly code: string | Error }[],
  problems: Problems,
): ReadProgram[] {
  if (given.length === 0) return [];
  if (given.length > MOST_PROGRAMS) {
    const most = String(MOST_PROGRAMS);
    problems.notAmong(
      "",
      "program",
      "Programs",
      String(given.length),
      `at most ${most}`,
      `the first ${most}`,
    );
  }
  const read = given.slice(0, MOST_PROGRAMS).flatMap(({ code }, i) => {
    try {
      if (code instanceof Error) throw code;
      return [{ ...programReader().add(code), code }];
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      problems.add({
        field: "program",
        given: `program ${i + 1}`,
        allowed: "a program that can be read",
        used: "none",
        fault: `Program ${i + 1}: ${fault}`,
      });
      return [];
    }
  });
  return read.filter(({ id }, i) => read.findIndex((one) => one.id === id) === i);
}

/** Removes the programs that nothing in the scenario uses. */
export function withoutUnused(scenario: Scenario): Scenario {
  const { programs, flows, queue, path, changes } = scenario;
  if (programs === undefined) return scenario;
  const used = new Set<unknown>([
    queue.aqm,
    ...flows.map(({ cc }) => cc),
    ...path.links.map((link) => link.queue?.aqm),
    ...changes.map(({ value }) => value),
  ]);
  const left = programs.filter((code) => used.has(programReader().add(code).id));
  if (left.length === programs.length) return scenario;
  if (left.length > 0) return { ...scenario, programs: left };
  const { programs: _, ...others } = scenario;
  return others;
}

/** Adds a program to the scenario; the caller then selects it as an algorithm. */
export function withProgram(scenario: Scenario, code: string): Scenario {
  programReader().add(code);
  const programs = scenario.programs ?? [];
  return programs.includes(code) ? scenario : { ...scenario, programs: [...programs, code] };
}
