/** Starts the page: the simulator's workers, the bench that drives them, and React to draw it. */
import { createRoot } from "react-dom/client";
import { SimClient } from "../workers/sim-client.ts";
import { App } from "./App.tsx";
import { Bench } from "./state/bench.ts";
import { browserClock } from "./state/conductor.ts";
import "./theme.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");

const bench = new Bench(new SimClient(), window, browserClock);
bench.start(!window.matchMedia("(prefers-reduced-motion: reduce)").matches);
createRoot(root).render(<App bench={bench} />);
