/** The answer put to the test: on every seed and hidden path that counts, in the pool. */
import "../figures/figures.css";
import type { Task } from "../../teaching/task.ts";
import { countedWords, outcomeWords } from "../../teaching/words/task-words.ts";
import { disabledBecause } from "../controls/because.ts";
import { RunProgress } from "../runs/RunProgress.tsx";
import { SymbolText } from "../SymbolText.tsx";
import { triesWords, whyNoTry } from "../words/task-panel-words.ts";
import type { Standing, TaskDesk, TaskState } from "./task-desk.ts";

interface TryPartProps {
  readonly desk: TaskDesk;
  readonly state: TaskState;
  readonly task: Task;
  readonly standing: Standing;
}

export function TryPart({ desk, state, task, standing }: TryPartProps) {
  const { tries, trying } = state;
  const { verdict, refusals } = standing;
  const why = whyNoTry({ refused: refusals.length > 0, tried: verdict !== null, tries, most: task.tries });
  return (
    <section className="task__part" aria-label="Try">
      {refusals.length > 0 && <Refused desk={desk} refusals={refusals} />}
      {trying === null ? (
        <p className="task__row">
          <button
            type="button"
            className="button button--main"
            {...disabledBecause(why)}
            onClick={() => why === null && desk.try()}
          >
            Try this answer
          </button>
          <span className="task__note">{triesWords(tries, task.tries)}</span>
        </p>
      ) : (
        <Trying desk={desk} />
      )}
      <p className="task__note">{`It counts on ${countedWords(task)}.`}</p>
      <p className="task__outcome">{verdict !== null && outcomeWords(verdict)}</p>
    </section>
  );
}

function Trying({ desk }: { readonly desk: TaskDesk }) {
  return <RunProgress runs={desk.runs} what="this try" onCancel={() => desk.cancelTry()} />;
}

function Refused({ desk, refusals }: { readonly desk: TaskDesk; readonly refusals: readonly string[] }) {
  return (
    <div className="task__refused">
      <ul>
        {refusals.map((words) => (
          <li key={words}>
            <SymbolText text={words} />
          </li>
        ))}
      </ul>
      <button type="button" className="button button--small" onClick={() => desk.setBack()}>
        Set it back
      </button>
    </div>
  );
}
