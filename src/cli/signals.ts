/** Signals that ask a command to end: Ctrl-C, a closed terminal, a scheduler that needs the machine. */
import { EXIT } from "./command.ts";

const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

interface Act {
  readonly act: () => void;
  /** True if the command ends itself after the signal and sets its exit status. */
  readonly endsCommand: boolean;
}

const acts = new Set<Act>();

function onSignal(): void {
  const now = [...acts];
  for (const { act } of now) act();
  if (!now.some(({ endsCommand }) => endsCommand)) process.exit(EXIT.interrupted);
}

/**
 * Calls `act` at each signal that asks the command to end, until the returned function is called. If no registered function ends
 * the command itself, the process then exits. Without registered functions, signals have their usual effect.
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
