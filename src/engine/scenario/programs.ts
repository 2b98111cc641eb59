/**
 * The texts of custom programs in a scenario. The code that reads programs is large and is loaded only when needed
 * (`custom-programs.ts`). Until it is installed, a scenario with programs is refused.
 */
import type { Problems } from "./problems.ts";
import type { Scenario } from "./scenario.ts";

/** A custom program that has been read. Its id can be chosen like that of a built-in algorithm. */
export interface KnownProgram {
  readonly id: string;
  readonly kind: "sender" | "queue";
  /** Remarks for the author as sentences, for example that a hook is never called. */
  readonly remarks: readonly string[];
}

/** Converts the text of a program to characters that a URL may contain, and back. */
export interface PackedTexts {
  pack(code: string): string;
  /** Decodes a text. Throws an error whose message is a sentence for the user. */
  unpack(text: string): string;
}

/** Reads the programs of scenarios. */
export interface ProgramReader extends PackedTexts {
  /** Reads a program and adds it to the algorithms. Throws an error if the program has faults; the message names the line of each. */
  add(code: string): KnownProgram;
}

let installed: ProgramReader | null = null;

/** Installs the program reader for this thread. */
export function installProgramReader(reader: ProgramReader): void {
  installed = reader;
}

/** Returns the installed program reader. Throws if none is installed. */
export function programReader(): ProgramReader {
  if (installed === null)
    throw new Error("the interpreter of custom programs must be loaded before this scenario is read");
  return installed;
}

/** Limit on the user-defined programs of a scenario. */
export const MOST_PROGRAMS = 16;

/** A custom program that has been read, together with its text. */
export interface ReadProgram extends KnownProgram {
  readonly code: string;
}

/** Reads custom programs. Texts that were read before are not read again. Faults in a program are reported as problems. */
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

/** Removes the custom programs that the scenario does not use. */
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

/** Adds a custom program to the scenario. The caller must then select it as an algorithm. */
export function withProgram(scenario: Scenario, code: string): Scenario {
  programReader().add(code);
  const programs = scenario.programs ?? [];
  return programs.includes(code) ? scenario : { ...scenario, programs: [...programs, code] };
}
