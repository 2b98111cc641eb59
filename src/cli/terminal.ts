/** Standard output for results, standard error for everything else; progress only on a terminal. */
import { EXIT, type Output } from "./command.ts";
import { systemErrorText } from "./system-error.ts";

const CLEAR_LINE = "\r\u001b[2K";

export function terminalOutput(): Output {
  // Whoever reads has heard enough ("| head"): that is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`The result could not be written: ${systemErrorText(error) ?? error.message}\n`);
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
