/** Equally spaced samples of what flows received, what the link sent, and how fair that is. */
import type { Flow } from "../flow.ts";
import type { Link } from "../net/link.ts";
import { jainIndex, RunningFairness } from "./jain.ts";
import type { LinkTrace, Samples } from "./snapshot.ts";

const NS_PER_S = 1e9;
/** However many flows there are: a live session that flows join must replay with the same ticks. */
const SAMPLES = 2000;
const MIN_INTERVAL_NS = 1e6;
const MOMENT_NS = 1e9;

export class Sampler {
  readonly intervalNs: number;
  readonly fairness = new RunningFairness();
  private readonly capacity: number;
  private readonly received: Float64Array[] = [];
  private readonly sentBytes: Float64Array[] = [];
  private readonly rateBps: Float64Array[] = [];
  private readonly momentary: Float32Array;
  private readonly running: Float32Array;
  private readonly rates: number[] = [];
  private length = 0;

  constructor(spanNs: number, links: number) {
    this.intervalNs = Math.max(MIN_INTERVAL_NS, Math.ceil(spanNs / SAMPLES));
    this.capacity = Math.floor(spanNs / this.intervalNs) + 1;
    for (let i = 0; i < links; i++) {
      this.sentBytes.push(new Float64Array(this.capacity));
      this.rateBps.push(new Float64Array(this.capacity));
    }
    this.momentary = new Float32Array(this.capacity);
    this.running = new Float32Array(this.capacity);
  }

  sample(nowNs: number, flows: readonly Flow[], links: readonly Link[]): void {
    const at = this.length;
    if (at === this.capacity) return;
    this.length++;
    while (this.received.length < flows.length) this.received.push(new Float64Array(this.capacity));
    for (let i = 0; i < flows.length; i++) this.received[i][at] = flows[i].receivedBytes;
    for (const [i, { port }] of links.entries()) {
      this.sentBytes[i][at] = port.bytesSent;
      this.rateBps[i][at] = port.rateBps;
    }
    this.momentary[at] = this.momentaryJain(at, nowNs, flows);
    this.running[at] = this.fairness.sample(nowNs, (flow) => flows[flow].receivedBytes);
  }

  /** Of the i-th link. */
  linkSamples(link: number): Pick<LinkTrace, "sentBytes" | "rateBps"> {
    return {
      sentBytes: this.sentBytes[link].slice(0, this.length),
      rateBps: this.rateBps[link].slice(0, this.length),
    };
  }

  samples(): Samples {
    const length = this.length;
    return {
      intervalS: this.intervalNs / NS_PER_S,
      length,
      receivedBytes: this.received.map((column) => column.slice(0, length)),
      jainMomentary: this.momentary.slice(0, length),
      jainRunning: this.running.slice(0, length),
    };
  }

  /** Over the last second; a flow that has just joined counts with what it has received so far. */
  private momentaryJain(at: number, nowNs: number, flows: readonly Flow[]): number {
    const back = Math.max(0, at - Math.max(1, Math.round(MOMENT_NS / this.intervalNs)));
    let n = 0;
    for (let i = 0; i < flows.length; i++) {
      if (!flows[i].isActive(nowNs)) continue;
      this.rates[n++] = this.received[i][at] - this.received[i][back];
    }
    return n === 0 ? Number.NaN : jainIndex(this.rates, n);
  }
}
