/**
 * A congestion control that a custom program controls. Its hooks set cwnd, ssthresh and the pacing rate. The sender does the rest
 * as for every control: scoreboard, retransmissions, timers, and the execution of a reduction (immediate or PRR).
 */
import type {
  CongestionControl,
  CongestionControlCard,
  CongestionControlDefinition,
} from "../cc/congestion-control.ts";
import type { EventSlot } from "../core/event-queue.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { NS_PER_MS, numberOf } from "../params/read.ts";
import type { AckSample, DeliveredSegments } from "../tcp/ack-sample.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { type AssignableRange, hooksOf, settable, WAKE_MS } from "./contract.ts";
import { CELL, cellOf } from "./prelude.ts";
import type { Program } from "./program-text.ts";
import type { ExecutableProgram, Fault, Instance, ProgramPlace } from "./run-programs.ts";

const tcpCell = (name: string) => cellOf("tcp", name);
const AT = {
  cwnd: tcpCell("cwnd"),
  ssthresh: tcpCell("ssthresh"),
  pacingRateBps: tcpCell("pacingRateBps"),
  acked: tcpCell("acked"),
  marked: tcpCell("marked"),
  lost: tcpCell("lost"),
  rttMs: tcpCell("rttMs"),
  srttMs: tcpCell("srttMs"),
  minRttMs: tcpCell("minRttMs"),
  inflight: tcpCell("inflight"),
  deliveryRateBps: tcpCell("deliveryRateBps"),
  deliveredTotal: tcpCell("deliveredTotal"),
  markedTotal: tcpCell("markedTotal"),
  una: tcpCell("una"),
  nxt: tcpCell("nxt"),
  minCwnd: tcpCell("minCwnd"),
  mssBytes: tcpCell("mssBytes"),
  nowMs: tcpCell("nowMs"),
  oneWayDelayMs: tcpCell("oneWayDelayMs"),
  isAppLimited: tcpCell("isAppLimited"),
  seq: cellOf("segment", "seq"),
  segmentRttMs: cellOf("segment", "rttMs"),
  isRetransmission: cellOf("segment", "isRetransmission"),
};

const [CWND, SSTHRESH, PACE] = [settable("cwnd"), settable("ssthresh"), settable("pacingRateBps")];

const allows = ({ least, most }: AssignableRange, value: number) => value >= least && value <= most;

function wrong(name: string, { least, most }: AssignableRange, value: number): Fault {
  return { message: `${name} must be a number from ${least} to ${most}, got ${value}.`, line: null };
}

const HOOK = Object.fromEntries(hooksOf("sender").map(({ name }, i) => [name, i]));

export class CustomSender implements CongestionControl {
  readonly program: ExecutableProgram;
  readonly instance: Instance | null;
  private readonly timer: EventSlot | null;
  private readonly values: Float64Array;
  private readonly has: Readonly<Record<string, boolean>>;
  isStopped: boolean;
  private paceBefore = 0;
  /** Fraction of cwnd beyond whole segments. It is dropped when the sender sets cwnd. */
  private fraction = 0;
  private wholeCwnd = -1;
  private rttNs = 0;
  private acked = 0;
  private marked = 0;
  private lost = 0;
  private deliveryRateBps = 0;
  private isAppLimited = false;
  /** Current segment in onSend or onSegment, its RTT (ns), and whether it was sent before. */
  private seq = 0;
  private segmentRttNs = 0;
  private isRetransmission = false;
  private deliveredTotal = 0;
  private markedTotal = 0;
  /** SND.UNA at the previous sample; -1 before the first sample. */
  private lastUna = -1;
  /** ssthresh that applies after the end of a reduction; NaN if the target of the reduction stays as ssthresh. */
  private ssthreshAfter = Number.NaN;

