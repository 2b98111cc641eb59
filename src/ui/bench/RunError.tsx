/** The reason why there is no run, with advice. Also reports a run in which a custom program failed. */

import { programEnd } from "../../engine/index.ts";
import { isSlowToRepeat } from "../core/run-view.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import { Button } from "../shared/Button.tsx";

/** Matches browsers' messages about missing memory, which do not tell the user what to do. */
const WITHOUT_MEMORY = /allocation|out of memory|invalid (?:typed array|array) length/i;
const NOT_LOADED = /dynamically imported module|importing a module script/i;

/** Returns advice for an error message; null if the message says enough. */
export function runErrorAdvice(message: string): string | null {
  if (WITHOUT_MEMORY.test(message))
    return "The browser has no memory left for this run. Shorten the run, use fewer flows or close other tabs, then run it again. The scenario is kept.";
  if (NOT_LOADED.test(message))
    return "A part of the simulator could not be loaded: the network does not respond, or the site has a newer version. Run again when the network is back, or reload the page. The scenario is kept.";
  return null;
}

const HOW_TO_SEE_PACKETS =
  "To see the packets on the path, move the playhead: the run is then computed again.";

export function RunError() {
  const bench = useBench();
  const message = useBenchState((state) => state.run.error);
  const isLive = useBenchState((state) => state.mode === "live");
  const isShown = useBenchState(({ run, scenario }) => run.snapshot !== null && run.scenario === scenario);
  if (message === null) return <EndedPrograms />;
  const advice = runErrorAdvice(message);
  return (
    <section className="notice notice--error" role="alert">
      <div>
        <p className="notice__title">
          {isShown ? "This run stopped before its end." : "This run could not be simulated."}
        </p>
        {advice !== null && <p>{advice}</p>}
        <p>{message}</p>
        {isShown && !isLive && <p>{HOW_TO_SEE_PACKETS}</p>}
        <span className="notice__acts">
          <Button onClick={() => bench.edits.undo()}>Undo the last change</Button>
          <Button onClick={() => bench.runAgain()}>Run again</Button>
          <Button onClick={() => bench.edits.reset()}>Reset all</Button>
        </span>
      </div>
    </section>
  );
}

function EndedPrograms() {
  const snapshot = useBenchState((state) => state.run.snapshot);
  const isLive = useBenchState((state) => state.mode === "live");
  if (snapshot === null) return null;
  const pictureWords = !isLive && isSlowToRepeat(snapshot) ? ` ${HOW_TO_SEE_PACKETS}` : "";
  return snapshot.programs.map(
    ({ id, name, stopped }) =>
      stopped !== null && (
        <section key={id} className="notice notice--error" role="alert">
          <div>
            <p className="notice__title">{programEnd(name, stopped)}</p>
            <p>
              {`${
                stopped.place.startsWith("flow")
                  ? "From then on, the flow of this sender sends no new data."
                  : "From then on, this queue neither marks nor drops packets early."
              } The rest of the run continues.${pictureWords}`}
            </p>
          </div>
        </section>
      ),
  );
}
