/** Entry point for custom programs. It installs the code that reads and runs programs. Call `enablePrograms` before anything else. */
import { classProgram, type QueueClass, type SenderClass } from "./custom/class-program.ts";
import { customQueue } from "./custom/custom-queue.ts";
import { customSender } from "./custom/custom-sender.ts";
import { type Program, readProgram, remarkWords } from "./custom/program.ts";
import { addOwnControl, addOwnQueue } from "./registered.ts";
import { installProgramReader, type KnownProgram, type PackedTexts } from "./scenario/programs.ts";

export type { QueueClass, SenderClass } from "./custom/class-program.ts";
export * from "./custom/contract.ts";
export * from "./custom/interpreter.ts";
export { factoryText, PROGRAM_FILE, preludeText } from "./custom/prelude.ts";
export * from "./custom/program.ts";
export type * from "./custom/program-types.ts";
export { FEW_PROGRAMS, MOST_MEMORY_BYTES, mostMemoryBytes } from "./custom/run-programs.ts";
export { TEMPLATES, type Template } from "./custom/templates.ts";
export { nearestNames } from "./params/nearest-names.ts";
export { MOST_PROGRAMS, programReader, withProgram } from "./scenario/programs.ts";

const noLinks = (): never => {
  throw new Error("links with programs are not read here");
};
const NO_TEXTS: PackedTexts = { pack: noLinks, unpack: noLinks };

const known = new Map<string, KnownProgram>();

/** Allows programs in scenarios from now on. `texts` encodes programs for URLs; it can be omitted if no URLs are read. */
export function enablePrograms(texts: PackedTexts = NO_TEXTS): void {
  installProgramReader({ add, ...texts });
}

function add(code: string): KnownProgram {
  const before = known.get(code);
  if (before !== undefined) return before;
  const { program, problems } = readProgram(code);
  if (program === null)
    throw new Error(problems.map(({ line, message }) => `line ${line}: ${message}`).join(" "));
  const added = { ...register(program), remarks: remarkWords(code) };
  known.set(code, added);
  return added;
}

function register(program: Program): Pick<KnownProgram, "id" | "kind"> {
  const { id, kind } = program;
  if (kind === "sender") addOwnControl(customSender(program));
  else addOwnQueue(customQueue(program));
  return { id, kind };
}

/** Returns the text of a program that was added; undefined if there is none with this id. */
export function textOfProgram(id: string): string | undefined {
  return [...known].find(([, program]) => program.id === id)?.[0];
}

const classes = new Map<object, KnownProgram>();

/** Adds a program that is a JavaScript class to the algorithms. Throws an error whose message has a sentence for each fault. */
export function addClass(given: SenderClass | QueueClass): KnownProgram {
  const before = classes.get(given);
  if (before !== undefined) return before;
  const { program, problems } = classProgram(given);
  if (program === null)
    throw new Error(problems.map(({ line, message }) => `head, line ${line}: ${message}`).join(" "));
  const added = { ...register(program), remarks: program.remarks.map(({ message }) => message) };
  classes.set(given, added);
  return added;
}
