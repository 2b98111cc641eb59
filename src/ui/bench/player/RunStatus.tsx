/**
 * Progress of a whole run that takes a long time, with a button to stop it. After stopping, the buttons continue the
 * run or start it again.
 */

import { useEffect } from "react";
import type { RunProgress } from "../../core/store.ts";
import { durationOf } from "../../core/store.ts";
import { useBench, useBenchState } from "../../core/use-store.ts";
import { Button } from "../../shared/Button.tsx";
import { timeWords } from "../../shared/time-words.ts";

/** Returns the simulated time as text, "13.9 of 100 s": in steps of 0.1 s, or of 0.01 s for a short run. */
export function simulatedWords(simulatedS: number, endS: number): string {
  return `${simulatedS.toFixed(endS < 10 ? 2 : 1)} of ${endS} s`;
}

/** Returns the progress and the remaining time. The second is empty while there is no estimate. */
export function progressWords({
  of: which,
  simulatedS,
  endS,
  leftS,
}: RunProgress): readonly [string, string] {
  const what = which === "pinned" ? "pinned run: " : "simulated ";
  const left = leftS === null ? "" : `about ${timeWords(leftS)} left`;
  return [`${what}${simulatedWords(simulatedS, endS)}`, left];
}

/** Returns the screen reader's text for a run that was stopped. */
function stoppedWords(far: string): string {
  return `Stopped at ${far}.`;
}

/** Returns the label of the button and its longer name for screen readers. */
function runButton(isStopped: boolean): readonly [seen: string, heard: string] {
  return isStopped ? ["Go on", "Continue the simulation"] : ["Cancel", "Cancel the simulation"];
}

export function RunStatus() {
  const bench = useBench();
  const progress = useBenchState((state) => state.run.progress);
  const stopped = useBenchState((state) => state.run.stopped);
  if (progress === null && !stopped) return null;
  const [act, heard] = runButton(progress === null);
  // The buttons share one element, which therefore keeps the focus. A second click does no harm.
  return (
    <div className="run-status">
      {progress === null ? <StoppedAt /> : <Progress progress={progress} />}
      <Button
        look="small"
        aria-label={heard}
        onClick={() => (progress === null ? bench.scheduler.goOn() : bench.cancelRun())}
      >
        {act}
      </Button>
    </div>
  );
}

function Progress({ progress }: { readonly progress: RunProgress }) {
  const { simulatedS, endS } = progress;
  const [far, left] = progressWords(progress);
  return (
    <>
      <progress
        className="run-status__bar"
        aria-label="Simulation"
        aria-valuetext={left === "" ? far : `${far}, ${left}`}
        max={endS}
        value={simulatedS}
      />
      <p className="run-status__words" aria-hidden="true">
        <span>{far}</span> <span>{left}</span>
      </p>
    </>
  );
}

function StoppedAt() {
  const { announcer, scheduler } = useBench();
  const words = useBenchState(({ run, scenario }) =>
    simulatedWords(run.snapshot?.nowS ?? 0, durationOf(scenario)),
  );
  useEffect(() => announcer.say(stoppedWords(words)), [announcer, words]);
  return (
    <>
      <p className="run-status__words">
        <span>stopped at</span> <span>{words}</span>
      </p>
      <Button look="small" onClick={() => scheduler.again()}>
        Run again
      </Button>
    </>
  );
}
