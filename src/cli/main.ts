/** Command line: `npm run -s sim -- COMMAND …` */
import { EXIT, outputTo } from "./command.ts";
import { processTerminal, runCommandLine } from "./dispatch.ts";

const terminal = processTerminal();
try {
  process.exitCode = await runCommandLine(process.argv.slice(2), terminal);
} catch (error) {
  // For an error in the program, the stack trace is printed.
  outputTo(terminal).note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = EXIT.failed;
}
