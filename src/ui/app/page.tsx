/** Starts the page: the bench, which drives the simulator, and React, which draws it. */
import "./styles.css";
import { createRoot } from "react-dom/client";
import { programGate } from "../../workers/program-gate.ts";
import type { SimClient } from "../../workers/sim-client.ts";
import { consequence } from "../bench/numbers/consequence.ts";
import { PAINTED_EVENT } from "../bench/use-painted-event.ts";
import { Bench } from "../core/bench.ts";
import { browserClock } from "../core/run-scheduler.ts";
import { KNOWN_NAMES } from "../parts/pieces.ts";
import { noteMissingSheets } from "../shared/lazy.tsx";
import { App } from "./App.tsx";
import { FEATURES, PAGE } from "./features.ts";

export function startPage(simulator: SimClient): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no element with the id root");
  const bench = new Bench(simulator, window, browserClock, consequence, KNOWN_NAMES, PAGE);
  programGate.follow(bench.consent, () => bench.runAgain());
  const afterFirstPlots = () => {
    // From here on, runs with custom programs can be read everywhere.
    bench.loadProgramReader().catch(() => undefined);
    import("../bench/path/Graph.tsx").catch(() => undefined);
    simulator.prepare();
    for (const feature of FEATURES) feature.afterFirstPlots?.(bench);
  };
  window.addEventListener(PAINTED_EVENT, afterFirstPlots, { once: true });
  // The page as a single file may contain a run that was saved with it.
  const { start: saved } = document.documentElement.dataset;
  if (saved && location.hash.length < 2) history.replaceState(null, "", `#${saved}`);
  bench.start(!window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  bearMovedNodes();
  noteMissingSheets();
  createRoot(root).render(<App bench={bench} />);
}

/**
 * Makes React tolerate nodes that translators and extensions have moved (facebook/react #11538). A moved node is removed from
 * its current parent, or inserted as close as possible to its place. A console warning reports each case, because without such
 * an extension it is a fault of the page.
 */
function bearMovedNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;
  const tell = (node: Node) => console.warn("A part of the page is missing:", node);
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const { parentNode } = child;
    if (parentNode === this) return removeChild.call(this, child) as T;
    tell(child);
    return parentNode === null ? child : (removeChild.call(parentNode, child) as T);
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    if (!next || next.parentNode === this) return insertBefore.call(this, node, next) as T;
    tell(next);
    const holder = [...this.childNodes].find((each) => each.contains(next));
    return insertBefore.call(this, node, holder ?? null) as T;
  };
}
