/** Signals that ask a command to end: Ctrl-C, a closed terminal, a scheduler that needs the machine. */
import { EXIT } from "./command.ts";

const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

interface Act {
  readonly act: () => void;
  /** True if the command then ends itself and sets its exit status. */
  readonly endsCommand: boolean;
}

const acts = new Set<Act>();

function onSignal(): void {
  const now = [...acts];
  for (const { act } of now) act();
  if (!now.some(({ endsCommand }) => endsCommand)) process.exit(EXIT.interrupted);
}

/**
 * Calls `act` at each ending signal until the returned function is called. If no registered function ends the
 * command, the process exits afterwards. When no function is registered any more, signals have their usual effect.
 */
export function atSignal(act: () => void, endsCommand = false): () => void {
  const entry: Act = { act, endsCommand };
  if (acts.size === 0) for (const signal of ENDING) process.on(signal, onSignal);
  acts.add(entry);
  return () => {
    if (!acts.delete(entry) || acts.size > 0) return;
    for (const signal of ENDING) process.off(signal, onSignal);
  };
}
