/**
 * Entry point for user-defined programs: it installs the reader and the runner of programs. Call `enablePrograms`
 * before anything else.
 */
import { ownQueue } from "./own/own-queue.ts";
import { ownSender } from "./own/own-sender.ts";
import { readProgram, remarkWords } from "./own/program.ts";
import { addOwnControl, addOwnQueue } from "./registered.ts";
import { installProgramReader, type KnownProgram, type PackedTexts } from "./scenario/programs.ts";

export * from "./own/contract.ts";
export * from "./own/interpreter.ts";
export { factoryText, PROGRAM_FILE, preludeText } from "./own/prelude.ts";
export * from "./own/program.ts";
export { FEW_PROGRAMS, MOST_MEMORY_BYTES, mostMemoryBytes } from "./own/run-programs.ts";
export { TEMPLATES, type Template } from "./own/templates.ts";
export { nearestNames } from "./params/nearest-names.ts";
export { MOST_PROGRAMS, programReader, withProgram } from "./scenario/programs.ts";

const noLinks = (): never => {
  throw new Error("links with programs are not read here");
};
const NO_TEXTS: PackedTexts = { pack: noLinks, unpack: noLinks };

const known = new Map<string, KnownProgram>();

/**
 * Allows programs in scenarios from now on. `texts` is the encoding of programs in URLs; omit it if no URLs are read.
 */
export function enablePrograms(texts: PackedTexts = NO_TEXTS): void {
  installProgramReader({ add, ...texts });
}

function add(code: string): KnownProgram {
  const before = known.get(code);
  if (before !== undefined) return before;
  const { program, problems } = readProgram(code);
  if (program === null)
    throw new Error(problems.map(({ line, message }) => `line ${line}: ${message}`).join(" "));
  const { id, kind } = program;
  if (kind === "sender") addOwnControl(ownSender(program));
  else addOwnQueue(ownQueue(program));
  const added = { id, kind, remarks: remarkWords(code) };
  known.set(code, added);
  return added;
}
