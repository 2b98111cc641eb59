/** What a line of a table of keys is, and how a press is told. */
import type { Bench } from "./bench.ts";

export interface KeyBinding {
  /** As the help prints it: "Shift+→". */
  readonly keys: string;
  readonly help: string;
  /** Single characters can be switched off (WCAG 2.1.4). */
  readonly single: boolean;
  readonly matches: (event: KeyboardEvent) => boolean;
  readonly act: (bench: Bench, event: KeyboardEvent) => void;
}

export const plain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey;
export const command = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && !event.altKey;
export const letter = (wanted: string) => (event: KeyboardEvent) =>
  plain(event) && event.key.toLowerCase() === wanted;

export function pressed(key: string, shift: boolean) {
  return (event: KeyboardEvent) => plain(event) && event.key === key && event.shiftKey === shift;
}
