/**
 * Programs of one's own in a scenario: their texts. What reads them is loaded only where there are any (`own-code.ts`), so a
 * scenario with programs is refused until somebody has.
 */
import type { Problems } from "./problems.ts";
import type { Scenario } from "./scenario.ts";

/** What is known of a program once it is read and can be chosen by its id. */
export interface KnownProgram {
  readonly id: string;
  readonly kind: "sender" | "queue";
  /** What is remarkable in it, such as a hook that nobody calls, as sentences. */
  readonly remarks: readonly string[];
}

/** A program as the letters that a link may hold. */
export interface PackedTexts {
  pack(code: string): string;
  /** Throws a sentence. */
  unpack(text: string): string;
}

export interface ProgramReader extends PackedTexts {
  /** Makes the program one of the algorithms; throws a sentence with the line of each fault. */
  add(code: string): KnownProgram;
}

let installed: ProgramReader | null = null;

export function installProgramReader(reader: ProgramReader): void {
  installed = reader;
}

export function programReader(): ProgramReader {
  if (installed === null)
    throw new Error("programs of one's own were not loaded before this scenario was read");
  return installed;
}

export const MOST_PROGRAMS = 16;

export interface ReadProgram extends KnownProgram {
  readonly code: string;
}

/** Those of them that can be read, each as often as it is new; a fault of another one is a problem. */
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

/** Only what something in the scenario uses stays in it. */
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

/** The scenario with one program more, for whoever sets an algorithm to it next. */
export function withProgram(scenario: Scenario, code: string): Scenario {
  programReader().add(code);
  const programs = scenario.programs ?? [];
  return programs.includes(code) ? scenario : { ...scenario, programs: [...programs, code] };
}