  constructor(
    program: ExecutableProgram,
    values: ParamValues,
    random: () => number,
    programs: ProgramPlace | undefined,
  ) {
    this.program = program;
    this.has = Object.fromEntries(program.hooks.map((name) => [name, true]));
    this.values = new Float64Array(program.params.length);
    for (const [i, { param }] of program.params.entries())
      this.values[i] = numberOf(values[param.id], param.id);
    if (programs === undefined) throw new Error("a custom program can only run within a run");
    this.timer = programs.timer;
    this.instance = programs.instantiate(program, this.values, random);
    this.isStopped = this.instance === null;
    this.scheduleTick();
  }

  release(): void {
    this.instance?.release();
  }

  onAck(state: SenderState, acked: number): void {
    this.acked = acked;
    if (this.call(state, "onAck")) this.take(state);
  }

  onSample(state: SenderState, sample: AckSample): void {
    this.acked = sample.delivered;
    this.marked = sample.marked;
    this.lost = sample.lost;
    this.deliveredTotal = sample.deliveredTotal;
    this.markedTotal = sample.markedTotal;
    this.isAppLimited = sample.isAppLimited;
    if (sample.intervalNs > 0) this.deliveryRateBps = sample.deliveryRate * state.mssBytes * 8;
    if (sample.segments !== null) this.tellSegments(state, sample.segments);
    if (this.call(state, "onSample")) this.take(state);
    if (this.program.ownsRecovery) this.growByAck(state);
  }

  private tellSegments(state: SenderState, { count, seqs, sentNs }: DeliveredSegments): void {
    for (let i = 0; i < count; i++) {
      this.seq = seqs[i];
      this.isRetransmission = sentNs[i] < 0;
      this.segmentRttNs = this.isRetransmission ? 0 : state.nowNs - sentNs[i];
      if (this.call(state, "onSegment")) this.take(state);
    }
  }

  onSend(state: SenderState, seq: number, isRetransmission: boolean): void {
    this.seq = seq;
    this.isRetransmission = isRetransmission;
    this.segmentRttNs = 0;
    if (this.call(state, "onSend")) this.take(state);
  }

  onTick(state: SenderState): void {
    if (this.call(state, "onTick")) this.take(state);
  }

  /**
   * Calls the hook onAck when SND.UNA has advanced, in every congestion state. Outside loss recovery, onAck is called only if
   * cwnd is fully used (RFC 7661 §4.1).
   */
  private growByAck(state: SenderState): void {
    const acked = this.lastUna < 0 ? this.acked : state.una - this.lastUna;
    this.lastUna = state.una;
    if (acked > 0 && (state.mayGrow || state.inRecovery || state.inLoss)) this.onAck(state, acked);
  }

  ssthreshAfterLoss(state: SenderState): number {
    return this.goal(state, "onLoss");
  }

  ssthreshAfterMark(state: SenderState): number {
    return this.goal(state, "onMark");
  }

  onReductionEnd(state: SenderState): void {
    if (!Number.isNaN(this.ssthreshAfter)) state.ssthresh = this.ssthreshAfter;
    this.ssthreshAfter = Number.NaN;
  }

  onTimeout(state: SenderState): void {
    if (!Number.isNaN(this.ssthreshAfter)) state.ssthresh = this.ssthreshAfter;
    this.ssthreshAfter = Number.NaN;
    if (!this.call(state, "onTimeout")) return;
    this.takeSsthresh(state);
  }

  onRttSample(_state: SenderState, rttNs: number): void {
    this.rttNs = rttNs;
  }

  onIdle(state: SenderState): void {
    if (this.call(state, "onIdle")) this.take(state);
  }

  configure(id: string, value: ParamValue): void {
    const index = this.program.params.findIndex(({ param }) => param.id === id);
    if (index < 0) throw new Error(`${this.program.name} has no parameter ${id}`);
    this.values[index] = numberOf(value, id);
  }

  probe(index: number): number {
    if (this.isStopped || this.instance === null) return Number.NaN;
    this.instance.enter();
    return this.instance.sandbox.probe(this.instance.number, index);
  }

