/** The runs on the screen, as a lesson reads them. */
import { useMemo, useState } from "react";
import type { LessonRuns } from "../../../teaching/conditions.ts";
import type { AppState } from "../../state/store.ts";
import { useBenchState } from "../../state/use-store.ts";

/** A run counts when it is complete; while a control is dragged, what was read last stands. */
export function useLessonRuns(): LessonRuns {
  const run = useBenchState((state) => state.run);
  const pinned = useBenchState((state) => state.pinned);
  const scenario = useBenchState((state) => state.scenario);
  const mode = useBenchState((state) => state.mode);
  const dragged = useBenchState((state) => state.changing !== null);
  const runs = useMemo(() => lessonRuns({ run, pinned, scenario, mode }), [run, pinned, scenario, mode]);
  const [held, setHeld] = useState(runs);
  if (!dragged && held !== runs) setHeld(runs);
  return dragged ? held : runs;
}

export function lessonRuns({
  run,
  pinned,
  scenario,
  mode,
}: Pick<AppState, "run" | "pinned" | "scenario" | "mode">): LessonRuns {
  const own = run.snapshot !== null && run.scenario === scenario ? run.snapshot : null;
  const isComplete = own?.done === true || mode === "live";
  return {
    scenario,
    run: isComplete ? (own?.results ?? null) : null,
    pinnedScenario: pinned?.scenario ?? null,
    pinned: pinned?.snapshot?.done === true ? pinned.snapshot.results : null,
  };
}
