/** The errors of a file, by line. */

import type { DocumentProblem } from "../../teaching/document/document.ts";
import { andMore } from "./and-more.ts";

const MOST_SHOWN = 50;

export function ProblemList({ problems }: { readonly problems: readonly DocumentProblem[] }) {
  const lines = [...new Set(problems.map(problemText))];
  return (
    <ul className="problems">
      {lines.slice(0, MOST_SHOWN).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {lines.length > MOST_SHOWN && <li>{andMore(lines.length - MOST_SHOWN)}</li>}
    </ul>
  );
}

/** Returns the text of an error, "Line 7: …"; without the line for errors of the whole file. */
export function problemText({ line, message }: DocumentProblem): string {
  return line === 0 ? message : `Line ${line}: ${message}`;
}
