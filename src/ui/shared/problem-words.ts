/** What is wrong with a file that a person has written. */
import type { DocumentProblem } from "../../teaching/document.ts";

/** "Line 7: …"; of the file as a whole without a line. */
export function problemText({ line, message }: DocumentProblem): string {
  return line === 0 ? message : `Line ${line}: ${message}`;
}
