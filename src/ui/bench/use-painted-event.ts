/**
 * Dispatches events on the window when a run is requested and when the plots of a snapshot have been painted. Benchmarks use
 * them to time a whole drag, and tests to wait for the right run.
 */

import { useEffect, useState } from "react";
import { type Scenario, scenarioToUrl } from "../../engine/index.ts";
import type { RunView } from "../core/run-view.ts";
import { useBench } from "../core/use-store.ts";

interface PaintedDetail {
  /** The scenario of the snapshot that is currently on the screen, as URL text. */
  readonly url: string;
  readonly done: boolean;
}

export const PAINTED_EVENT = "sawtooth:painted";
/** The event for a requested run. Its detail is the scenario as URL text. */
const ASKED_EVENT = "sawtooth:asked";

let onFirstPlots: () => void = () => {};
/** Fulfilled when the first plots are on the screen. Parts that only a later click needs are loaded after that. */
export const firstPlots = new Promise<void>((resolve) => {
  onFirstPlots = resolve;
});

const urls = new WeakMap<Scenario, string>();

/** Returns the URL text of a scenario. It is cached, so that nothing is computed between a frame and its event. */
function urlOf(scenario: Scenario): string {
  const url = urls.get(scenario) ?? scenarioToUrl(scenario);
  urls.set(scenario, url);
  return url;
}

/**
 * Dispatches the events. `run` is the run that the plots received; `scenario` is the scenario that was simulated. Returns true
 * once plots have been painted.
 */
export function usePaintedEvent(run: RunView | null, scenario: Scenario | null): boolean {
  const { store } = useBench();
  const [hasPainted, setHasPainted] = useState(false);
  // The hook follows the store directly, because React state would render the whole screen again before the new plots
  // exist.
  useEffect(() => {
    let asked: Scenario | null = null;
    const follow = () => {
      const { scenario: wanted } = store.get();
      if (wanted === asked) return;
      asked = wanted;
      window.dispatchEvent(new CustomEvent(ASKED_EVENT, { detail: urlOf(wanted) }));
    };
    follow();
    return store.subscribe(follow);
  }, [store]);
  useEffect(() => {
    if (run === null || scenario === null) return;
    // The plots draw in the next frame. The message arrives after that frame has been handed to the screen.
    const frame = requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        channel.port1.close();
        const detail: PaintedDetail = { url: urlOf(scenario), done: run.snapshot.done };
        window.dispatchEvent(new CustomEvent(PAINTED_EVENT, { detail }));
        onFirstPlots();
        setHasPainted(true);
      };
      channel.port2.postMessage(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [run, scenario]);
  return hasPainted;
}
