/** How the help begins: what a drag, a press and a stretch of a plot do. */
import { counted } from "../../experiments/counted.ts";
export const HELP_OPENING: readonly string[] = [
  "Drag a control and every curve of the run bends at once. The run before your first change stays behind in grey; the sentence above the plots says what the change did. A drag on a plot moves the playhead, Ctrl and the wheel zoom, a double click shows the whole run.",
  'Ask why: press the symbol of a mark, a loss, a timeout or a join on a plot, or a packet, a sender or the queue in the path. Shift and a drag zooms to a stretch of a plot and asks why it looks like that; "Why here?" asks of all that is in view.',
];

/** How many words of the field a search has found. */
export function foundWords(found: number, all: number): string {
  return found === all ? counted(all, "word") : `${found} of ${counted(all, "word")}`;
}

export const LICENCES_OPENING =
  "Sawtooth is free to use, to change and to pass on, under the MIT licence. So are the programs of others that this page holds, each under its own.";
export const LICENCES_MISSING = "The licences could not be fetched; the page seems to be offline.";

/** "react 19.3.1, MIT". */
export function licenceLine(name: string, version: string, licence: string): string {
  return `${name} ${version}, ${licence}`;
}
