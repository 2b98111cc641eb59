/**
 * Index of one run, as far as the questions about it need. It holds what an explanation may name from other times: reductions,
 * marks, drops and losses before and after the event, the idle times of each link, and the series that every run records.
 */
import type { Network } from "../network.ts";
import { LOG } from "../trace/log-rows.ts";
import { LOG_FLAG, PacketLog } from "../trace/packet-log.ts";
import { type MakeReplay, type Replay, runInSteps } from "../trace/replay.ts";
import { FLOW_EVENT, isCut, QUEUE_EVENT, type Snapshot } from "../trace/snapshot.ts";
import { IdleTimes, longestRoundNs } from "./idle-times.ts";
import type { Question } from "./story.ts";

/** A reduction, a timeout or the end of slow start of a flow; windows are in segments. */
export interface FlowFact {
  readonly timeNs: number;
  readonly flow: number;
  /** Kind of the event: a FLOW_EVENT. */
  readonly kind: number;
  readonly before: number;
  readonly after: number;
  /**
   * Time at which the reduced window first returned to `before` (ns); Infinity if it did not return, or if it was reduced again
   * before returning.
   */
  backNs: number;
}

/** A mark, a drop or a loss. */
export interface QueueFact {
  readonly timeNs: number;
  readonly link: number;
  readonly flow: number;
  /** Kind of the event: a QUEUE_EVENT. */
  readonly kind: number;
  readonly end: number;
  readonly seq: number;
  readonly isAck: boolean;
  readonly sojournNs: number;
}

/** Default limit on the number of stored reductions, and of stored marks, drops and losses. Usual runs have far fewer. */
export const MOST_FACTS = 300_000;
/**
 * Limit on the number of events that are simulated after the time of a question. Without it, a user might wait too long for the
 * end of the run.
 */
const EVENTS_BEYOND = 20e6;
/** Time after an event in which its consequences are looked for (s). */
const AFTERMATH_S = 60;

/** Index of one run. The run is simulated only as far as explanations need it. */
export class RunIndex {
  private readonly flowFacts: Facts<FlowFact>;
  private readonly queueFacts: Facts<QueueFact>;
  /** Idle times of each link. */
  readonly idle: IdleTimes[] = [];
  /** Last reduction of each end; null if the window has since returned to its size before the reduction. */
  private readonly open: ({ readonly cut: FlowFact; isBelow: boolean } | null)[] = [];
  private readonly atNs: number;
  private readonly log = new PacketLog({
    kinds: [LOG.dequeued, LOG.marked, LOG.dropped, LOG.window, LOG.ackRead],
  });
  private readonly replay: Replay;
  private snapshot_: Snapshot | null = null;

  /** Stores up to `most` reductions, and up to `most` marks, drops and losses. If there are more, those around `atNs` are kept. */
  constructor(make: MakeReplay, atNs: number, most: number) {
    this.atNs = atNs;
    this.flowFacts = new Facts(atNs, most);
    this.queueFacts = new Facts(atNs, most);
    this.replay = make(this.log);
  }

  /** Keeps the interpreters of the programs while a replay starts, because the index may continue afterwards. */
  keepPrograms(): void {
    this.replay.keepPrograms();
  }

  get network(): Network {
    return this.log.network;
  }

  /** Snapshot of the part of the run that has been simulated. */
  get snapshot(): Snapshot {
    this.snapshot_ ??= this.replay.snapshot();
    return this.snapshot_;
  }

  get untilNs(): number {
    return this.network.clock.nowNs;
  }

  /** Reductions and similar events in order of time. */
  get flowEvents(): readonly FlowFact[] {
    return this.flowFacts.kept;
  }

  get queueEvents(): readonly QueueFact[] {
    return this.queueFacts.kept;
  }

  /** Returns true if no event around that time has been left out, as far as the run has been simulated. */
  knows(atNs: number): boolean {
    const { flowFacts, queueFacts } = this;
    const areAll = !flowFacts.hasForgotten && !queueFacts.hasForgotten;
    return (areAll || atNs >= this.atNs) && Math.min(flowFacts.fullNs, queueFacts.fullNs) >= atNs;
  }

  /** Simulates the run far enough to know what followed the time `atS`, but not beyond `untilS`. Yields between steps. */
  *reach(atS: number, untilS: number): Generator<undefined, void> {
    if (this.replay.done || this.replay.nowS >= untilS) return;
    this.snapshot_ = null;
    const leastS = Math.min(atS + AFTERMATH_S, untilS);
    for (const _ of runInSteps(this.replay, leastS)) yield this.read();
    for (const _ of runInSteps(this.replay, untilS, EVENTS_BEYOND)) yield this.read();
    this.read();
  }

  private idleAt(link: number): IdleTimes {
    this.idle[link] ??= new IdleTimes(() => longestRoundNs(this.network, link));
    return this.idle[link];
  }

  /**
   * Looks for the time at which a window returns to its size before a reduction. The window may shrink for some time before it
   * grows.
   */
  private followWindow(end: number, atNs: number, cwnd: number): void {
    const open = this.open[end] ?? null;
    if (open === null) return;
    if (cwnd < open.cut.before) open.isBelow = true;
    else if (open.isBelow) {
      open.cut.backNs = atNs;
      this.open[end] = null;
    }
  }

