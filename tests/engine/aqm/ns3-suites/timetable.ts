/** Lets packets arrive and leave at set times, as ns-3's test suites of queue disciplines do. */
import type { Packet } from "../../../../src/engine/net/packet.ts";
import { type Bench, MS } from "../fake-port.ts";

/** Returns a generator of numbers between 0 and 1, determined by a seed. */
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

/** Returns `n` steps, `everyMs` apart. The first one is `everyMs` after the start. */
function every(everyMs: number, n: number, act: () => void): Step[] {
  return Array.from({ length: n }, (_, i) => ({ atMs: (i + 1) * everyMs, act }));
}

export function arrivals(bench: Bench, everyMs: number, n: number, fields: Partial<Packet>): Step[] {
  return every(everyMs, n, () => bench.arrive(1, bench.port.clock.nowNs, fields));
}

export function departures(bench: Bench, everyMs: number, n: number): Step[] {
  return every(everyMs, n, () => bench.discipline.dequeue());
}

/**
 * Runs all steps in order of time, and steps at the same time in the given order. Wake-ups that the discipline
 * requests are included.
 */
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
