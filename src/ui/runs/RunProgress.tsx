/** How far the runs are, how long they will take, and a way to end them. */
import { useSyncExternalStore } from "react";
import type { ManyRuns } from "./many-runs.ts";
import { countWords, timeWords } from "./time-words.ts";

interface RunProgressProps {
  readonly runs: ManyRuns;
  /** What is being run: "quick size". */
  readonly what: string;
  onCancel?(): void;
}

export function RunProgress({ runs, what, onCancel = () => runs.cancel() }: RunProgressProps) {
  const { status, done, total, leftS, failures } = useSyncExternalStore(runs.store.subscribe, runs.store.get);
  const isCounted = total > 0;
  const words = [
    isCounted ? `${done.toLocaleString("en")} of ${countWords(total, "run")}` : "laying out the runs",
    ...(status === "paused" ? ["paused"] : []),
    ...(leftS === null ? [] : [`about ${timeWords(leftS)} left`]),
    ...(failures.length === 0 ? [] : [`${countWords(failures.length, "run")} failed`]),
  ].join(", ");
  return (
    <div className="progress">
      <progress
        max={isCounted ? total : undefined}
        value={isCounted ? done : undefined}
        aria-label={`Runs, ${what}`}
      />
      <span className="progress__words">
        {what}: {words}
      </span>
      <button type="button" className="button button--small" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
