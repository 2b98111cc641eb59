/** The command line with made-up experiments, as a separate program, so that a test can end it by a signal. */
import type { Terminal } from "../../src/cli/command.ts";
import { processTerminal, runCommandLine } from "../../src/cli/dispatch.ts";
import { startNodeWorker } from "../../src/workers/node-worker.ts";
import { commands } from "./made-up-experiment.ts";

/**
 * The signal that this program sends to itself after its first run has been stored. Tests therefore do not depend on
 * timing.
 */
const signal = process.env.MADE_UP_SIGNAL;

const terminal = processTerminal();
let told = 0;

const output: Terminal = {
  ...terminal,
  progress(text) {
    terminal.progress(text);
    told += 1;
    // The first report only says that no run has been stored yet.
    if (signal !== undefined && told === 2) process.kill(process.pid, signal);
  },
};

process.exitCode = await runCommandLine(process.argv.slice(2), output, commands(startNodeWorker));
