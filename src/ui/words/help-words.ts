/** How the help begins: what a drag, a press and a stretch of a plot do. */
export const HELP_OPENING: readonly string[] = [
  "Drag a control and every curve of the run bends at once. The run before your first change stays behind in grey; the sentence above the plots says what the change did. A drag on a plot moves the playhead, Ctrl and the wheel zoom, a double click shows the whole run.",
  'Ask why: press the symbol of a mark, a loss, a timeout or a join on a plot, or a packet, a sender or the queue in the path. Shift and a drag zooms to a stretch of a plot and asks why it looks like that; "Why here?" asks of all that is in view.',
];
