/** A small picture of a scene: the run of its link, in the first of the plots that the scene shows. */
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { createStore } from "../../core/store.ts";
import { perBench, useBench } from "../../core/use-store.ts";
import { type ShownRun, shownRuns } from "../../parts/runs/notebook-store.ts";
import { SmallPlot } from "../../parts/runs/SmallPlots.tsx";
import { notebookScales } from "../../parts/runs/small-plots.ts";
import { type ComputedRun, SnapshotRuns } from "../../parts/runs/snapshot-runs.ts";
import { browserPool, type WorkerPool } from "../../shared/runs/run-batch.ts";
import { type DraftScene, namesIn } from "./talk-editor.ts";

/** Runs of scenes. Each is computed once, when its picture is first shown. */
class SceneRuns {
  readonly store = createStore({
    computed: new Map<string, ComputedRun>() as ReadonlyMap<string, ComputedRun>,
  });
  readonly #runs: SnapshotRuns;
  readonly #links = new Set<string>();

  constructor(pool: WorkerPool) {
    this.#runs = new SnapshotRuns(pool, {
      links: () => [...this.#links],
      computed: () => this.store.get().computed,
      setComputed: (computed) => this.store.set({ computed }),
      setHeld: () => undefined,
    });
  }

  show(link: string): void {
    this.#links.add(link);
    this.#runs.compute();
  }

  hide(link: string): void {
    this.#links.delete(link);
    if (this.#links.size === 0) this.#runs.leave();
  }
}

const sceneRunsOf = perBench(() => new SceneRuns(browserPool()));

/**
 * Renders nothing until the run is complete, nor for a scene with a program or with a run that takes long, which runs only when the
 * user opens it.
 */
export function ScenePicture({ link }: Pick<DraftScene, "link">) {
  const runs = sceneRunsOf(useBench());
  const { computed } = useSyncExternalStore(runs.store.subscribe, runs.store.get);
  const [{ run, scenario }] = useMemo(
    (): ShownRun[] => shownRuns({ book: { runs: [{ link, name: "" }] }, computed, held: [] }),
    [link, computed],
  );
  const isShown = scenario.programs === undefined;
  useEffect(() => {
    if (!isShown) return;
    runs.show(link);
    return () => runs.hide(link);
  }, [runs, link, isShown]);
  const scales = useMemo(() => run && notebookScales([run], "auto"), [run]);
  if (run === null || scales === null) return null;
  const plots = namesIn(link, "plots");
  return (
    <div className="talk-scene__picture">
      <SmallPlot id={plots[0]} run={run} scales={scales} />
    </div>
  );
}