  /** Returns the cwnd that the hook has set after a signal. If the hook has set only ssthresh, returns ssthresh, as in every TCP. */
  private goal(state: SenderState, hook: string): number {
    if (this.program.ownsRecovery) return this.cutAtOnce(state, hook);
    this.ssthreshAfter = Number.NaN;
    if (!this.call(state, hook)) return state.cwnd;
    const { cells } = this;
    const isCwndSet = cells[CELL.cwndSet] === 1;
    const isSsthreshSet = cells[CELL.ssthreshSet] === 1;
    this.fraction = 0;
    this.takePace(state);
    if (!isCwndSet && !isSsthreshSet) return state.cwnd;
    const wanted = isCwndSet ? cells[AT.cwnd] : cells[AT.ssthresh];
    const goal = Math.min(
      Math.max(state.minCwnd, Math.floor(wanted + ROUNDING)),
      Math.max(state.cwnd, state.minCwnd),
    );
    if (isCwndSet && isSsthreshSet)
      this.ssthreshAfter = Math.max(state.minCwnd, Math.floor(cells[AT.ssthresh] + ROUNDING));
    return goal;
  }

  private cutAtOnce(state: SenderState, hook: string): number {
    const before = state.cwnd;
    if (this.call(state, hook)) this.take(state);
    return Math.min(before, state.cwnd);
  }

  /** Runs a hook. Returns false if the program has no such hook or the hook did not complete. */
  private call(state: SenderState, hook: string): boolean {
    const { instance } = this;
    if (this.isStopped || instance === null) {
      state.isHalted = true;
      return false;
    }
    if (this.has[hook] !== true) return false;
    instance.enter();
    this.write(state);
    this.cells[CELL.hook] = HOOK[hook];
    const fault = instance.sandbox.call() ?? this.wrongValue();
    if (fault === null) {
      this.scheduleTick();
      const phase = this.cells[CELL.phase];
      if (phase >= 0) state.enter(this.program.phases[phase], Number.NaN);
      return true;
    }
    this.isStopped = true;
    state.isHalted = true;
    instance.stop(fault);
    return false;
  }

  /** Schedules onTick if the program has requested it in the last hook. */
  private scheduleTick(): void {
    const inMs = this.instance?.sandbox.cells[CELL.wakeInMs] ?? NO_WAKE;
    if (inMs >= WAKE_MS.least && inMs <= WAKE_MS.most)
      this.timer?.schedule(Math.max(1, Math.round(inMs * NS_PER_MS)));
  }

  /**
   * Checks the values in the cells. The sandbox has already checked each assignment; this second check does not rely on the
   * sandbox.
   */
  private wrongValue(): Fault | null {
    const { cells } = this;
    if (cells[CELL.cwndSet] === 1 && !allows(CWND, cells[AT.cwnd]))
      return wrong("cwnd", CWND, cells[AT.cwnd]);
    if (cells[CELL.ssthreshSet] === 1 && !allows(SSTHRESH, cells[AT.ssthresh]))
      return wrong("ssthresh", SSTHRESH, cells[AT.ssthresh]);
    const phase = cells[CELL.phase];
    if (phase !== NO_PHASE && this.program.phases[phase] === undefined)
      return { message: `There is no phase ${phase}.`, line: null };
    // A pacing rate that the hook has not assigned is not checked. Pacing may produce any value, including 0 before the first
    // rate.
    const pace = cells[AT.pacingRateBps];
    if (this.program.isPaced && pace !== this.paceBefore && !allows(PACE, pace))
      return wrong("pacingRateBps", PACE, pace);
    return null;
  }

