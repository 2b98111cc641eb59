/** Snapshots with chosen results, and a simulator that answers on request. */

import {
  defaultScenario,
  type JoinResult,
  type LinkResult,
  type LinkTrace,
  type PathState,
  type Percentiles,
  type Question,
  type RunResults,
  type Scenario,
  type Sharing,
  type Snapshot,
  type Story,
} from "../../../src/engine/index.ts";
import { PAGE } from "../../../src/ui/app/features.ts";
import { Bench } from "../../../src/ui/core/bench.ts";
import type { Clock, Simulator } from "../../../src/ui/core/run-scheduler.ts";
import type { Measured } from "../../../src/ui/plots/run-metrics.ts";
import type { LiveFrame, LiveListener, LiveSession } from "../../../src/workers/live-client.ts";
import type { RunListener } from "../../../src/workers/sim-client.ts";

export interface MadeResults {
  readonly goodputMbps?: number;
  readonly utilisation?: number;
  readonly medianMs?: number;
  readonly marks?: number;
  readonly drops?: number;
  readonly jain?: number;
  readonly flows?: number;
  readonly joins?: readonly JoinResult[];
  /** Indices of the thin flows, as in the results of a run. */
  readonly thin?: readonly number[];
  readonly capacityMbps?: number;
  /** Time that the results cover (s). */
  readonly seconds?: number;
  /** Ids of the links. The values of queues belong to the first link. */
  readonly links?: readonly string[];
  readonly losses?: number;
}

const ONE_LINK: readonly string[] = ["bottleneck"];

export function madeMeasured(made: MadeResults = {}): Measured {
  const results = madeResults(made);
  return {
    results,
    link: results.links[0],
    capacityBps: (made.capacityMbps ?? 10) * 1e6,
    seconds: made.seconds ?? 90,
  };
}

export function madeResults(made: MadeResults = {}): RunResults {
  const { goodputMbps = 8, medianMs = 2, flows = 1 } = made;
  const sojournMs: Percentiles = {
    n: 1000,
    mean: medianMs,
    min: 0,
    p1: 0,
    p5: 0,
    p10: 0,
    p25: 1,
    p50: medianMs,
    p75: medianMs + 1,
    p90: medianMs + 2,
    p95: medianMs + 3,
    p99: medianMs + 4,
    max: medianMs + 5,
  };
  return {
    links: (made.links ?? ONE_LINK).map((id) => ({ ...madeLink(made), id, sojournMs })),
    flows: Array.from({ length: flows }, (_, id) => ({
      id,
      group: 0,
      cc: "newreno",
      traffic: "bulk",
      route: "forward",
      ecn: true,
      rttMs: 100,
      startS: 0,
      stopS: 100,
      goodputBps: (goodputMbps * 1e6) / flows,
      bytesReceived: (goodputMbps * 1e6 * 90) / 8 / flows,
      packetsSent: 1,
      retransmissions: 0,
      rtos: 0,
      ecnReductions: 1,
      lossReductions: 0,
      packetsToMarks: 0,
      packetsToLosses: 0,
      cwndSegments: null,
      srttMs: null,
      fctS: null,
      responses: null,
    })),
    fairness: { jain: 0.5, convergenceS: [], sharing: madeSharing(made) },
    packets: 1000,
    events: 5000,
  };
}

function madeSharing({ flows = 1, thin = [], jain = 1, joins = [] }: MadeResults): Sharing {
  const all = Array.from({ length: flows }, (_, id) => id);
  return { flows: all.filter((id) => !thin.includes(id)), thin, jain, joins };
}

function madeLink(made: MadeResults): Omit<LinkResult, "id" | "sojournMs"> {
  return {
    rateBps: (made.capacityMbps ?? 10) * 1e6,
    utilisation: made.utilisation ?? 0.84,
    packets: 1000,
    marks: made.marks ?? 10,
    drops: { overflow: made.drops ?? 0, aqm: 0, link: made.losses ?? 0 },
    queuePackets: { mean: 1, max: 9 },
  };
}

const empty = {
  startS: 0,
  bucketS: 1,
  length: 0,
  min: new Float32Array(),
  max: new Float32Array(),
  last: new Float32Array(),
  mean: new Float32Array(),
  count: new Uint32Array(),
};

function madeTrace(id: string, marksAtS: readonly number[]): LinkTrace {
  return {
    id,
    label: id,
    queue: { sojournMs: empty, lengthPackets: empty, probes: [] },
    events: {
      stride: 1,
      total: marksAtS.length,
      timeS: Float64Array.from(marksAtS),
      flow: new Uint16Array(marksAtS.length),
      kind: new Uint8Array(marksAtS.length),
      isAck: new Uint8Array(marksAtS.length),
    },
    delayCdf: { ms: new Float32Array(), fraction: new Float32Array() },
    sentBytes: new Float64Array(),
    rateBps: new Float64Array(),
  };
}

export function madeSnapshot(
  made: MadeResults & { done?: boolean; nowS?: number; marksAtS?: number[] } = {},
): Snapshot {
  return {
    nowS: made.nowS ?? 100,
    done: made.done ?? true,
    results: madeResults(made),
    digest: "abc123",
    flows: [],
    links: (made.links ?? ONE_LINK).map((id, index) =>
      madeTrace(id, index === 0 ? (made.marksAtS ?? []) : []),
    ),
    samples: {
      intervalS: 1,
      length: 0,
      receivedBytes: [],
      arrivedBytes: [],
      jainMomentary: new Float32Array(),
      jainRunning: new Float32Array(),
      turns: { timeS: new Float64Array(), flow: new Int32Array(), joined: new Uint8Array() },
    },
    flowEvents: {
      stride: 1,
      total: 0,
      timeS: new Float64Array(),
      flow: new Uint16Array(),
      kind: new Uint8Array(),
      before: new Float32Array(),
      after: new Float32Array(),
    },
    programs: [],
  };
}

