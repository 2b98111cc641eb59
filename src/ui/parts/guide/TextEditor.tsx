/** The editor of a lesson or a talk: numbered lines, with errors at their lines. */
import { useEffect, useId, useRef } from "react";
import type { DocumentProblem } from "../../../teaching/document/document.ts";
import { Button } from "../../shared/Button.tsx";
import { problemText } from "../../shared/ProblemList.tsx";
import "./forms.css";

interface TextEditorProps {
  readonly label: string;
  readonly text: string;
  readonly problems: readonly DocumentProblem[];
  onText(text: string): void;
  /** Receives the line of the cursor, from 1. */
  onLine(line: number): void;
  /** The line to move to, from 1. A new value of `wish` repeats the move. */
  readonly goTo?: { readonly line: number; readonly wish: number } | null;
  onBlur?(): void;
}

/** Maximum number of errors shown. More would push the text out of view. */
const MOST_SHOWN = 8;

export function TextEditor({ label, text, problems, onText, onLine, goTo = null, onBlur }: TextEditorProps) {
  const [id, problemsId] = [useId(), useId()];
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLOListElement>(null);
  const wrong = new Set(problems.map(({ line }) => line));
  const count = text.split("\n").length;
  useEffect(() => {
    if (goTo !== null && area.current !== null) selectLine(area.current, goTo.line);
  }, [goTo]);
  const follow = ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }) =>
    onLine(currentTarget.value.slice(0, currentTarget.selectionStart).split("\n").length);
  return (
    <div className="writing">
      <label htmlFor={id}>{label}</label>
      <div className="writing__lines">
        <ol className="writing__numbers" aria-hidden="true" ref={gutter}>
          {Array.from({ length: count }, (_, at) => at + 1).map((line) => (
            <li key={line} data-wrong={wrong.has(line) || undefined}>
              {line}
            </li>
          ))}
        </ol>
        <textarea
          ref={area}
          id={id}
          className="writing__text"
          wrap="off"
          spellCheck={false}
          value={text}
          aria-invalid={problems.length > 0}
          aria-describedby={problemsId}
          onChange={(event) => {
            onText(event.currentTarget.value);
            follow(event);
          }}
          onSelect={follow}
          onBlur={onBlur}
          onScroll={({ currentTarget: { scrollTop } }) => {
            if (gutter.current !== null) gutter.current.scrollTop = scrollTop;
          }}
        />
      </div>
      <ul id={problemsId} className="writing__problems" aria-live="polite">
        {problems.slice(0, MOST_SHOWN).map((problem) => (
          <li key={problemText(problem)}>
            {problem.line === 0 ? (
              problem.message
            ) : (
              <button
                type="button"
                className="link"
                onClick={() => {
                  if (area.current !== null) selectLine(area.current, problem.line);
                  onLine(problem.line);
                }}
              >
                {problemText(problem)}
              </button>
            )}
          </li>
        ))}
        {problems.length > MOST_SHOWN && <li>{`and ${problems.length - MOST_SHOWN} more`}</li>}
      </ul>
    </div>
  );
}

/** Number of lines to keep visible above the selected one. */
const LINES_ABOVE = 3;

function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split("\n");
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  const linePx = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 1 - LINES_ABOVE) * linePx);
}

interface TemplateButtonProps {
  /** The kind of document, such as "lesson". */
  readonly what: string;
  /** The replaced text, which can be restored; null if there is none. */
  readonly before: string | null;
  onTemplate(): void;
  onBack(): void;
}

/** A button that inserts the template. The replaced text can be restored, so that one click cannot lose it. */
export function TemplateButton({ what, before, onTemplate, onBack }: TemplateButtonProps) {
  return (
    <>
      <Button onClick={onTemplate}>{`Start from a template`}</Button>
      {before !== null && <Button onClick={onBack}>{`Restore the previous ${what}`}</Button>}
    </>
  );
}
