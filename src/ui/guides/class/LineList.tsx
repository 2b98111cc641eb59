/** Lines of one kind: each can be changed or taken away, and more can be added. */
import { type ReactNode, useRef } from "react";
import { IconButton } from "../../shared/IconButton.tsx";
import { addLabel, removeLabel } from "./class-words.ts";
import { type DraftLine, type ListName, lineOf } from "./task-draft.ts";

interface LineListProps {
  readonly name: ListName;
  readonly title: string;
  readonly note?: string;
  readonly lines: readonly DraftLine[];
  /** What one of them is called: "condition". */
  readonly one: string;
  /** A new one begins as this. */
  readonly first: string;
  onLines(lines: readonly DraftLine[]): void;
  /** One line's fields. */
  editor(line: DraftLine, onText: (text: string) => void, number: number): ReactNode;
}

export function LineList({ title, note, lines, one, first, onLines, editor }: LineListProps) {
  const add = useRef<HTMLButtonElement>(null);
  return (
    <section className="class-list" aria-label={title}>
      <h2>{title}</h2>
      {note !== undefined && <p className="class__note">{note}</p>}
      <ul>
        {lines.map((line, i) => (
          <li key={line.key} className="class-list__line">
            {editor(
              line,
              (text) => onLines(lines.map((other) => (other === line ? { ...line, text } : other))),
              i + 1,
            )}
            <IconButton
              icon="remove"
              label={removeLabel(one, i + 1)}
              onClick={() => {
                onLines(lines.filter((other) => other !== line));
                // The button is gone with its line.
                add.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      <button
        ref={add}
        type="button"
        className="button button--small"
        onClick={() => onLines([...lines, lineOf(first)])}
      >
        {addLabel(one)}
      </button>
    </section>
  );
}
