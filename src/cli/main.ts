/** Command line: `npm run -s sim -- COMMAND …` */
import { EXIT, outputTo } from "./command.ts";
import { processTerminal, runCommandLine } from "./dispatch.ts";

const terminal = processTerminal();
try {
  process.exitCode = await runCommandLine(process.argv.slice(2), terminal);
} catch (error) {
  // The stack trace is printed, because it is the useful information for an error of the program.
  outputTo(terminal).note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = EXIT.failed;
}
