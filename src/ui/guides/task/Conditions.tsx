/** What counts: each condition, how the run on the screen stands to it, and what the last try has shown. */

import type { ConditionVerdict } from "../../../teaching/check.ts";
import { conditionWords, runWords, verdictWords } from "../../../teaching/check.ts";
import { judge, type MetricCondition, valueText } from "../../../teaching/conditions.ts";
import type { Task } from "../../../teaching/task.ts";
import { useBenchState } from "../../state/use-store.ts";
import type { Standing } from "./task-desk.ts";
import { shownValue } from "./task-panel-words.ts";

interface ConditionsProps {
  readonly task: Task;
  readonly standing: Standing;
}

export function Conditions({ task, standing: { verdict } }: ConditionsProps) {
  return (
    <section className="task__part" aria-label="What counts">
      <h2>What counts</h2>
      <ul className="task__conditions">
        {task.counts.map((condition, i) => (
          <li key={conditionWords(condition)} className="task__condition">
            <span>{conditionWords(condition)}</span>
            <OnScreen condition={condition} />
            {verdict !== null && <Judged task={task} verdict={verdict.conditions[i]} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Of a run that is complete: half a run would say something else. */
function OnScreen({ condition }: { readonly condition: MetricCondition }) {
  const results = useBenchState(({ run, scenario }) =>
    run.snapshot?.done === true && run.scenario === scenario ? run.snapshot.results : null,
  );
  if (results === null) return <span className="task__value">{shownValue(null)}</span>;
  const judged = judge(condition, results);
  return (
    <span className="task__value">
      {shownValue(valueText(condition, judged))} <Sign met={judged.met} />
    </span>
  );
}

function Judged({ task, verdict }: { readonly task: Task; readonly verdict: ConditionVerdict }) {
  const { runs, met } = verdict;
  return (
    <details className="task__verdict">
      <summary>
        <Sign met={met} />: {verdictWords(verdict)}
      </summary>
      <ul>
        {runs.map(({ run, ...judged }) => (
          <li key={run.key}>
            {runWords(run, task)}: {valueText(verdict.condition, judged)} <Sign met={judged.met} />
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Sign({ met }: { readonly met: boolean }) {
  return <span className={met ? "sign sign--met" : "sign sign--not"}>{met ? "✓ met" : "✗ not met"}</span>;
}
