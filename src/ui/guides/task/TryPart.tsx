/** The answer put to the test: on every seed and hidden path that counts, in the pool. */
import "../../shared/figures/figures.css";
import { useRef } from "react";
import { countedWords, outcomeWords } from "../../../teaching/check.ts";
import type { Task } from "../../../teaching/task.ts";
import { disabledBecause } from "../../shared/because.ts";
import { RunProgress } from "../../shared/runs/RunProgress.tsx";
import { SymbolText } from "../../shared/SymbolText.tsx";
import type { Standing, TaskDesk, TaskState } from "./task-desk.ts";
import { countsOn, triesWords, whyNoTry } from "./task-panel-words.ts";

interface TryPartProps {
  readonly desk: TaskDesk;
  readonly state: TaskState;
  readonly task: Task;
  readonly standing: Standing;
}

export function TryPart({ desk, state, task, standing }: TryPartProps) {
  const { tries } = state;
  const { verdict, refusals } = standing;
  const [trying, refused, tried] = [state.trying !== null, refusals.length > 0, verdict !== null];
  const why = whyNoTry({ trying, refused, tried, tries, most: task.tries });
  const button = useRef<HTMLButtonElement>(null);
  // What is pressed goes away with what it is for; the focus stays in the panel.
  const then = (act: () => void) => () => {
    act();
    button.current?.focus();
  };
  return (
    <section className="task__part" aria-label="Try">
      {refused && <Refused refusals={refusals} onBack={then(() => desk.setBack())} />}
      <p className="task__row">
        <button
          ref={button}
          type="button"
          className="button button--main"
          {...disabledBecause(why)}
          onClick={() => why === null && desk.try()}
        >
          Try this answer
        </button>
        <span className="task__note">{triesWords(tries, task.tries)}</span>
      </p>
      {trying && <RunProgress runs={desk.runs} what="this try" onCancel={then(() => desk.cancelTry())} />}
      <p className="task__note">{countsOn(countedWords(task))}</p>
      <p className="task__outcome">{verdict !== null && outcomeWords(verdict)}</p>
    </section>
  );
}

interface RefusedProps {
  readonly refusals: readonly string[];
  onBack(): void;
}

function Refused({ refusals, onBack }: RefusedProps) {
  return (
    <div className="task__refused">
      <ul>
        {refusals.map((words) => (
          <li key={words}>
            <SymbolText text={words} />
          </li>
        ))}
      </ul>
      <button type="button" className="button button--small" onClick={onBack}>
        Set it back
      </button>
    </div>
  );
}
