/** Who works on the task: a name or a number. */
import "../../shared/text-field.css";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { LONGEST_NAME, tidyName } from "../../../teaching/hand-in.ts";
import type { TaskDesk } from "./task-desk.ts";

interface NameFieldProps {
  readonly desk: TaskDesk;
  readonly name: string;
  /** Whether nothing can be done before. */
  readonly isFirst: boolean;
}

export function NameField({ desk, name, isFirst }: NameFieldProps) {
  const [open, setOpen] = useState(name === "");
  const place = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  // Field and button take each other's place: the focus goes along.
  useEffect(() => {
    void open;
    if (pressed.current) place.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [open]);
  const change = (next: boolean) => {
    pressed.current = true;
    setOpen(next);
  };
  return (
    <div ref={place}>
      {open || name === "" ? (
        <NameForm desk={desk} name={name} isFirst={isFirst} onTaken={() => change(false)} />
      ) : (
        <p className="task__row">
          {name}
          <button type="button" className="button button--small" onClick={() => change(true)}>
            Change the name
          </button>
        </p>
      )}
    </div>
  );
}

function NameForm({ desk, name, isFirst, onTaken }: NameFieldProps & { onTaken(): void }) {
  const [id, noteId] = [useId(), useId()];
  const [text, setText] = useState(name);
  const take = (event: FormEvent) => {
    event.preventDefault();
    desk.setName(text);
    if (tidyName(text) !== "") onTaken();
  };
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
