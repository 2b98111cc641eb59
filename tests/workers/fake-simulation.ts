/**
 * A fake simulation with one event per simulated millisecond and a known wall time per event. It lets tests check
 * slicing, pacing and the order of runners to the millisecond.
 */
import {
  type Change,
  type FlowSpec,
  FORMAT_VERSION,
  type PathState,
  type RunResults,
  type Scenario,
  type Snapshot,
} from "../../src/engine/index.ts";
import { TooLargeRun } from "../../src/engine/simulator.ts";
import type { Simulating } from "../../src/workers/simulating.ts";
import type { FakeTime } from "./fake-time.ts";

/** Parameters of a fake run, in `scenario.run`. */
export interface FakeRun {
  readonly durationS: number;
  /** Wall time for each event (ms). */
  readonly costMs?: number;
  readonly snapshotCostMs?: number;
  readonly pathStateCostMs?: number;
  /** Simulated time at which the engine fails. */
  readonly failAtS?: number;
  /** Simulated time at which the run turns out to be too large. */
  readonly tooLargeAtS?: number;
  readonly name?: string;
  readonly heldBytes?: number;
}

export function fakeScenario(run: FakeRun): Scenario {
  return {
    v: FORMAT_VERSION,
    run: { ...run, duration: run.durationS },
    path: { topology: "dumbbell", params: {}, links: [], routes: [] },
    queue: { aqm: "codel", params: {} },
    tcp: {},
    flows: [{ cc: "newreno", traffic: "bulk", count: 1, params: {} }],
    changes: [],
  };
}

export const FAKE_RTT_S = 0.1;

export class FakeSimulation implements Simulating {
  scenario: Scenario;
  snapshots = 0;
  #run: FakeRun;
  #time: Pick<FakeTime, "spend">;
  #nowMs = 0;

  constructor(scenario: Scenario, time: Pick<FakeTime, "spend">) {
    const run = scenario.run as unknown as FakeRun;
    if (run.durationS < 0) throw new RangeError("duration must be at least 0 s");
    this.scenario = scenario;
    this.#run = run;
    this.#time = time;
  }

  get nowS(): number {
    return this.#nowMs / 1000;
  }

  get heldBytes(): number {
    return this.#run.heldBytes ?? 0;
  }

  get done(): boolean {
    return this.nowS >= this.#run.durationS;
  }

  advance(untilS: number, maxEvents = Number.POSITIVE_INFINITY): boolean {
    const untilMs = Math.min(untilS, this.#run.durationS) * 1000;
    for (let i = 0; i < maxEvents; i++) {
      if (this.#nowMs + 1 > untilMs) {
        this.#nowMs = Math.max(this.#nowMs, untilMs);
        return true;
      }
      this.#event();
    }
    return this.#nowMs >= untilMs;
  }

  stepEvent(): void {
    if (!this.done) this.#event();
  }

  /** Advances to the next signal. Signals come every 250 ms. */
  stepToSignal(): void {
    this.advance((Math.floor(this.#nowMs / 250) + 1) * 0.25);
  }

  change(change: Change): void {
    if (change.id === "impossible") throw new RangeError("impossible: 0 to 1 is allowed");
    const applied = { ...change, atS: Math.max(change.atS, this.nowS) };
    this.scenario = { ...this.scenario, changes: [...this.scenario.changes, applied] };
  }

  addFlow(flow: FlowSpec): void {
    this.scenario = { ...this.scenario, flows: [...this.scenario.flows, flow] };
  }

  results(): RunResults {
    return { flows: [{ rttMs: FAKE_RTT_S * 1000, cc: "reno", packetsSent: 1 }] } as unknown as RunResults;
  }

  digest(): string {
    return `${this.#run.name ?? "run"}@${this.nowS}`;
  }

  keepPrograms(): void {}

  wastedPackets(_cc: string): number {
    return 0;
  }

  programs(): [] {
    return [];
  }

  snapshot(): Snapshot {
    this.snapshots += 1;
    this.#time.spend(this.#run.snapshotCostMs ?? 0);
    const series = new Float32Array(4);
    const { nowS, done } = this;
    return { nowS, done, results: this.results(), digest: this.digest(), series } as unknown as Snapshot;
  }

  pathState(): PathState {
    this.#time.spend(this.#run.pathStateCostMs ?? 0);
    return { nowS: this.nowS, cwnd: new Float32Array(1) } as unknown as PathState;
  }

  #event(): void {
    this.#nowMs += 1;
    this.#time.spend(this.#run.costMs ?? 0);
    if (this.#run.failAtS !== undefined && this.nowS >= this.#run.failAtS)
      throw new Error("the heap is upside down");
    if (this.nowS >= (this.#run.tooLargeAtS ?? Number.POSITIVE_INFINITY))
      throw new TooLargeRun("it needs more than 5 MB");
  }
}
