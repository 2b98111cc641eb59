/**
 * The custom programs of a scenario. The code that reads programs is large and is loaded only when needed (`custom-programs.ts`).
 * A caller whose texts may contain programs passes it on as a `ProgramReader`.
 */
import { type CustomProgram, customProgram, programTexts } from "../custom/custom-program.ts";
import type { Problems } from "./problems.ts";
import type { Scenario } from "./scenario.ts";

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

/** Returns a reader that knows only the programs of this scenario. */
export function readerOf({ programs = [] }: Scenario): ProgramReader {
  return { read: (code) => programs.find((program) => program.code === code) ?? notRead(), unpack: notRead };
}

/** Limit on the user-defined programs of a scenario. */
export const MOST_PROGRAMS = 16;

/** Reads custom programs. Faults in a program are reported as problems. */
export function readPrograms(
  given: readonly (string | Error)[],
  reader: ProgramReader,
  problems: Problems,
): CustomProgram[] {
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
  const read = given.slice(0, MOST_PROGRAMS).flatMap((code, i) => {
    try {
      if (code instanceof Error) throw code;
      return [reader.read(code)];
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
  const left = programs.filter(({ id }) => used.has(id));
  if (left.length === programs.length) return scenario;
  if (left.length > 0) return { ...scenario, programs: left };
  const { programs: _, ...others } = scenario;
  return others;
}

/** Adds a custom program to the scenario. The caller must then select it as an algorithm. */
export function withProgram(scenario: Scenario, program: CustomProgram): Scenario {
  const programs = scenario.programs ?? [];
  return customProgram(program.id, programs) !== undefined
    ? scenario
    : { ...scenario, programs: [...programs, program] };
}

/** A scenario as files contain it. */
export interface ScenarioJson extends Omit<Scenario, "programs"> {
  /** Texts of the custom programs that the scenario uses; absent if it uses none. */
  readonly programs?: readonly string[];
}

/**
 * Returns the scenario as files contain it: with the texts of its programs. Programs that are JavaScript classes are not part of it.
 */
export function scenarioToJson(scenario: Scenario): ScenarioJson {
  const { programs, ...others } = scenario;
  const texts = programTexts(programs);
  return texts.length === 0 ? others : { ...scenario, programs: texts.map(({ code }) => code) };
}
