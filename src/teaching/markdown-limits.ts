/**
 * How tangled the Markdown of a teaching file may be. The reader of Markdown goes over a paragraph again for each line and
 * each sign in it that could begin something, and calls itself for each quotation or list inside another: without limits a file of 5,000
 * characters takes half a second, or all of the stack.
 */

/** Both between empty lines. */
const MOST_SIGNS = 200;
const MOST_LINES = 300;
const MOST_NESTED = 8;
const DEEPEST_INDENT = 40;

const SIGNS = /[*_~`[\]!<]/g;
/** Quotations and list items that a line begins, one inside the other. */
const MARKERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))*/;
const MARKER = />|[-*+]|\d+/g;

export interface MarkdownFault {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** Null where the lines are plain enough. */
export function markdownFault(lines: readonly string[]): MarkdownFault | null {
  let signs = 0;
  let begun = 0;
  for (const [i, text] of lines.entries()) {
    const isEmpty = text.trim() === "";
    if (isEmpty) begun = i + 1;
    signs = isEmpty ? 0 : signs + countOf(SIGNS, text);
    const message = faultOf(text, signs, i + 1 - begun);
    if (message !== null) return { line: i + 1, message };
  }
  return null;
}

function faultOf(text: string, signs: number, count: number): string | null {
  if (count > MOST_LINES) return `There are more than ${MOST_LINES} lines without an empty one between them.`;
  if (signs > MOST_SIGNS)
    return `There are more than ${MOST_SIGNS} signs of Markdown (* _ ~ \` [ ] ! <) without an empty line between them.`;
  const [markers] = MARKERS.exec(text) ?? [""];
  if (countOf(MARKER, markers) > MOST_NESTED)
    return `Quotations and lists may stand ${MOST_NESTED} deep in each other; this line begins more.`;
  if (/^[ \t]*/.exec(text)![0].length > DEEPEST_INDENT && text.trim() !== "")
    return `A line may begin with ${DEEPEST_INDENT} blanks at most.`;
  return null;
}

function countOf(what: RegExp, text: string): number {
  return text.match(what)?.length ?? 0;
}
