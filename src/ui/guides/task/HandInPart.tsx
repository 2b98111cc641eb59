/** What a student hands in: a short code, or a link that opens his answer. */
import "../../shared/dialogs.css";
import { useState } from "react";
import type { Scenario } from "../../../engine/index.ts";
import { answerWords } from "../../../teaching/check.ts";
import type { Task } from "../../../teaching/task.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import { NameField } from "./NameField.tsx";
import type { Standing, TaskDesk, TaskState } from "./task-desk.ts";
import { copyLabel, whyNoHandIn, yourAnswer } from "./task-panel-words.ts";

interface HandInPartProps {
  readonly desk: TaskDesk;
  readonly state: TaskState;
  readonly task: Task;
  readonly scenario: Scenario;
  readonly standing: Standing;
}

export function HandInPart({ desk, state, task, scenario, standing }: HandInPartProps) {
  const [open, setOpen] = useState(false);
  const handIn = open ? desk.handIn(scenario) : null;
  return (
    <section className="task__part" aria-label="Hand in">
      <button type="button" className="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        Hand in
      </button>
      {open && (
        <div className="task__hand-in">
          {task.vary.length === 0 && <NameField desk={desk} name={state.name} isFirst={false} />}
          <p>
            <SymbolText text={yourAnswer(answerWords(standing.settings, scenario))} />
          </p>
          {handIn === null ? (
            <p role="status">{whyNoHandIn(state.name)}</p>
          ) : (
            <>
              <HandInText label="Code" text={handIn.code} />
              <HandInText label="Link" text={`${location.href.split("#")[0]}#${handIn.fragment}`} />
              <p className="task__note">
                Give your teacher one of them: both say your answer, your name and how many tries you used.
                The answer is checked by running it again.
              </p>
            </>
          )}
        </div>
      )}
    </section>
  );
}

function HandInText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="task__code">
      <textarea
        className="share__text"
        readOnly
        rows={2}
        value={text}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={text} label={copyLabel(label)} />
    </div>
  );
}
