/** Runs a command line as a shell would, and keeps what it wrote. */
import { runCommandLine } from "../../src/cli/dispatch.ts";

export interface Outcome {
  readonly status: number;
  /** Standard output and standard error, as lines. */
  readonly out: string;
  readonly notes: readonly string[];
}

export async function sim(...words: string[]): Promise<Outcome> {
  const out: string[] = [];
  const notes: string[] = [];
  const status = await runCommandLine(words, {
    out: (text) => out.push(text),
    note: (text) => notes.push(text),
    progress() {},
  });
  return { status, out: out.join("\n"), notes };
}
