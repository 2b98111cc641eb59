/** Arrivals and departures at set times, as in ns-3's test suites of queue disciplines. */
import type { Packet } from "../../../../src/engine/net/packet.ts";
import { type Bench, MS } from "../fake-port.ts";

/** Returns numbers between 0 and 1, determined by a seed. */
export function dice(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

export interface Step {
  readonly atMs: number;
  readonly act: () => void;
}

/** Returns `n` steps, the first of them `everyMs` after the start. */
export function every(everyMs: number, n: number, act: () => void): Step[] {
  return Array.from({ length: n }, (_, i) => ({ atMs: (i + 1) * everyMs, act }));
}

export function arrivals(bench: Bench, everyMs: number, n: number, fields: Partial<Packet>): Step[] {
  return every(everyMs, n, () => bench.arrive(1, bench.port.clock.nowNs, fields));
}

export function departures(bench: Bench, everyMs: number, n: number): Step[] {
  return every(everyMs, n, () => bench.discipline.dequeue());
}

/** Runs all steps in order of time (equal times in the given order), including the wake-ups that the discipline requests. */
export function follow(bench: Bench, steps: readonly Step[], look: () => void = () => {}): void {
  const { port } = bench;
  for (const { atMs, act } of [...steps].sort((a, b) => a.atMs - b.atMs)) {
    while (port.wakeNs < atMs * MS) {
      const { wakeNs } = port;
      port.wakeNs = Number.POSITIVE_INFINITY;
      bench.at(wakeNs).onWake();
      look();
    }
    bench.at(atMs * MS);
    act();
    look();
  }
}
