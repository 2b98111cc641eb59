/** Runs a command line like a shell does, and keeps its output. */
import type { Command } from "../../src/cli/command.ts";
import { runCommandLine } from "../../src/cli/dispatch.ts";

export interface Outcome {
  readonly status: number;
  /** Text of standard output, and of standard error. */
  readonly out: string;
  readonly notes: readonly string[];
}

/** Runs a command, given as single arguments or as one line. */
export const sim = (...line: string[]): Promise<Outcome> => outcomeOf(line);

/** Runs a command line and returns its outcome. `commands` replaces the commands of the program. */
export async function outcomeOf(line: readonly string[], commands?: readonly Command[]): Promise<Outcome> {
  const words = line.length === 1 ? line[0].split(" ") : line;
  const out: string[] = [];
  const notes: string[] = [];
  const output = {
    out: (text: string) => void out.push(text),
    note: (text: string) => void notes.push(text),
    progress() {},
  };
  const status = await runCommandLine(words, output, commands);
  return { status, out: out.join("\n"), notes };
}
