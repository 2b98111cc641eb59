/** Finds the command, reads its options, runs it and returns the exit status. Generates the help texts from the declarations. */
// This import declares all algorithms. It must come before anything that uses declarations.
import { TooLargeRun } from "../engine/simulator.ts";

import type { Experiment } from "../experiments/experiment.ts";
import { experiments } from "../experiments/experiments.ts";
import { wrapped } from "../lib/wrapped-text.ts";
import { startNodeWorker } from "../workers/node-worker.ts";
import type { StartWorker } from "../workers/supervised-worker.ts";
import { bench } from "./benchmark/benchmark.ts";
import { checkOf } from "./check.ts";
import {
  asksForHelp,
  type Command,
  EXIT,
  type OptionGroup,
  type Output,
  outputTo,
  parseArguments,
  systemErrorText,
  type Terminal,
  UsageError,
} from "./command.ts";
import { digests } from "./digests.ts";
import { docs } from "./docs.ts";
import { exportCommand } from "./export.ts";
import { leagueOf } from "./league.ts";
import { lesson } from "./lesson.ts";
import { mergeOf } from "./merge.ts";
import { commandName, isPackaged } from "./project.ts";
import { reproduceOf } from "./reproduce.ts";
import { run } from "./run.ts";
import { sweepOf } from "./sweep.ts";
import { taskOf } from "./task.ts";
import { validateOf } from "./validate.ts";

/** Returns all commands. `experiments` are the experiments that can be named; `start` starts a worker for runs. */
export function commandsWith(experiments: readonly Experiment[], start: StartWorker): readonly Command[] {
  return [
    run,
    sweepOf(start),
    reproduceOf(experiments, start),
    mergeOf(experiments),
    exportCommand,
    checkOf(start),
    leagueOf(start),
    lesson,
    taskOf(start),
    validateOf(start),
    digests,
    bench,
    docs,
  ];
}

/**
 * Commands that read sources, references or documents of the project. The package does not contain these, so it does not have the
 * commands.
 */
const OF_SOURCES: readonly string[] = ["validate", "digests", "bench", "docs"];

export const COMMANDS = commandsWith(experiments, startNodeWorker).filter(
  ({ name }) => !isPackaged || !OF_SOURCES.includes(name),
);

/** Runs the command given by `words`. Returns the exit status. */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
  commands: readonly Command[] = COMMANDS,
): Promise<number> {
  const output = outputTo(terminal);
  try {
    return await dispatch(words, output, commands);
  } catch (error) {
    const lines = refusalLines(error);
    if (lines === null) throw error;
    for (const line of lines) output.note(line);
    return EXIT.wrongRequest;
  }
}

/** Returns the lines of an error message for the user; null if the error is one in the program. */
function refusalLines(error: unknown): readonly string[] | null {
  if (error instanceof UsageError) return error.lines;
  if (error instanceof TooLargeRun) return [`The run was stopped: ${error.message}.`];
  const why = systemErrorText(error);
  const { path } = error as NodeJS.ErrnoException;
  return why === null ? null : [`${path === undefined ? "" : `${path}: `}${why}.`];
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
  if (isPackaged && OF_SOURCES.includes(name))
    throw new UsageError(
      `"${name}" requires a clone of the repository: the package does not contain the sources and the reference data.`,
    );
  if (command === undefined) {
    throw new UsageError(
      `Unknown command "${name}". Commands: ${commands.map((one) => one.name).join(", ")}.`,
    );
  }
  if (asksForHelp(rest)) {
    output.out(commandHelp(command));
    return EXIT.done;
  }
  const args = parseArguments(command, rest);
  return await command.run(args, output);
}

const INDENT = 2;
const FLAG_COLUMN = 30;
const WIDTH = 110;

/** Returns the help text of the program: the list of commands. */
function programHelp(commands: readonly Command[]): string {
  const lines = commands.map((command) => `  ${command.name.padEnd(12)}${command.summary}`);
  return [
    "Sawtooth: a packet-level simulator of TCP, ECN and queue management.",
    "",
    `Usage: ${commandName} COMMAND [FLAGS]`,
    "",
    ...lines,
    "",
    "COMMAND --help lists the flags of a command.",
    "Exit status: 0 on success, 1 if a check or claim failed, 2 on a usage error, 130 if interrupted.",
  ].join("\n");
}

/** Returns the help text of a command. */
function commandHelp(command: Command): string {
  const words = [command.name, ...(command.operands === undefined ? [] : [command.operands]), "[FLAGS]"];
  const lines = [`Usage: ${commandName} ${words.join(" ")}`, "", command.summary];
  for (const group of command.groups) lines.push("", ...groupHelp(group));
  if (command.notes !== undefined) lines.push("", ...command.notes);
  return lines.join("\n");
}

function groupHelp(group: OptionGroup): string[] {
  const lines = [`${group.title}:`];
  for (const option of group.options) {
    const short = option.short === undefined ? "" : `-${option.short}, `;
    const flag = `${short}--${option.name}${option.value === null ? "" : ` ${option.value}`}`;
    const [first, ...more] = wrapped(option.help, WIDTH - FLAG_COLUMN);
    const head = " ".repeat(INDENT) + flag;
    if (head.length < FLAG_COLUMN) lines.push(head.padEnd(FLAG_COLUMN) + first);
    else lines.push(head, " ".repeat(FLAG_COLUMN) + first);
    for (const line of more) lines.push(" ".repeat(FLAG_COLUMN) + line);
  }
  return lines;
}

const CLEAR_LINE = "\r\u001b[2K";

/**
 * Returns the process's output: results go to standard output, everything else to standard error. Progress is shown only if
 * standard error is a terminal.
 */
export function processTerminal(): Terminal {
  // It is not an error if the reader closes the pipe, as in "| head".
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`The output could not be written: ${systemErrorText(error) ?? error.message}\n`);
    process.exit(EXIT.wrongRequest);
  });
  let shown = false;
  const clear = () => {
    if (shown) process.stderr.write(CLEAR_LINE);
    shown = false;
  };
  return {
    out(text) {
      clear();
      process.stdout.write(`${text}\n`);
    },
    note(text) {
      clear();
      process.stderr.write(`${text}\n`);
    },
    progress(text) {
      if (!process.stderr.isTTY) return;
      process.stderr.write(CLEAR_LINE + text);
      shown = text !== "";
    },
  };
}
