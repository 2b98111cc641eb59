/** A whole run that takes long: how far it is, and a way to end it; once it was stopped, the ways on from there. */
import { useEffect } from "react";
import type { RunProgress } from "../../state/run-progress.ts";
import { durationOf } from "../../state/store.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { progressWords, runButton, simulatedWords, stoppedWords } from "./run-progress.ts";
import "./run-status.css";

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
      <button
        type="button"
        className="button button--small"
        aria-label={heard}
        onClick={() => (progress === null ? bench.conductor.goOn() : bench.cancelRun())}
      >
        {act}
      </button>
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
  const { announcer, conductor } = useBench();
  const words = useBenchState(({ run, scenario }) =>
    simulatedWords(run.snapshot?.nowS ?? 0, durationOf(scenario)),
  );
  useEffect(() => announcer.say(stoppedWords(words)), [announcer, words]);
  return (
    <>
      <p className="run-status__words">
        <span>stopped at</span> <span>{words}</span>
      </p>
      <button type="button" className="button button--small" onClick={() => conductor.again()}>
        Run again
      </button>
    </>
  );
}
