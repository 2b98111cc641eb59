/** The command line with the made-up experiments as a program of its own, so that a test can kill it. */
import { runCommandLine } from "../../src/cli/dispatch.ts";
import { terminalOutput } from "../../src/cli/terminal.ts";
import { startNodeWorker } from "../../src/workers/node-worker.ts";
import { commands } from "./made-up-experiment.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), terminalOutput(), commands(startNodeWorker));
