/**
 * The custom programs that a caller of the library has added. Flags and scenarios name them by their ids. The library keeps them
 * here, and gives those that a text names to its reading and to its run.
 */

import type { Interpreter } from "./custom/run-programs.ts";
import type { CustomProgram } from "./custom/scenario-programs.ts";
import { NO_PROGRAMS, type ProgramReader, withProgram } from "./custom/scenario-programs.ts";
import { type QueueClass, readClassProgram, type SenderClass, withInterpreter } from "./custom-programs.ts";
import type { Scenario } from "./scenario/scenario.ts";

class AddedPrograms {
  /** Reads programs that are texts. */
  reader: ProgramReader = NO_PROGRAMS;
  /** Runs programs that are texts; null until it is loaded. */
  interpreter: Interpreter | null = null;
  private readonly byId = new Map<string, CustomProgram>();
  private readonly ofClass = new Map<object, CustomProgram>();

  add(given: string | SenderClass | QueueClass): CustomProgram {
    const program =
      typeof given === "string"
        ? this.reader.read(given)
        : (this.ofClass.get(given) ?? readClassProgram(given, (id) => this.byId.has(id)));
    if (typeof given !== "string") this.ofClass.set(given, program);
    this.byId.set(program.id, program);
    return program;
  }

  /** Returns the scenario with the programs that a text names by their ids. */
  withNamed(scenario: Scenario, text: string): Scenario {
    const ids = new Set(text.match(/\b(?:own-[0-9a-f]+|class-[0-9a-f]+(?:-\d+)?)\b/g) ?? []);
    return [...ids].flatMap((id) => this.byId.get(id) ?? []).reduce(withProgram, scenario);
  }

  /** Returns the scenario with programs that can run, if the interpreter is loaded. */
  prepared(scenario: Scenario): Scenario {
    return this.interpreter === null ? scenario : withInterpreter(scenario, this.interpreter);
  }
}

export const addedPrograms = new AddedPrograms();
