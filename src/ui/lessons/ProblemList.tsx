/** What is wrong with a file, by line. */
import "./problems.css";
import type { DocumentProblem } from "../../teaching/document.ts";

const MOST_SHOWN = 50;

export function ProblemList({ problems }: { readonly problems: readonly DocumentProblem[] }) {
  const lines = [
    ...new Set(problems.map(({ line, message }) => (line > 0 ? `Line ${line}: ${message}` : message))),
  ];
  return (
    <ul className="problems">
      {lines.slice(0, MOST_SHOWN).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {lines.length > MOST_SHOWN && <li>{`And ${lines.length - MOST_SHOWN} more.`}</li>}
    </ul>
  );
}
