/** Entry point for custom programs: reads them, and prepares those of a scenario for a run. Nothing is registered anywhere. */
import { classInterpreter, classProgram, type QueueClass, type SenderClass } from "./custom/class-program.ts";
import { customQueue, queueCard } from "./custom/custom-queue.ts";
import { customSender, senderCard } from "./custom/custom-sender.ts";
import { type Program, readProgram, remarkWords } from "./custom/program-text.ts";
import type { ExecutableProgram, Interpreter } from "./custom/run-programs.ts";
import type { CustomProgram, ProgramReader } from "./custom/scenario-programs.ts";
import type { Scenario } from "./scenario/scenario.ts";

export type { QueueClass, SenderClass } from "./custom/class-program.ts";
export * from "./custom/contract.ts";
export * from "./custom/prelude.ts";
export * from "./custom/program-text.ts";
export type * from "./custom/program-types.ts";
export {
  type Fault,
  type Interpreter,
  isFault,
  MOST_MEMORY_BYTES,
  type Sandbox,
  type SandboxHost,
  type SandboxProgram,
} from "./custom/run-programs.ts";
export { isOtherText, SAME_ID } from "./custom/same-id.ts";
export {
  MOST_PROGRAMS,
  type ProgramReader,
  withProgram,
} from "./custom/scenario-programs.ts";
export { TEMPLATES, type Template } from "./custom/templates.ts";
export { nearestNames } from "./params/nearest-names.ts";

/** Converts the text of a program to characters that a URL may contain, and back. */
interface PackedTexts {
  pack(code: string): string;
  /** Decodes a text. Throws an error whose message is a sentence for the user. */
  unpack(text: string): string;
}

/** Returns a reader of programs. `texts` encodes programs for URLs. */
export function programReader({ pack, unpack }: PackedTexts): ProgramReader {
  const read = (code: string): CustomProgram => {
    const { program, problems } = readProgram(code);
    if (program === null)
      throw new Error(problems.map(({ line, message }) => `line ${line}: ${message}`).join(" "));
    return customProgramOf(program, pack(code), remarkWords(code));
  };
  return { read, unpack };
}

function customProgramOf(program: Program, packed: string, remarks: readonly string[]): CustomProgram {
  const { id, code } = program;
  const shared = { id, code, packed, remarks, program };
  return program.kind === "sender"
    ? { ...shared, kind: "sender", card: senderCard(program) }
    : { ...shared, kind: "queue", card: queueCard(program) };
}

/** Returns the scenario with programs that the interpreter can run. */
export function withInterpreter(scenario: Scenario, interpreter: Interpreter): Scenario {
  const { programs } = scenario;
  if (programs === undefined) return scenario;
  return {
    ...scenario,
    programs: programs.map((one) => (one.isClass === true ? one : withDefinition(one, interpreter))),
  };
}

/**
 * Returns the program with the definition that runs it. The definition is not enumerable, because it consists of functions: copies
 * for other threads and files leave it out.
 */
function withDefinition(given: CustomProgram, interpreter: Interpreter): CustomProgram {
  const program: ExecutableProgram = { ...given.program, interpreter };
  const definition =
    given.kind === "sender" ? customSender(given.card, program) : customQueue(given.card, program);
  return Object.defineProperty({ ...given }, "definition", { value: definition });
}

/**
 * Reads a program that is a JavaScript class. Throws an error whose message has a sentence for each fault. `isTaken` reports ids of
 * other classes with the same text; a number is then appended.
 */
export function readClassProgram(
  given: SenderClass | QueueClass,
  isTaken: (id: string) => boolean,
): CustomProgram {
  const { program, problems } = classProgram(given);
  if (program === null)
    throw new Error(problems.map(({ line, message }) => `head, line ${line}: ${message}`).join(" "));
  let { id } = program;
  for (let number = 2; isTaken(id); number++) id = `${program.id}-${number}`;
  const remarks = program.remarks.map(({ message }) => message);
  const read = customProgramOf({ ...program, id }, "", remarks);
  return withDefinition({ ...read, isClass: true }, classInterpreter(given));
}
