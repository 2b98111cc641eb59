/** `npm run -s sim -- COMMAND …` */
import { runCommandLine } from "./dispatch.ts";
import { terminalOutput } from "./terminal.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), terminalOutput());
