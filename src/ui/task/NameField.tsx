/** Who works on the task: a name or a number. */
import "../controls/text-field.css";
import { type FormEvent, useId, useState } from "react";
import { LONGEST_NAME, tidyName } from "../../teaching/hand-in.ts";
import type { TaskDesk } from "./task-desk.ts";

interface NameFieldProps {
  readonly desk: TaskDesk;
  readonly name: string;
  /** Whether nothing can be done before. */
  readonly isFirst: boolean;
}

export function NameField({ desk, name, isFirst }: NameFieldProps) {
  const [id, noteId] = [useId(), useId()];
  const [text, setText] = useState(name);
  const [open, setOpen] = useState(name === "");
  const take = (event: FormEvent) => {
    event.preventDefault();
    desk.setName(text);
    if (tidyName(text) !== "") setOpen(false);
  };
  if (!open && name !== "")
    return (
      <p className="task__row">
        {name}
        <button type="button" className="button button--small" onClick={() => setOpen(true)}>
          Change the name
        </button>
      </p>
    );
  return (
    <form className="task__name" onSubmit={take}>
      <label htmlFor={id}>Your name or number</label>
      <span className="task__row">
        <input
          id={id}
          className="text-field"
          type="text"
          autoComplete="name"
          maxLength={LONGEST_NAME}
          value={text}
          aria-describedby={isFirst ? noteId : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" className={isFirst ? "button button--main" : "button"}>
          {isFirst ? "Begin" : "Take"}
        </button>
      </span>
      {isFirst && (
        <span id={noteId} className="control__note">
          Each student has a variant of his own, made from this name or number.
        </span>
      )}
    </form>
  );
}
