/** `npm run -s sim -- COMMAND …` */
import { runCommandLine, terminalOutput } from "./dispatch.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), terminalOutput());
