/** The progress of runs, their remaining time, and a button to cancel them. */

import { useSyncExternalStore } from "react";
import { Button } from "../Button.tsx";
import { runsWords } from "../time-words.ts";
import type { RunBatch } from "./run-batch.ts";
import "./progress.css";

interface RunProgressProps {
  readonly runs: RunBatch;
  /** Name of the runs, such as "quick size". */
  readonly what: string;
  onCancel?(): void;
}

export function RunProgress({ runs, what, onCancel = () => runs.cancel() }: RunProgressProps) {
  const { status, done, total, leftS, failures } = useSyncExternalStore(runs.store.subscribe, runs.store.get);
  const isCounted = total > 0;
  const words = runsWords({ status, done, total, leftS, failed: failures.length });
  return (
    <div className="progress">
      <progress
        max={isCounted ? total : undefined}
        value={isCounted ? done : undefined}
        aria-label={`Runs, ${what}`}
      />
      <span className="progress__words">{`${what}: ${words}`}</span>
      <Button look="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
