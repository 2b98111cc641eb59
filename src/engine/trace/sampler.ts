/** Equally spaced samples of what flows received, what the link sent, and how fair that is. */
import type { Connection } from "../tcp/connection.ts";
import { jainIndex, RunningFairness } from "./jain.ts";
import type { Samples } from "./snapshot.ts";

const NS_PER_S = 1e9;
const MAX_SAMPLES = 2000;
/** Bounds memory when there are many flows. */
const MAX_CELLS = 2_000_000;
const MIN_SAMPLES = 200;
const MIN_INTERVAL_NS = 1e6;
const MOMENT_NS = 1e9;

export class Sampler {
  readonly intervalNs: number;
  readonly fairness = new RunningFairness();
  private readonly capacity: number;
  private readonly received: Float64Array[] = [];
  private readonly linkBytes: Float64Array;
  private readonly momentary: Float32Array;
  private readonly running: Float32Array;
  private readonly rates: number[] = [];
  private length = 0;

  constructor(spanNs: number, flows: number) {
    const samples = Math.max(MIN_SAMPLES, Math.min(MAX_SAMPLES, Math.floor(MAX_CELLS / Math.max(1, flows))));
    this.intervalNs = Math.max(MIN_INTERVAL_NS, Math.ceil(spanNs / samples));
    this.capacity = Math.floor(spanNs / this.intervalNs) + 1;
    this.linkBytes = new Float64Array(this.capacity);
    this.momentary = new Float32Array(this.capacity);
    this.running = new Float32Array(this.capacity);
  }

  sample(nowNs: number, connections: readonly Connection[], linkBytes: number): void {
    const at = this.length;
    if (at === this.capacity) return;
    this.length++;
    while (this.received.length < connections.length) this.received.push(new Float64Array(this.capacity));
    for (let i = 0; i < connections.length; i++) this.received[i][at] = connections[i].receivedBytes;
    this.linkBytes[at] = linkBytes;
    this.momentary[at] = this.momentaryJain(at, nowNs, connections);
    this.running[at] = this.fairness.sample(nowNs, (flow) => connections[flow].receivedBytes);
  }

  samples(): Samples {
    const length = this.length;
    return {
      intervalS: this.intervalNs / NS_PER_S,
      length,
      receivedBytes: this.received.map((column) => column.slice(0, length)),
      linkBytes: this.linkBytes.slice(0, length),
      jainMomentary: this.momentary.slice(0, length),
      jainRunning: this.running.slice(0, length),
    };
  }

  /** Over the last second; a flow that has just joined counts with what it has received so far. */
  private momentaryJain(at: number, nowNs: number, connections: readonly Connection[]): number {
    const back = Math.max(0, at - Math.max(1, Math.round(MOMENT_NS / this.intervalNs)));
    let n = 0;
    for (let i = 0; i < connections.length; i++) {
      if (!connections[i].isActive(nowNs)) continue;
      this.rates[n++] = this.received[i][at] - this.received[i][back];
    }
    return n === 0 ? Number.NaN : jainIndex(this.rates, n);
  }
}