export interface AskedRun {
  readonly scenario: Scenario;
  readonly on: RunListener;
}

export interface AskedWhy {
  readonly scenario: Scenario;
  readonly question: Question;
  readonly seenS: number;
  answer(story: Story | null): void;
  refuse(message: string): void;
}

export class MadeSimulator implements Simulator {
  readonly runs: AskedRun[] = [];
  readonly shown: { scenario: Scenario; atS: number }[] = [];
  readonly asked: AskedWhy[] = [];
  readonly said: string[] = [];
  /** Commands about the current run, such as its cancellation. */
  readonly orders: string[] = [];
  liveListener: LiveListener | null = null;

  run(scenario: Scenario, on: RunListener): void {
    this.runs.push({ scenario, on });
  }

  pathState(scenario: Scenario, atS: number): Promise<PathState> {
    this.shown.push({ scenario, atS });
    return Promise.resolve({ nowS: atS } as PathState);
  }

  /** Answers a question when the test says so. */
  explain(scenario: Scenario, question: Question, seenS: number): Promise<Story | null> {
    return new Promise((answer, refuse) => {
      this.asked.push({ scenario, question, seenS, answer, refuse: (message) => refuse(new Error(message)) });
    });
  }

  live(_scenario: Scenario, on: LiveListener, _fromS?: number): LiveSession {
    this.liveListener = on;
    const say = (what: string) => () => {
      this.said.push(what);
    };
    return {
      play: say("play"),
      pause: say("pause"),
      step: (kind) => {
        this.said.push(`step ${kind}`);
      },
      change: ({ id, value, flow }) => {
        this.said.push(`${flow ?? "all"}: ${id}=${value}`);
      },
      addFlow: say("add-flow"),
      stopAt: (kind) => {
        this.said.push(`stop at ${kind}`);
      },
      unseen: () => [],
      stop: say("stop"),
    };
  }

  dispose(): void {}

  stopRun(): void {
    this.orders.push("stop");
  }

  goOn(): void {
    this.orders.push("go on");
  }

  frame(frame: Partial<LiveFrame> & { scenario: Scenario }): void {
    this.liveListener?.frame({
      snapshot: madeSnapshot({ done: false, nowS: 10 }),
      pathState: { nowS: 10 } as LiveFrame["pathState"],
      playing: true,
      speed: 1,
      stopAt: null,
      news: null,
      ...frame,
    });
  }
}

/** A clock that the test advances. */
export class MadeClock implements Clock {
  ms = 0;
  #timers: { dueMs: number; callback: () => void }[] = [];
  #waiting: (() => void)[] = [];

  now(): number {
    return this.ms;
  }

  nextFrame(callback: () => void): void {
    this.#waiting.push(callback);
  }

  expectFrame(): void {}

  after(ms: number, callback: () => void): void {
    this.#timers.push({ dueMs: this.ms + ms, callback });
  }

  frame(ms = 16): void {
    this.ms += ms;
    const ring = this.#timers.filter(({ dueMs }) => dueMs <= this.ms);
    this.#timers = this.#timers.filter(({ dueMs }) => dueMs > this.ms);
    for (const { callback } of ring) callback();
    const due = this.#waiting;
    this.#waiting = [];
    for (const callback of due) callback();
  }
}

/** Lets the callbacks of all settled promises run. */
export function heard(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

export class MadeAddress {
  readonly location = { hash: "", href: "https://example.org/sawtooth/" };
  readonly writes: string[] = [];
  readonly history = {
    state: null as unknown,
    replaceState: (state: unknown, __: string, url?: string | URL | null) => {
      this.history.state = state;
      if (url !== undefined) this.#write("replace", String(url));
    },
    pushState: (state: unknown, __: string, url?: string | URL | null) => {
      this.#below = this.location.hash;
      this.history.state = state;
      this.#write("push", String(url));
    },
    back: () => {
      this.writes.push("back");
      this.history.state = null;
      this.go(this.#below);
    },
  };
  /** The URL of the entry below the last one that was added. */
  #below = "";
  #moved: (() => void)[] = [];
  #left: (() => void)[] = [];
  #timers: (() => void)[] = [];

  addEventListener(type: string, listener: () => void): void {
    if (type === "hashchange") this.#moved.push(listener);
    if (type === "pagehide") this.#left.push(listener);
  }

  setTimeout(handler: () => void): number {
    return this.#timers.push(handler);
  }

  /** Simulates a reload of the page. */
  leave(): void {
    for (const listener of this.#left) listener();
  }

  /** Runs all timers, and those that they start, as after a long pause without input. */
  settle(): void {
    while (this.#timers.length > 0) {
      const due = this.#timers;
      this.#timers = [];
      for (const handler of due) handler();
    }
  }

  go(hash: string): void {
    this.location.hash = hash;
    for (const listener of this.#moved) listener();
  }

  #write(how: string, url: string): void {
    this.location.hash = url;
    this.writes.push(`${how} ${url}`);
  }
}

export function withBeta(beta: number, scenario: Scenario = defaultScenario()): Scenario {
  const flows = scenario.flows.map((flow) => ({ ...flow, params: { ...flow.params, "beta-ecn": beta } }));
  return { ...scenario, flows };
}

/** Returns a bench that has not shown a run yet. */
export function madeBench(address = new MadeAddress()): Bench {
  return new Bench(new MadeSimulator(), address, new MadeClock(), undefined, undefined, PAGE);
}
