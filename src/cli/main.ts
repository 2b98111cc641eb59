/** Command line: `npm run -s sim -- COMMAND …` */
import { setFlagsFromString } from "node:v8";
import { EXIT, outputTo } from "./command.ts";
import { processTerminal, runCommandLine } from "./dispatch.ts";

/**
 * Garbage that V8 may keep before it collects, as a share of the memory in use (%). V8's default is up to 300 %: a run that opens and
 * closes 20,000 connections then holds twice as much, for a gain of a tenth of its time. The flag holds for worker threads, too.
 */
const MOST_GARBAGE_PERCENT = 25;
setFlagsFromString(`--heap-growing-percent=${MOST_GARBAGE_PERCENT}`);

const terminal = processTerminal();
try {
  process.exitCode = await runCommandLine(process.argv.slice(2), terminal);
} catch (error) {
  // For an error in the program, the stack trace is printed.
  outputTo(terminal).note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = EXIT.failed;
}
