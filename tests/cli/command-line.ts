/** Runs a command line as a shell would, and keeps what it wrote. */
import type { Command } from "../../src/cli/command.ts";
import { runCommandLine } from "../../src/cli/dispatch.ts";

export interface Outcome {
  readonly status: number;
  /** Standard output and standard error, as lines. */
  readonly out: string;
  readonly notes: readonly string[];
}

/** Words, or one line of them. */
export const sim = (...line: string[]): Promise<Outcome> => outcomeOf(line);

/** `commands`: where they are not those of the program. */
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
