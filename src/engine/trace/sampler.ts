/** Samples at equal intervals: bytes received by flows, bytes sent by links, and fairness. */
import type { Clock } from "../core/clock.ts";
import type { Link } from "../net/link.ts";
import type { FlowReadings } from "./flow-readings.ts";
import { jainOfGains, RunningFairness } from "./jain.ts";
import type { LinkTrace, Samples, Turns } from "./snapshot.ts";

const NS_PER_S = 1e9;
/**
 * Number of samples of a run. It must not depend on the number of flows: flows may join a live session, and its replay must have
 * the same sampling times.
 */
const SAMPLES = 2000;
const MIN_INTERVAL_NS = 1e6;
const MOMENT_NS = 1e9;

/** Sampler of one run. */
export class Sampler {
  readonly intervalNs: number;
  readonly fairness: RunningFairness;
  private readonly capacity: number;
  /** Received bytes: one row per sample, one entry per flow. */
  private received: Float64Array;
  /** Bytes that have arrived in any order: one row per sample, one entry per flow. */
  private arrived: Float64Array;
  /** Number of entries per row. */
  private width: number;
  private flows = 0;
  private readonly sentBytes: Float64Array[] = [];
  private readonly rateBps: Float64Array[] = [];
  private readonly momentary: Float32Array;
  private readonly running: Float32Array;
  private length = 0;

  /** `flows` is the number of flows at the start. */
  constructor(clock: Clock, spanNs: number, links: number, flows: number) {
    this.fairness = new RunningFairness(clock);
    this.intervalNs = Math.max(MIN_INTERVAL_NS, Math.ceil(spanNs / SAMPLES));
    this.capacity = Math.floor(spanNs / this.intervalNs) + 1;
    this.width = flows;
    this.received = new Float64Array(this.capacity * flows);
    this.arrived = new Float64Array(this.capacity * flows);
    for (let i = 0; i < links; i++) {
      this.sentBytes.push(new Float64Array(this.capacity));
      this.rateBps.push(new Float64Array(this.capacity));
    }
    this.momentary = new Float32Array(this.capacity);
    this.running = new Float32Array(this.capacity);
  }

  sample(flows: FlowReadings, links: readonly Link[]): void {
    const at = this.length;
    if (at === this.capacity) return;
    this.length++;
    if (flows.flows > this.width) this.widen(flows.flows);
    this.flows = flows.flows;
    const { received, arrived } = this;
    const { receivedBytes, arrivedBytes } = flows;
    const row = at * this.width;
    for (let i = 0; i < this.flows; i++) {
      received[row + i] = receivedBytes[i];
      arrived[row + i] = arrivedBytes[i];
    }
    for (let i = 0; i < links.length; i++) {
      this.sentBytes[i][at] = links[i].port.bytesSent;
      this.rateBps[i][at] = links[i].port.rateOver(this.intervalNs);
    }
    this.momentary[at] = jainOfGains(
      received,
      row,
      received,
      this.secondBefore(at) * this.width,
      flows.isActive,
      this.flows,
    );
    this.running[at] = this.fairness.sample(received, row);
  }

  /** Returns the samples of the i-th link. */
  linkSamples(link: number): Pick<LinkTrace, "sentBytes" | "rateBps"> {
    return {
      sentBytes: this.sentBytes[link].slice(0, this.length),
      rateBps: this.rateBps[link].slice(0, this.length),
    };
  }

  /** Number of flows for which the rows have room. */
  get flowCount(): number {
    return this.width;
  }

  get heldBytes(): number {
    return this.received.byteLength + this.arrived.byteLength;
  }

  get intervalS(): number {
    return this.intervalNs / NS_PER_S;
  }

  /** Returns the samples of all flows. */
  samples(): Samples {
    const length = this.length;
    return {
      intervalS: this.intervalS,
      length,
      receivedBytes: Array.from({ length: this.flows }, (_, flow) => this.column(this.received, flow)),
      arrivedBytes: Array.from({ length: this.flows }, (_, flow) => this.column(this.arrived, flow)),
      jainMomentary: this.momentary.slice(0, length),
      jainRunning: this.running.slice(0, length),
      turns: this.turns(),
    };
  }

  turns(): Turns {
    const { turns } = this.fairness;
    return {
      timeS: Float64Array.from(turns, ({ atNs }) => atNs / NS_PER_S),
      flow: Int32Array.from(turns, ({ flow }) => flow),
      joined: Uint8Array.from(turns, ({ isJoin }) => (isJoin ? 1 : 0)),
    };
  }

  /** Values of F(t) of all flows, one per sample. */
  recordedF(): Float32Array {
    return this.running.subarray(0, this.length);
  }

  private column(rows: Float64Array, flow: number): Float64Array {
    const column = new Float64Array(this.length);
    for (let at = 0; at < column.length; at++) column[at] = rows[at * this.width + flow];
    return column;
  }

  /**
   * Returns the index of the row of the sample one second earlier. For a flow that has just joined, that row contains the bytes
   * received so far.
   */
  private secondBefore(at: number): number {
    return Math.max(0, at - Math.max(1, Math.round(MOMENT_NS / this.intervalNs)));
  }

  /** Enlarges the rows after flows have joined during the run. */
  private widen(flows: number): void {
    const width = Math.max(flows, 2 * this.width);
    this.received = this.widened(this.received, width);
    this.arrived = this.widened(this.arrived, width);
    this.width = width;
  }
  private widened(rows: Float64Array, width: number): Float64Array {
    const wider = new Float64Array(this.capacity * width);
    for (let at = 0; at < this.length; at++) {
      wider.set(rows.subarray(at * this.width, (at + 1) * this.width), at * width);
    }
    return wider;
  }
}
