/** Standard output for results, standard error for everything else; progress only on a terminal. */
import type { Output } from "./command.ts";

const CLEAR_LINE = "\r\u001b[2K";

export function terminalOutput(): Output {
  // Whoever reads has heard enough ("| head"): that is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
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