  /** Reads the rows added to the log since the last step. */
  private read(): undefined {
    const { log } = this;
    const { kind, timeNs, detail, link, flow, end, seq, flags, a, b } = log.columns;
    for (let row = 0; row < log.length; row++) {
      const at = { timeNs: timeNs[row], flow: flow[row], kind: detail[row] };
      switch (kind[row]) {
        case LOG.dequeued:
          this.idleAt(link[row]).leaves(timeNs[row], a[row], b[row]);
          break;
        case LOG.window: {
          const cut = { ...at, before: a[row], after: b[row], backNs: Number.POSITIVE_INFINITY };
          this.flowFacts.add(cut);
          if (isCut(cut.kind)) this.open[end[row]] = cut.after < cut.before ? { cut, isBelow: false } : null;
          break;
        }
        case LOG.ackRead:
          this.followWindow(end[row], timeNs[row], a[row]);
          break;
        default: {
          const isAck = (flags[row] & LOG_FLAG.ack) !== 0;
          this.queueFacts.add({
            ...at,
            link: link[row],
            end: end[row],
            seq: seq[row],
            isAck,
            sojournNs: a[row],
          });
        }
      }
    }
    log.clear();
    return undefined;
  }
}

/** A list of events in order of time, with a maximum length. If there are too many events, those around one given time are kept. */
export class Facts<T extends { readonly timeNs: number }> {
  kept: T[] = [];
  /** True if entries at the start have been removed. */
  hasForgotten = false;
  /** Time of the first event that was left out because the list was full (ns). */
  fullNs = Number.POSITIVE_INFINITY;
  private readonly atNs: number;
  private readonly most: number;

  /** `most` must be at least eight. */
  constructor(atNs: number, most: number) {
    this.atNs = atNs;
    this.most = most;
  }

  add(fact: T): void {
    const { kept, most } = this;
    if (kept.length >= most && this.fullNs === Number.POSITIVE_INFINITY) this.makeRoom(fact.timeNs);
    if (this.kept.length < most) this.kept.push(fact);
  }

  /**
   * Makes room in a full list by removing its older half, if at least a quarter of the entries before the given time remains.
   * Otherwise the list accepts no more entries.
   */
  private makeRoom(nowNs: number): void {
    const { kept, most } = this;
    if (kept[Math.floor((most * 3) / 4)].timeNs >= this.atNs) {
      this.fullNs = nowNs;
      return;
    }
    this.kept = kept.slice(most >> 1);
    this.hasForgotten = true;
  }
}

// Finds the event that a question is about, and the previous and next events of the same kind.

type FlowQuestion = Extract<Question, { kind: "flow-event" }>;
type QueueQuestion = Extract<Question, { kind: "queue-event" }>;

interface Around {
  readonly previous: Question | null;
  readonly next: Question | null;
}

/** An event, with questions about the previous and the next event of its kind. */
export interface FoundEvent<T> extends Around {
  readonly fact: T;
}

const NS_PER_S = 1e9;

/** The events that an answer may report: those up to a given time. */
interface Seen {
  readonly index: RunIndex;
  readonly untilNs: number;
}

/** Returns the event that the question is about, or else the nearest event of its kind; null if the flow has no such event. */
export function findFlowEvent({ index, untilNs }: Seen, question: FlowQuestion): FoundEvent<FlowFact> | null {
  const kind = FLOW_EVENT[question.event];
  const alike = index.flowEvents.filter(
    (one) => one.flow === question.flow && one.kind === kind && one.timeNs <= untilNs,
  );
  return among(alike, question.atS, (one) => ({ ...question, atS: one.timeNs / NS_PER_S }));
}

/**
 * Returns the mark, drop or loss that the question is about. The previous and the next one are at the same link, but may concern
 * any flow, because the plot shows those of all flows.
 */
export function findQueueEvent(
  { index, untilNs }: Seen,
  question: QueueQuestion,
): FoundEvent<QueueFact> | null {
  const kind = QUEUE_EVENT[question.event];
  const alike = index.queueEvents.filter(
    (one) => one.link === question.link && one.kind === kind && one.timeNs <= untilNs,
  );
  const own = alike.filter((one) => one.flow === question.flow);
  const asked = own[nearest(own, question.atS)];
  if (asked === undefined) return null;
  return at(alike, alike.indexOf(asked), (one) => ({
    ...question,
    flow: one.flow,
    atS: one.timeNs / NS_PER_S,
  }));
}

function among<T extends { readonly timeNs: number }>(
  alike: readonly T[],
  atS: number,
  ask: (one: T) => Question,
): FoundEvent<T> | null {
  return alike.length === 0 ? null : at(alike, nearest(alike, atS), ask);
}

function at<T>(alike: readonly T[], i: number, ask: (one: T) => Question): FoundEvent<T> {
  return {
    fact: alike[i],
    previous: i > 0 ? ask(alike[i - 1]) : null,
    next: i + 1 < alike.length ? ask(alike[i + 1]) : null,
  };
}

function nearest(alike: readonly { readonly timeNs: number }[], atS: number): number {
  let best = -1;
  let bestNs = Number.POSITIVE_INFINITY;
  for (const [i, { timeNs }] of alike.entries()) {
    const farNs = Math.abs(timeNs - atS * NS_PER_S);
    if (farNs < bestNs) [best, bestNs] = [i, farNs];
  }
  return best;
}
