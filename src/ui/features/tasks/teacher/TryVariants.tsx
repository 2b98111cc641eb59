/** Tries a task before it is published: simulates every variant on all cores and reports problems. */
import { useEffect, useMemo, useRef, useState } from "react";
import { counted } from "../../../../lib/counted.ts";
import { packText } from "../../../../lib/packed-text.ts";
import { type KeptResults, measureRun } from "../../../../teaching/check/check.ts";
import {
  type MeasureRuns,
  type TaskTrial,
  type TrialProgress,
  tryTask,
} from "../../../../teaching/check/task-trial.ts";
import type { Task } from "../../../../teaching/task/task.ts";
import { useBench } from "../../../core/use-store.ts";
import { Button } from "../../../shared/Button.tsx";
import { browserPool, type WorkerPool } from "../../../shared/runs/run-batch.ts";
import { SymbolText } from "../../../shared/SymbolText.tsx";

type Stand =
  | { readonly is: "idle" | "given-up" }
  | { readonly is: "running"; readonly so: TrialProgress }
  | { readonly is: "done"; readonly task: Task; readonly trial: TaskTrial };

const NOTHING_YET: TrialProgress = { variant: 1, variants: 1, runs: 0 };

export function TryVariants({ task }: { readonly task: Task }) {
  const pool = useMemo(browserPool, []);
  const [stand, setStand] = useState<Stand>({ is: "idle" });
  const stop = useRef<AbortController | null>(null);
  // A change of the task discards the result.
  useEffect(() => {
    void task;
    return () => stop.current?.abort();
  }, [task]);
  const bench = useBench();
  const start = () => {
    const own = new AbortController();
    stop.current = own;
    setStand({ is: "running", so: NOTHING_YET });
    const progress = (so: TrialProgress) => !own.signal.aborted && setStand({ is: "running", so });
    tryTask(task, measuredBy(pool, task, own.signal), progress).then((trial) => {
      if (stop.current !== own) return;
      setStand(trial === null ? { is: "given-up" } : { is: "done", task: task, trial });
    });
  };
  // A task that was opened may hold programs that the teacher has not read.
  const ask = () =>
    bench.consent.open(
      task.programs.map(({ code }) => packText(code)),
      start,
      "task",
    );
  const { is } = stand;
  return (
    <section aria-label="Test all variants">
      <h3>Before you share it</h3>
      <p className="class__row">
        {is === "running" ? (
          <>
            <progress max={stand.so.variants} value={stand.so.variant - 1} aria-label="Tested variants" />
            <span className="progress__words">
              {`variant ${stand.so.variant} of ${stand.so.variants}, ${counted(stand.so.runs, "run")}`}
            </span>
            <Button look="small" onClick={() => stop.current?.abort()}>
              Cancel
            </Button>
          </>
        ) : (
          <Button onClick={ask}>{task.vary.length > 0 ? "Test all variants" : "Test the task"}</Button>
        )}
      </p>
      <p className="class__note">
        {is === "given-up"
          ? "Cancelled."
          : "Searches for a solution of each variant and reports problems of the task."}
      </p>
      <div role="status">{is === "done" && stand.task === task && <Outcome trial={stand.trial} />}</div>
    </section>
  );
}

function Outcome({ trial: { variants, findings } }: { readonly trial: TaskTrial }) {
  return (
    <>
      <ul className="class__findings">
        {findings.map(({ isFault, text }) => (
          <li key={text} className={isFault ? "class__finding class__finding--fault" : "class__finding"}>
            <SymbolText text={isFault ? `✗ ${text}` : text} />
          </li>
        ))}
      </ul>
      <details className="class__open" open={variants.length === 1}>
        <summary>{counted(variants.length, "variant")}</summary>
        <ul className="class__findings">
          {variants.map(({ words, text, outcome }) => (
            <li key={text}>
              <SymbolText text={words === "" ? outcome : `${words}: ${outcome}`} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Simulates as many runs at a time as there are cores. */
function measuredBy(pool: WorkerPool, task: Task, signal: AbortSignal): MeasureRuns {
  return async (wanted) => {
    const measured = new Map<string, KeptResults>();
    const waiting = wanted[Symbol.iterator]();
    const lane = async () => {
      for (let next = waiting.next(); !next.done && !signal.aborted; next = waiting.next()) {
        const reply = await pool.run(next.value, "results", signal);
        if (reply?.ok) measured.set(next.value.key, measureRun(task, reply.value));
      }
    };
    await Promise.all(Array.from({ length: Math.min(pool.size, wanted.length) }, lane));
    return signal.aborted ? null : measured;
  };
}
