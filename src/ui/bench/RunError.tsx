/** Why there is no run, and what can be done. */
import { useBench, useBenchState } from "../state/use-store.ts";
import { runErrorAdvice } from "./run-error-words.ts";

export function RunError() {
  const bench = useBench();
  const message = useBenchState((state) => state.run.error);
  if (message === null) return null;
  const advice = runErrorAdvice(message);
  return (
    <section className="notice notice--error" role="alert">
      <div>
        <p className="notice__title">This run could not be simulated.</p>
        {advice !== null && <p>{advice}</p>}
        <p>{message}</p>
        <span className="notice__acts">
          <button type="button" className="button" onClick={() => bench.edits.undo()}>
            Undo the last change
          </button>
          <button type="button" className="button" onClick={() => bench.runAgain()}>
            Run again
          </button>
          <button type="button" className="button" onClick={() => bench.edits.reset()}>
            Reset all
          </button>
        </span>
      </div>
    </section>
  );
}
