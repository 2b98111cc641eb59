/** Starts the page: the simulator's worker, the bench that drives it, and React to draw it. */
import { createRoot } from "react-dom/client";
import { SimClient } from "../../workers/sim-client.ts";
import { consequence } from "../bench/numbers/consequence.ts";
import { PAINTED_EVENT } from "../bench/use-painted-event.ts";
import { keepRun } from "../saved-runs/keep.ts";
import { Bench } from "../state/bench.ts";
import { browserClock } from "../state/conductor.ts";
import { App } from "./App.tsx";
import { keepOffline } from "./offline/keep-offline.ts";
import "./theme.css";

// Begins to load its worker now.
const simulator = new SimClient();
const bench = new Bench(simulator, window, browserClock, consequence);
bench.keepRun = () => keepRun(bench);

// What the first plots do not need waits for them.
window.addEventListener(
  PAINTED_EVENT,
  () => {
    void simulator.prepare();
    keepOffline(bench.store);
  },
  { once: true },
);

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");
// A page that is one file may have been saved with a run in it.
const { start: saved } = document.documentElement.dataset;
if (saved && location.hash.length < 2) history.replaceState(null, "", `#${saved}`);
bench.start(!window.matchMedia("(prefers-reduced-motion: reduce)").matches);
createRoot(root).render(<App bench={bench} />);
