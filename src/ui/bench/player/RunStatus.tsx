/** A whole run that takes long: how far it is, and a way to end it; once it was stopped, the ways on from there. */

import { useEffect } from "react";
import { Button } from "../../shared/Button.tsx";
import { timeWords } from "../../shared/time-words.ts";
import type { RunProgress } from "../../state/run-scheduler.ts";
import { durationOf } from "../../state/store.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";

/** How far a run is, in words. */

/** "13.9 of 100 s": to the tenth of a second, of a short run to the hundredth. */
export function simulatedWords(simulatedS: number, endS: number): string {
  return `${simulatedS.toFixed(endS < 10 ? 2 : 1)} of ${endS} s`;
}

/** How far, and how long still; the second is empty while there is nothing to guess from. */
export function progressWords({ of, simulatedS, endS, leftS }: RunProgress): readonly [string, string] {
  const what = of === "pinned" ? "pinned run: " : "simulated ";
  const left = leftS === null ? "" : `about ${timeWords(leftS)} left`;
  return [`${what}${simulatedWords(simulatedS, endS)}`, left];
}

/** For the ear, of a run that was stopped. */
function stoppedWords(far: string): string {
  return `Stopped at ${far}.`;
}

/** Of the one button: to the eye an act, to the ear with what it does. */
function runButton(isStopped: boolean): readonly [seen: string, heard: string] {
  return isStopped ? ["Go on", "Go on simulating"] : ["Cancel", "Cancel simulating"];
}

export function RunStatus() {
  const bench = useBench();
  const progress = useBenchState((state) => state.run.progress);
  const stopped = useBenchState((state) => state.run.stopped);
  if (progress === null && !stopped) return null;
  const [act, heard] = runButton(progress === null);
  // One button after the other in the same place: it keeps the focus, and pressed twice it does no harm.
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
