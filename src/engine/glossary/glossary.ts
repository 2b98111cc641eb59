/** The field's words, each explained in a sentence: help texts use no others. */
import { FIGURES } from "./figures.ts";
import { PATHS } from "./paths.ts";
import { QUEUES } from "./queues.ts";
import { SIGNALS } from "./signals.ts";
import type { Term } from "./term.ts";
import { WINDOWS } from "./windows.ts";

const key = ({ term }: Term) => term.toLowerCase();

/** In the order of the alphabet. */
export function glossary(): readonly Term[] {
  const all = [...SIGNALS, ...WINDOWS, ...QUEUES, ...FIGURES, ...PATHS];
  return all.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