  write(state: SenderState): void {
    const { instance } = this;
    if (instance === null) return;
    const cells = instance.sandbox.cells;
    cells[CELL.instance] = instance.number;
    cells[CELL.cwndSet] = 0;
    cells[CELL.ssthreshSet] = 0;
    cells[CELL.phase] = NO_PHASE;
    cells[CELL.wakeInMs] = NO_WAKE;
    cells[AT.cwnd] = state.cwnd + this.fractionOf(state);
    cells[AT.ssthresh] = state.ssthresh;
    this.paceBefore = state.pacingRate * state.mssBytes * 8;
    cells[AT.pacingRateBps] = this.paceBefore;
    cells[AT.acked] = this.acked;
    cells[AT.marked] = this.marked;
    cells[AT.lost] = this.lost;
    cells[AT.rttMs] = this.rttNs / NS_PER_MS;
    cells[AT.srttMs] = state.srttNs / NS_PER_MS;
    cells[AT.minRttMs] = state.minRttNs / NS_PER_MS;
    cells[AT.inflight] = state.inflight;
    cells[AT.deliveryRateBps] = this.deliveryRateBps;
    cells[AT.deliveredTotal] = this.deliveredTotal;
    cells[AT.markedTotal] = this.markedTotal;
    cells[AT.una] = state.una;
    cells[AT.nxt] = state.nxt;
    cells[AT.minCwnd] = state.minCwnd;
    cells[AT.mssBytes] = state.mssBytes;
    cells[AT.nowMs] = state.nowNs / NS_PER_MS;
    cells[AT.oneWayDelayMs] = state.oneWayNs / NS_PER_MS;
    cells[AT.isAppLimited] = this.isAppLimited ? 1 : 0;
    cells[AT.seq] = this.seq;
    cells[AT.segmentRttMs] = this.segmentRttNs / NS_PER_MS;
    cells[AT.isRetransmission] = this.isRetransmission ? 1 : 0;
    for (let i = 0; i < this.values.length; i++) cells[CELL.params + i] = this.values[i];
  }

  /** Applies the results of a hook that sets the window directly. */
  private take(state: SenderState): void {
    const { cells } = this;
    if (cells[CELL.cwndSet] === 1) {
      const window = cells[AT.cwnd];
      const whole = Math.max(1, Math.floor(window + ROUNDING));
      this.fraction = Math.max(0, window - whole);
      state.cwnd = whole;
      this.wholeCwnd = whole;
      state.cwndCredit = 0;
    }
    this.takeSsthresh(state);
    this.takePace(state);
  }

  private takeSsthresh(state: SenderState): void {
    const { cells } = this;
    if (cells[CELL.ssthreshSet] === 1) state.ssthresh = Math.max(state.minCwnd, cells[AT.ssthresh]);
  }

  private takePace(state: SenderState): void {
    if (this.program.isPaced) state.pacingRate = this.cells[AT.pacingRateBps] / (state.mssBytes * 8);
  }

  private fractionOf(state: SenderState): number {
    return state.cwnd === this.wholeCwnd ? this.fraction : 0;
  }

  private get cells(): Float64Array {
    const { instance } = this;
    if (instance === null) throw new Error("the program was not started, so it has no variables");
    return instance.sandbox.cells;
  }
}
const NO_PHASE = -1;
const NO_WAKE = -1;

/** Tolerance for floating-point errors, as in `cut` of cc/backoff.ts: 10 × 0.7 is 7. */
const ROUNDING = 1e-9;

/** Returns the declaration of a congestion control that runs the program. */
export function senderCard(program: Program): CongestionControlCard {
  const { feedback } = program;
  return {
    id: program.id,
    label: program.name,
    family: "Your own",
    summary: "A custom sender. You write its program next to the plots.",
    cite: "own code",
    params: program.params.map(({ param }) => param),
    probes: program.probes.map(({ probe }) => probe),
    phases: program.phases,
    feedback: feedback === "l4s" ? "accurate" : feedback,
    ect1: feedback === "l4s",
    samples: ["onSample", "onSegment"].some((name) => program.hooks.includes(name)) || program.ownsRecovery,
    segments: program.hooks.includes("onSegment"),
    sends: program.hooks.includes("onSend"),
    ticks: program.hooks.includes("onTick"),
    timestamps: program.readsDelays,
    ownsCwnd: program.ownsRecovery,
    repairsAtOnce: program.ownsRecovery,
    paced: program.isPaced,
  };
}

/** Returns the definition of a congestion control that runs the program. */
export function customSender(
  card: CongestionControlCard,
  program: ExecutableProgram,
): CongestionControlDefinition {
  return {
    ...card,
    create: (values, random, programs) => new CustomSender(program, values, random, programs),
  };
}
