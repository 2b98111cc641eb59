/** Arrivals and departures at set times, as ns-3's test suites of queue disciplines make them. */
import type { Packet } from "../../../../src/engine/net/packet.ts";
import { type Bench, MS } from "../fake-port.ts";

/** Numbers between 0 and 1 that a seed decides. */
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

/** `n` steps, the first of them `everyMs` from the start. */
export function every(everyMs: number, n: number, act: () => void): Step[] {
  return Array.from({ length: n }, (_, i) => ({ atMs: (i + 1) * everyMs, act }));
}

export function arrivals(bench: Bench, everyMs: number, n: number, fields: Partial<Packet>): Step[] {
  return every(everyMs, n, () => bench.arrive(1, bench.port.clock.nowNs, fields));
}

export function departures(bench: Bench, everyMs: number, n: number): Step[] {
  return every(everyMs, n, () => bench.discipline.dequeue());
}

/** All steps in order of time, those of the same time as they are given, with what the discipline asked to be woken for. */
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
