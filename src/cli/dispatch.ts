/** Finds the command, reads its flags, gives the exit status. */
// Declares all algorithms, before anything is made of what is declared.
import { TooLargeRun } from "../engine/simulator.ts";
import { bench } from "./bench/bench.ts";
import { check } from "./check.ts";
import { type Command, EXIT, type Output } from "./command.ts";
import { digests } from "./digests.ts";
import { docs } from "./docs.ts";
import { commandHelp, programHelp } from "./help.ts";
import { merge } from "./merge.ts";
import { asksForHelp, parseArguments } from "./parse-arguments.ts";
import { reproduce } from "./reproduce.ts";
import { run } from "./run.ts";
import { sweep } from "./sweep.ts";
import { systemErrorText } from "./system-error.ts";
import { UsageError } from "./usage-error.ts";
import { validate } from "./validate.ts";

const ALL: readonly Command[] = [run, sweep, reproduce, merge, check, validate, digests, bench, docs];

export async function runCommandLine(
  words: readonly string[],
  output: Output,
  commands: readonly Command[] = ALL,
): Promise<number> {
  try {
    return await dispatch(words, output, commands);
  } catch (error) {
    const machine =
      error instanceof TooLargeRun ? `The run was stopped: ${error.message}.` : systemErrorText(error);
    if (machine === null && !(error instanceof UsageError)) throw error;
    for (const line of error instanceof UsageError ? error.lines : [machine ?? ""]) output.note(line);
    return EXIT.wrongRequest;
  }
}

async function dispatch(
  words: readonly string[],
  output: Output,
  commands: readonly Command[],
): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined) {
    throw new UsageError(programHelp(commands));
  }
  if (asksForHelp([name]) || name === "help") {
    output.out(programHelp(commands));
    return EXIT.done;
  }
  const command = commands.find((one) => one.name === name);
  if (command === undefined) {
    throw new UsageError(
      `Unknown command "${name}". There are: ${commands.map((one) => one.name).join(", ")}.`,
    );
  }
  if (asksForHelp(rest)) {
    output.out(commandHelp(command));
    return EXIT.done;
  }
  return await command.run(parseArguments(command, rest), output);
}
