/** Starts the page: the bench that drives the simulator, and React to draw it. */
import { createRoot } from "react-dom/client";
import type { SimClient } from "../../workers/sim-client.ts";
import { consequence } from "../bench/numbers/consequence.ts";
import { PAINTED_EVENT } from "../bench/use-painted-event.ts";
import { keepRun } from "../saved-runs/keep.ts";
import { Bench } from "../state/bench.ts";
import { browserClock } from "../state/run-scheduler.ts";
import { App } from "./App.tsx";
import { keepOffline } from "./offline/keep-offline.ts";

export function startPage(simulator: SimClient): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no element with the id root");
  const bench = new Bench(simulator, window, browserClock, consequence);
  bench.keepRun = () => keepRun(bench);
  const afterFirstPlots = () => {
    simulator.prepare();
    keepOffline(bench.store);
  };
  window.addEventListener(PAINTED_EVENT, afterFirstPlots, { once: true });
  // A page that is one file may have been saved with a run in it.
  const { start: saved } = document.documentElement.dataset;
  if (saved && location.hash.length < 2) history.replaceState(null, "", `#${saved}`);
  bench.start(!window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  createRoot(root).render(<App bench={bench} />);
}
