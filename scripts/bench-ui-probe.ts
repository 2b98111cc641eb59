/** What `bench:ui` puts into the page before its own code: watches input, paints and long tasks. */

interface Painted {
  readonly url: string;
  readonly done: boolean;
}

export interface ProbedWindow {
  sawtoothProbe?: {
    painted: Painted | null;
    /** From the first input since `arm` to the paint of its complete run; null until then. */
    elapsedMs: number | null;
    arm(): void;
    forgetTasks(): void;
    longestTaskMs(): number;
  };
}

/** Runs in the page, alone: refers to nothing outside of itself. */
export function installProbe(): void {
  let urlBefore: string | undefined;
  let inputMs: number | null = null;
  let armed = false;
  let longestMs = 0;
  const probe: NonNullable<ProbedWindow["sawtoothProbe"]> = {
    painted: null,
    elapsedMs: null,
    arm() {
      urlBefore = probe.painted?.url;
      inputMs = null;
      probe.elapsedMs = null;
      armed = true;
    },
    forgetTasks() {
      longestMs = 0;
    },
    longestTaskMs: () => longestMs,
  };
  (window as ProbedWindow).sawtoothProbe = probe;
  addEventListener(
    "keydown",
    (event) => {
      if (armed && event.isTrusted) inputMs ??= event.timeStamp;
    },
    { capture: true },
  );
  addEventListener("sawtooth:painted", (event) => {
    const nowMs = performance.now();
    probe.painted = (event as CustomEvent<Painted>).detail;
    // One move at a time: a complete run with another state than before is the run of this move.
    if (!armed || inputMs === null || !probe.painted.done || probe.painted.url === urlBefore) return;
    probe.elapsedMs = nowMs - inputMs;
    armed = false;
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longestMs = Math.max(longestMs, entry.duration);
  }).observe({ type: "longtask" });
}
